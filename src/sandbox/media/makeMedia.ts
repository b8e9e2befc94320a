import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { writeByDraft } from '../../node/files/wholeFile.ts';
import { makeImage } from './image/makeImage.ts';
import type { MediaSpec } from './planMedia.ts';
import { makeClip } from './sound/makeClip.ts';
import { makeSpeech } from './sound/makeSpeech.ts';
import { makeVideo } from './video/makeVideo.ts';

/** A media file to make, in a thread. */
export interface MakeJob {
  readonly kind: 'make';
  readonly spec: MediaSpec;
  /** Absolute path in an existing folder. The file appears only when it is complete. */
  readonly file: string;
}

/** Makes a file in the calling thread, which paints and plays. Rejects if the file cannot be made. */
export async function makeMedia({ spec, file }: MakeJob): Promise<void> {
  // Several servers may make the same file at once. Their bytes are equal, so the last rename is harmless.
  await writeByDraft(file, await makeBytes(spec), { files: nodeFileSystem, isDurable: false });
}

/** Returns the bytes of a file. A pure function of its spec, and too slow for a thread that must respond. */
function makeBytes(spec: MediaSpec): Uint8Array | Promise<Uint8Array> {
  if (spec.kind === 'image') return makeImage(spec);
  if (spec.kind === 'clip') return makeClip(spec);
  return spec.kind === 'speech' ? makeSpeech(spec) : makeVideo(spec);
}
