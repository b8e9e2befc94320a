import { nodeFileSystem, type FileSystem, type OpenFile } from '../../../src/node/files/fileSystem.ts';

/** A call of the file system that is about to be made. */
export interface FileStep {
  readonly name: keyof FileSystem | keyof OpenFile;
  /** The path by which an open file was opened. */
  readonly path: string;
  /** The beginning of what is written, or the path of a new name. */
  readonly what: string;
}

/**
 * The outcome of a call: it fails with this code, a `read` or `write` processes no more than this number of bytes, or
 * it never ends, as if the process were gone. Undefined lets the call through.
 */
export type Fault = { readonly code: string } | { readonly atMost: number } | 'never' | undefined;

/** How much of a write is shown to `decide`: more than any line of a test. */
const shownBytes = 64 * 1024;

export function fault(code: string): Error {
  // Thousands of files are missing in a test, and a stack is slow to make.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(`${code}: said the disk`), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Creates a file system that asks `decide` before each call for its outcome. */
export function createFaultyFiles(decide: (step: FileStep) => Fault, files: FileSystem = nodeFileSystem): FileSystem {
  /** Resolves to how many bytes may be read or written. */
  const take = async (step: FileStep): Promise<number> => {
    const answer = decide(step);
    if (answer === 'never') return new Promise(() => undefined);
    if (answer && 'code' in answer) throw fault(answer.code);
    return answer?.atMost ?? Infinity;
  };
  const wrapFile = (file: OpenFile, path: string): OpenFile => {
    const step = async (name: FileStep['name'], what = ''): Promise<number> => take({ name, path, what });
    const write = async (bytes: Uint8Array, position: number | null) => {
      const most = await step('write', Buffer.from(bytes.subarray(0, shownBytes)).toString('latin1'));
      return file.write(bytes, 0, Math.min(bytes.length, most), position);
    };
    return {
      async read(buffer, offset, length, position) {
        return file.read(buffer, offset, Math.min(length, await step('read')), position);
      },
      write: async (bytes, offset, length, position) => write(bytes.subarray(offset, offset + length), position),
      writev: async (chunks, position) => write(Buffer.concat(chunks), position),
      stat: async () => (await step('stat'), file.stat()),
      sync: async () => (await step('sync'), file.sync()),
      datasync: async () => (await step('datasync'), file.datasync()),
      truncate: async (bytes) => (await step('truncate'), file.truncate(bytes)),
      // The file is closed in any case, because the process of the test could run out of files.
      close: async () => (await file.close(), void (await step('close'))),
    };
  };
  const before = async (name: FileStep['name'], path: string, what = ''): Promise<void> =>
    void (await take({ name, path, what }));
  return {
    ...files,
    async open(path, flags, mode) {
      await before('open', path, String(flags));
      return wrapFile(await files.open(path, flags, mode), path);
    },
    stat: async (path) => (await before('stat', path), files.stat(path)),
    lstat: async (path) => (await before('lstat', path), files.lstat(path)),
    realpath: async (path) => (await before('realpath', path), files.realpath(path)),
    readdir: async (path) => (await before('readdir', path), files.readdir(path)),
    mkdir: async (path, mode) => (await before('mkdir', path), files.mkdir(path, mode)),
    rename: async (from, to) => (await before('rename', from, to), files.rename(from, to)),
    link: async (existing, name) => (await before('link', existing, name), files.link(existing, name)),
    unlink: async (path) => (await before('unlink', path), files.unlink(path)),
    rmdir: async (path) => (await before('rmdir', path), files.rmdir(path)),
    copyFile: async (from, to, mode) => (await before('copyFile', from, to), files.copyFile(from, to, mode)),
    touch: async (path) => (await before('touch', path), files.touch(path)),
  };
}
