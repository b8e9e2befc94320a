import { readdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { numberedName } from '../core/artifact/numberedName.ts';
import type { OutputPlan } from '../core/jobFile/request.ts';
import type { ArtifactPlace } from '../core/task/ports.ts';
import { makeConfinedFolder } from './confine.ts';
import { hashFile } from './hashFile.ts';
import { createPartFile, removeStaleParts, type PartFile } from './partFile.ts';
import { placeFile, replaceFile } from './placeFile.ts';

/** The wanted name is taken, and the job file says to fail then. */
export class NameTakenError extends Error {
  constructor(name: string) {
    super(name);
    this.name = 'NameTakenError';
  }
}

/** An artifact that has no name yet. */
export interface Draft {
  readonly part: PartFile;
  /**
   * Gives the finished part its name: the wanted one, else the next free number. `onPlacing` is awaited with the path
   * (relative to the job file) before each attempt. Answers that path.
   */
  place(extension: string, options: PlaceOptions): Promise<string>;
  /** Removes what has no name. */
  discard(): Promise<void>;
}

export interface PlaceOptions {
  /** With `replace` and `fail`: the number of the wanted name, from 1. */
  readonly number: number;
  /** Relative to the job file: not to be replaced, since the same task has just made them. */
  readonly ownPaths: readonly string[];
  onPlacing(path: string): Promise<void>;
  /** Whether a file with this path and hash is an artifact of this job file; asked before one is replaced. */
  isOwn(path: string, sha256: string): Promise<boolean>;
}

/** Rejects with an OutsideBoundaryError when the folder, links followed, leaves the boundary. */
export async function createDraft({ jobFile, boundary, output }: ArtifactPlace, now: number): Promise<Draft> {
  const folder = join(dirname(jobFile), ...output.dir.split('/'));
  await makeConfinedFolder(folder, boundary);
  await removeStaleParts(folder, now);
  const part = await createPartFile(folder, output.name);
  const naming: Naming = { folder, part: part.path, output };
  return {
    part,
    place: (extension, options) => placeDraft(naming, extension, options),
    discard: () => part.discard(),
  };
}

/**
 * Goes through all that can stand in the way of saving, short of a result. Rejects as saving would. Which extension the
 * result will have is not known yet, so any file of the wanted name counts as taken.
 */
export async function probePlace(place: ArtifactPlace, now: number): Promise<void> {
  const draft = await createDraft(place, now);
  await draft.discard();
  const { name, collision, dir } = place.output;
  if (collision !== 'fail') return;
  const wanted = `${name.toLowerCase()}.`;
  const names = await readNames(join(dirname(place.jobFile), ...dir.split('/')));
  const taken = [...names].find((each) => each.startsWith(wanted) && !each.slice(wanted.length).includes('.'));
  if (taken !== undefined) throw new NameTakenError(taken);
}

interface Naming {
  readonly folder: string;
  readonly part: string;
  readonly output: OutputPlan;
}

async function placeDraft({ folder, part, output }: Naming, extension: string, options: PlaceOptions): Promise<string> {
  const pathOf = (name: string): string => posix.normalize(posix.join(output.dir, name));
  const first = output.collision === 'number' ? 1 : options.number;
  const wanted = numberedName(output.name, first, extension);
  const taken = await readNames(folder);
  const mayReplace = output.collision === 'replace' && !options.ownPaths.includes(pathOf(wanted));
  if (mayReplace && taken.has(wanted.toLowerCase())) {
    const target = join(folder, wanted);
    const sha256 = await hashFile(target).catch(() => null);
    if (sha256 !== null && (await options.isOwn(pathOf(wanted), sha256))) {
      await options.onPlacing(pathOf(wanted));
      await replaceFile(part, target);
      return pathOf(wanted);
    }
  }
  for (let number = first; ; number += 1) {
    const name = numberedName(output.name, number, extension);
    if (number > first && output.collision === 'fail') throw new NameTakenError(wanted);
    // Spares the attempt; on a case-insensitive disk, and for those who share the folder with one, `Hero.png` is taken.
    if (taken.has(name.toLowerCase())) continue;
    await options.onPlacing(pathOf(name));
    if ((await placeFile(part, join(folder, name))) === 'placed') return pathOf(name);
  }
}

async function readNames(folder: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(folder)).map((name) => name.normalize('NFC').toLowerCase()));
}
