import { dirname, join, posix } from 'node:path';
import { createNumberReader, numberedName } from '../core/artifact/fileName.ts';
import type { ArtifactPlace } from '../core/task/ports.ts';
import { checkConfined, makeConfinedFolder } from '../node/files/confine.ts';
import type { FileSystem, Stats } from '../node/files/fileSystem.ts';
import { createPartFile, removeStaleParts, type PartFile, type PartPorts } from '../node/partFiles/partFile.ts';
import { dropClaim, placeFile, replaceFile } from '../node/partFiles/placeFile.ts';
import { hashFile } from '../node/files/wholeFile.ts';
import { NameTakenError } from './saveErrors.ts';

/** An artifact that has no name yet. */
export interface Draft {
  readonly part: PartFile;
  /**
   * Gives the finished part its name: the wanted name, or the next free number. `onPlacing` is awaited with the path
   * (relative to the job file) before each attempt. Returns that path.
   */
  place(extension: string, options: PlaceOptions): Promise<string>;
  /** Removes the part if it has no final name. */
  discard(): Promise<void>;
}

export interface PlaceOptions {
  /** Folder and name, if they depend on the result. Otherwise those of the draft are used. */
  readonly output?: Pick<ArtifactPlace['output'], 'dir' | 'name'>;
  /** With `replace` and `fail`: the number of the wanted name, from 1. */
  readonly number: number;
  /**
   * The path that an earlier attempt was about to use. Null if there was none. If that attempt was interrupted on a
   * disk without hard links, the path has an empty file.
   */
  readonly claimed: string | null;
  onPlacing(path: string): Promise<void>;
  /** Whether Genwright has saved a file with this content hash on this machine. Called before a file is replaced. */
  isOurs(sha256: string): Promise<boolean>;
}

interface DraftOptions extends PartPorts {
  /** Unix ms. */
  readonly now: number;
}

/** Rejects with an OutsideBoundaryError if the folder, with links followed, is outside the boundary. */
export async function createDraft(place: ArtifactPlace, ports: DraftOptions): Promise<Draft> {
  const { files } = ports;
  const { jobFile, boundary, output, siblingPaths } = place;
  const folder = join(dirname(jobFile), ...output.dir.split('/'));
  await makeConfinedFolder(folder, boundary, files);
  const part = await createPartFile(folder, output.name, ports);
  const naming: Naming = { folder, part: part.path, output, siblingPaths, ports };
  return {
    part,
    async place(extension, options) {
      if (options.claimed !== null) await dropOwnClaim(options.claimed, place, files);
      if (!options.output) return placeDraft(naming, extension, options);
      const own = { ...output, ...options.output };
      const target = join(dirname(jobFile), ...own.dir.split('/'));
      await makeConfinedFolder(target, boundary, files);
      return placeDraft({ ...naming, folder: target, output: own }, extension, options);
    },
    discard: () => part.discard(),
  };
}

/**
 * Removes files that an ended process has left half-written in this place. Never rejects, because the next attempt to
 * save tries again.
 */
export async function tidyPlace({ jobFile, boundary, output }: ArtifactPlace, ports: DraftOptions): Promise<void> {
  const { files } = ports;
  const folder = join(dirname(jobFile), ...output.dir.split('/'));
  const names = await checkConfined(folder, boundary, files)
    .then(() => files.readdir(folder))
    .catch(() => []);
  await removeStaleParts(folder, names, ports);
}

async function dropOwnClaim(path: string, { jobFile, boundary }: ArtifactPlace, files: FileSystem): Promise<void> {
  const file = join(dirname(jobFile), ...path.split('/'));
  await checkConfined(file, boundary, files);
  await dropClaim(file, files);
}

/**
 * Tries every step of saving that is possible without a result, and rejects like saving. The extension of the result is
 * not known yet, so any file with the wanted name counts as taken. A name that depends on the result is not known
 * either, and is not checked.
 */
export async function probePlace(place: ArtifactPlace, options: DraftOptions): Promise<void> {
  const draft = await createDraft(place, options);
  await draft.discard();
  const { name, collision, dir, templates } = place.output;
  if (collision !== 'fail' || templates) return;
  const wanted = `${name.toLowerCase()}.`;
  const names = await options.files.readdir(join(dirname(place.jobFile), ...dir.split('/')));
  const siblings = new Set([...place.siblingPaths()].map((path) => path.toLowerCase()));
  const taken = names
    .map((each) => each.normalize('NFC').toLowerCase())
    .find(
      (each) => each.startsWith(wanted) && !each.slice(wanted.length).includes('.') && !siblings.has(pathIn(dir, each)),
    );
  if (taken !== undefined) throw new NameTakenError(taken);
}

/** Returns a path relative to the job file. */
function pathIn(dir: string, name: string): string {
  return posix.normalize(posix.join(dir, name));
}

interface Naming {
  readonly folder: string;
  readonly part: string;
  readonly output: ArtifactPlace['output'];
  readonly siblingPaths: ArtifactPlace['siblingPaths'];
  readonly ports: DraftOptions;
}

async function placeDraft(naming: Naming, extension: string, options: PlaceOptions): Promise<string> {
  const { folder, part, output, siblingPaths, ports } = naming;
  const names = await ports.files.readdir(folder);
  // The names are at hand, and the folder was checked when the draft was created.
  await removeStaleParts(folder, names, ports);
  const taken = findTaken(names, createNumberReader(output.name, extension));
  for (let number = output.collision === 'number' ? 1 : options.number; ; number += 1) {
    // Checking the list first avoids the attempt. It also treats `Hero.png` as taken for `hero.png` on any disk,
    // because users of a case-insensitive disk may share the folder.
    const isTaken = taken[number] === true;
    // A folder may have thousands of results with numbers, so nothing else is done for each.
    if (isTaken && output.collision === 'number') continue;
    const name = numberedName(output.name, number, extension);
    const path = pathIn(output.dir, name);
    const target = join(folder, name);
    if (!isTaken) {
      await options.onPlacing(path);
      if ((await placeFile(part, target, ports)) === 'placed') return path;
    } else if (output.collision === 'replace') {
      const facts = await readOwn(target, options, ports.files);
      if (facts && !siblingPaths().has(path)) {
        // Nothing is awaited between the check of the siblings and the recording of the path.
        await options.onPlacing(path);
        if ((await replaceFile(part, target, { facts, ports })) === 'placed') return path;
      }
    }
    if (output.collision === 'fail' && !siblingPaths().has(path)) throw new NameTakenError(name);
  }
}

/**
 * Returns true at each number with which the name is taken in a folder of these names. Results are numbered without gaps
 * mostly, so an array of the right length takes less memory than a set.
 */
function findTaken(
  names: readonly string[],
  readNumber: (name: string) => number | null,
): readonly (true | undefined)[] {
  const taken: (true | undefined)[] = Array.from({ length: names.length + 2 });
  for (const name of names) {
    const number = readNumber(name);
    if (number !== null) taken[number] = true;
  }
  return taken;
}

/** Returns the facts of a file that is as Genwright has saved it, or null for any other file. */
async function readOwn(
  file: string,
  { isOurs }: Pick<PlaceOptions, 'isOurs'>,
  files: FileSystem,
): Promise<Stats | null> {
  const facts = await files.lstat(file).catch(() => null);
  if (!facts?.isFile()) return null;
  const sha256 = await hashFile(file, files).catch(() => null);
  return sha256 !== null && (await isOurs(sha256)) ? facts : null;
}
