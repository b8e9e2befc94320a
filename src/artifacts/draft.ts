import { dirname, join, posix } from 'node:path';
import { createNumberReader, numberedName } from '../core/artifact/fileName.ts';
import type { ArtifactPlace } from '../core/task/ports.ts';
import { checkConfined, makeConfinedFolder } from '../node/files/confine.ts';
import type { FileSystem, Stats } from '../node/files/fileSystem.ts';
import { createPartFile, removeStaleParts, type PartFile, type PartPorts } from '../node/partFiles/partFile.ts';
import { dropClaim, placeFile, replaceFile } from '../node/partFiles/placeFile.ts';
import { hashFile } from '../node/files/wholeFile.ts';
import { NameTakenError } from './saveErrors.ts';

interface PlaceOptions {
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
  /** See `SaveOrder`. Called before a file is replaced. */
  isOurs(sha256: string): Promise<boolean>;
}

interface DraftOptions extends PartPorts {
  /** Unix ms. */
  readonly now: number;
}

/** Returns the absolute path of a path relative to the job file. */
function resolveIn({ jobFile }: ArtifactPlace, path: string): string {
  return join(dirname(jobFile), ...path.split('/'));
}

/** An artifact that has no name yet. */
export class Draft {
  readonly part: PartFile;
  readonly #place: ArtifactPlace;
  readonly #ports: DraftOptions;

  /** Rejects with an OutsideBoundaryError if the folder, with links followed, is outside the boundary. */
  static async create(place: ArtifactPlace, ports: DraftOptions): Promise<Draft> {
    const folder = resolveIn(place, place.output.dir);
    await makeConfinedFolder(folder, place.boundary, ports.files);
    return new Draft(await createPartFile(folder, place.output.name, ports), place, ports);
  }

  private constructor(part: PartFile, place: ArtifactPlace, ports: DraftOptions) {
    this.part = part;
    this.#place = place;
    this.#ports = ports;
  }

  /**
   * Gives the finished part its name: the wanted name, or the next free number. `onPlacing` is awaited with the path
   * (relative to the job file) before each attempt. Returns that path.
   */
  async place(extension: string, options: PlaceOptions): Promise<string> {
    const { files } = this.#ports;
    const { boundary, siblingPaths } = this.#place;
    const output = { ...this.#place.output, ...options.output };
    const folder = resolveIn(this.#place, output.dir);
    if (options.claimed !== null) await this.#dropClaim(options.claimed);
    if (options.output) await makeConfinedFolder(folder, boundary, files);
    const names = await files.readdir(folder);
    // The names are at hand, and the folder was checked when the draft was created.
    await removeStaleParts(folder, names, this.#ports);
    const taken = new Set(names.map(createNumberReader(output.name, extension)));
    for (let number = output.collision === 'number' ? 1 : options.number; ; number += 1) {
      // Checking the list first avoids the attempt. It also treats `Hero.png` as taken for `hero.png` on any disk,
      // because users of a case-insensitive disk may share the folder.
      const isTaken = taken.has(number);
      // A folder may have thousands of results with numbers, so nothing else is done for each.
      if (isTaken && output.collision === 'number') continue;
      const name = numberedName(output.name, number, extension);
      const path = pathIn(output.dir, name);
      const target = join(folder, name);
      // While a sibling replaces its file, the folder may not have the name, which is the sibling's all the same.
      const isOfSibling = (): boolean => output.collision === 'replace' && siblingPaths().has(path);
      if (!isTaken && !isOfSibling()) {
        await options.onPlacing(path);
        if ((await placeFile(this.part.path, target, this.#ports)) === 'placed') return path;
      } else if (output.collision === 'replace') {
        const facts = await readOwn(target, options, files);
        if (facts && !isOfSibling()) {
          // Nothing is awaited between the check of the siblings and the recording of the path.
          await options.onPlacing(path);
          if ((await replaceFile(this.part.path, target, { facts, ports: this.#ports })) === 'placed') return path;
        }
      }
      if (output.collision === 'fail' && !siblingPaths().has(path)) throw new NameTakenError(name);
    }
  }

  async #dropClaim(path: string): Promise<void> {
    const file = resolveIn(this.#place, path);
    await checkConfined(file, this.#place.boundary, this.#ports.files);
    await dropClaim(file, this.#ports.files);
  }
}

/**
 * Removes files that an ended process has left half-written in this place. Never rejects, because the next attempt to
 * save tries again.
 */
export async function tidyPlace(place: ArtifactPlace, ports: DraftOptions): Promise<void> {
  const folder = resolveIn(place, place.output.dir);
  const names = await checkConfined(folder, place.boundary, ports.files)
    .then(() => ports.files.readdir(folder))
    .catch(() => []);
  await removeStaleParts(folder, names, ports);
}

/**
 * Tries every step of saving that is possible without a result, and rejects like saving. The extension of the result is
 * not known yet, so any file with the wanted name counts as taken. A name that depends on the result is not known
 * either, and is not checked.
 */
export async function probePlace(place: ArtifactPlace, options: DraftOptions): Promise<void> {
  const draft = await Draft.create(place, options);
  await draft.part.discard();
  const { name, collision, dir, templates } = place.output;
  if (collision !== 'fail' || templates) return;
  const wanted = `${name.toLowerCase()}.`;
  const names = await options.files.readdir(resolveIn(place, dir));
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
