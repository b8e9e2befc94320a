import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { readRegularFileSync } from '../../node/files/regularFileSync.ts';
import { createTimer, type Timer } from '../timer.ts';

/** Loads the parts of the build. */
interface PartLoader {
  /**
   * Loads `./name.cjs` of the folder, or any other id that `require` accepts. Throws the errors of `require` and of the
   * part.
   */
  load(id: string): unknown;
  dispose(): void;
}

interface PartLoaderPorts {
  /** Absolute path of the folder of the parts. */
  readonly folder: string;
  /** Absolute path of the folder for what V8 has compiled. It is made when it is needed. */
  readonly codeFolder: string;
}

/**
 * After this delay, the first work with the part is done. The functions that it needs are then compiled, and are kept,
 * too.
 */
const keepDelayMs = 2_000;
/** Bytes of the SHA-256 at the start of a file. */
const sumBytes = 32;
/** Code is about as long as its source. The longest source has half a megabyte. */
const maxCodeBytes = 8 * 1024 * 1024;
/** Makes a function of a source, with the parameters that Node gives to a module. */
const head = '(function (exports, require, module, __filename, __dirname) { ';

/**
 * Loads each part once, like `require`, and keeps what V8 has compiled for the next window: compiling takes more than half
 * of the time in which a part loads. V8 refuses code that another version of V8 has compiled.
 */
export function createPartLoader({ folder, codeFolder }: PartLoaderPorts): PartLoader {
  const requireOther = createRequire(join(folder, 'entry.cjs'));
  const loaded = new Map<string, { exports: unknown }>();
  const timers: Timer[] = [];

  /** Each part has its own timer, because keeping all of them at once would block the window for longer. */
  const keepLater = (codeFile: string, source: Buffer, script: Script): void => {
    const timer = createTimer(keepDelayMs, () => {
      keepCode(codeFolder, codeFile, addSum(source, script.createCachedData()));
    });
    timers.push(timer);
    timer.start();
  };
  const compile = (name: string, file: string): Script => {
    const source = readFileSync(file);
    const codeFile = `${name}.code`;
    const cachedData = readCode(join(codeFolder, codeFile), source);
    const script = new Script(`${head}${source.toString()}\n})`, {
      filename: file,
      // Positions in a stack trace are those in the file.
      columnOffset: -head.length,
      ...(cachedData ? { cachedData } : {}),
    });
    if (!cachedData || script.cachedDataRejected) keepLater(codeFile, source, script);
    return script;
  };

  const load = (id: string): unknown => {
    const name = /^\.\/(\w+)\.cjs$/.exec(id)?.[1];
    if (name === undefined) return requireOther(id);
    const known = loaded.get(name);
    if (known) return known.exports;
    const file = join(folder, `${name}.cjs`);
    const module = { exports: {} };
    const run = compile(name, file).runInThisContext() as (...args: readonly unknown[]) => void;
    loaded.set(name, module);
    try {
      run.call(module.exports, module.exports, load, module, file, folder);
    } catch (error) {
      loaded.delete(name);
      throw error;
    }
    return module.exports;
  };
  return {
    load,
    dispose() {
      for (const timer of timers) timer.dispose();
    },
  };
}

/** Returns the code that was kept of this source. Undefined for any other, and for a file that was not written whole. */
function readCode(path: string, source: Buffer): Buffer | undefined {
  try {
    const kept = readRegularFileSync(path, maxCodeBytes);
    const code = kept.subarray(sumBytes);
    return kept.equals(addSum(source, code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes a new file and renames it, because another window may read the file meanwhile. If it cannot be written, the
 * next window compiles again, and nothing is lost.
 */
function keepCode(folder: string, name: string, kept: Buffer): void {
  const written = join(folder, `${name}.${String(process.pid)}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(written, kept, { mode: 0o600 });
    renameSync(written, join(folder, name));
  } catch {
    // The folder is read-only, or the disk is full.
    removeIfPossible(written);
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // In a folder that is read-only, nothing was written.
  }
}

/** V8 would accept the code of any source of the same length, and does not check whether the code is damaged. */
function addSum(source: Buffer, code: Buffer): Buffer {
  return Buffer.concat([createHash('sha256').update(source).update(code).digest(), code]);
}
