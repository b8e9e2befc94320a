import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { MediaReader } from '../artifacts/media/mediaReader.ts';
import { isOfMediaKind } from '../core/catalog/mediaFields.ts';
import type { RequestInput } from '../core/jobFile/request.ts';
import type { TaskErrorCode } from '../core/task/model/task.ts';
import type { InputOutcome, InputPort } from '../core/task/ports.ts';
import { readArtifactText } from '../node/files/artifactFile.ts';
import { checkConfined, OutsideBoundaryError } from '../node/files/confine.ts';
import { fileFlags, type FileSystem } from '../node/files/fileSystem.ts';
import { NotARegularFileError, openRegularFile } from '../node/files/regularFile.ts';
import { systemCode } from '../node/files/systemCode.ts';
import { readWhole, withFile } from '../node/files/wholeFile.ts';

interface InputReaderPorts {
  readonly media: Pick<MediaReader, 'detect'>;
  readonly files: FileSystem;
}

/** Reads the local files of a request: whole, once, hashed while they are read. */
export function createInputReader(ports: InputReaderPorts): InputPort {
  return {
    async read(input, place) {
      try {
        return await readInput(input, place, ports);
      } catch (error) {
        if (error instanceof OutsideBoundaryError) return refuse('input-unreadable', `${input.path}: outside`);
        if (error instanceof NotARegularFileError) return refuse('input-unreadable', `${input.path}: not a file`);
        return refuse('input-unreadable', `${input.path}: ${systemCode(error) ?? String(error)}`);
      }
    },
    readText: (file, place) => readArtifactText(file, { ...place, files: ports.files }),
  };
}

/** Rejects with an OutsideBoundaryError, or with the error of the system. */
async function readInput(
  { path, sha256 }: RequestInput,
  { jobFile, boundary, maxBytes }: Parameters<InputPort['read']>[1],
  { media, files }: InputReaderPorts,
): Promise<InputOutcome> {
  // The real path is checked and opened, so that a link cannot be changed in between.
  const file = await files.realpath(join(dirname(jobFile), ...path.split('/')));
  await checkConfined(file, boundary, files);
  return withFile(await openRegularFile(file, fileFlags.O_RDONLY, files), async (handle) => {
    // The size is read from the open file, so that the file cannot be replaced in between.
    const { size } = await handle.stat();
    if (size > maxBytes) return refuse('input-without-url', path);
    const bytes = await readWhole(handle);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return refuse('input-changed', path);
    // The media type is detected in the bytes, because the name of a file is not reliable and a gateway may refuse a
    // wrong type.
    const mediaType = (await media.detect(bytes))?.mediaType ?? null;
    if (mediaType === null || !isOfMediaKind(mediaType, 'any'))
      return refuse('input-unreadable', `${path}: not a media file`);
    return { ok: true, dataUrl: buildDataUrl(mediaType, bytes) };
  });
}

/** Returns bytes, because a string would have to be copied to bytes when it is sent. */
function buildDataUrl(mediaType: string, bytes: Buffer): Buffer {
  const head = `data:${mediaType};base64,`;
  const dataUrl = Buffer.allocUnsafe(head.length + 4 * Math.ceil(bytes.length / 3));
  dataUrl.write(head, 'latin1');
  dataUrl.write(bytes.toString('base64'), head.length, 'latin1');
  return dataUrl;
}

function refuse(code: TaskErrorCode, message: string): InputOutcome {
  return { ok: false, error: { code, message } };
}
