import { dirname, join, relative } from 'node:path';
import type { Moves } from '../../core/task/performAction.ts';
import type { TaskEntry } from '../../core/task/model/taskEntry.ts';
import { isBelow } from '../../node/files/confine.ts';
import { canonicalPath, type JobFilePaths } from '../../node/jobFilePaths.ts';

/** A file or folder that the user has renamed or moved. Paths are absolute. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** Whether `to` is a job file. With any other file, nothing else moves. */
  readonly isJobFile: boolean;
  /** Artifacts may not leave this folder. Null: the folder of each job file. */
  readonly boundary: string | null;
}

/**
 * Finds what moves with these files: the tasks of job files at and below each path, and the records of each job file.
 */
export function planMoves(
  renames: readonly Rename[],
  { entries, paths }: { readonly entries: readonly TaskEntry[]; readonly paths: JobFilePaths },
): Moves {
  const places = renames.map((rename) => ({ ...rename, from: canonicalPath(rename.from) }));
  const buildPlace = (to: string, boundary: string | null) => {
    const jobFile = paths.enter(to);
    return { jobFile, boundary: boundary === null ? dirname(jobFile) : canonicalPath(boundary) };
  };
  const tasks = entries.flatMap(({ task: { id, jobFile } }) => {
    const place = places.find(({ from, isJobFile }) => (isJobFile ? jobFile === from : isBelow(jobFile, from)));
    return place ? [{ id, ...buildPlace(join(place.to, relative(place.from, jobFile)), place.boundary) }] : [];
  });
  const jobFiles = places
    .filter(({ isJobFile }) => isJobFile)
    .map(({ from, to, boundary }) => {
      const place = buildPlace(to, boundary);
      return { from, to: place.jobFile, boundary: place.boundary };
    });
  return { tasks, jobFiles };
}
