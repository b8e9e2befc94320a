import { basename, dirname } from 'node:path';
import { messageOf, redactBriefly } from '../core/support/text/redact.ts';
import type { TaskErrorCode } from '../core/task/model/task.ts';
import type { ArtifactPlace, SaveFailure } from '../core/task/ports.ts';
import { OutsideBoundaryError } from '../node/files/confine.ts';
import { systemCode } from '../node/files/systemCode.ts';

/** The wanted name is taken, and the job file demands a failure in that case. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
}

/** Describes, as part of a sentence, why a result cannot be saved. */
export function describeSaveError(error: unknown, { jobFile, output }: ArtifactPlace): string {
  const folder = output.dir === '' ? basename(dirname(jobFile)) : output.dir;
  if (error instanceof OutsideBoundaryError) return `"${folder}" leads out of the workspace folder`;
  if (error instanceof NameTakenError) return `"${error.message}" is already there`;
  const code = systemCode(error);
  return code === null ? messageOf(error) : `the folder "${folder}" cannot be written to (${code})`;
}

/** Another program has the file open, or too many files are open. Both are temporary. */
const passingCodes: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EMFILE', 'ENFILE']);

/** For all other errors, the user frees space, grants access or moves a file, and saves again. */
export function mapFileError(error: unknown): SaveFailure {
  if (error instanceof OutsideBoundaryError) return buildFailure('refused', 'outside-workspace', error.message);
  if (error instanceof NameTakenError) return buildFailure('refused', 'name-taken', error.message);
  const code = systemCode(error);
  // The system's message names the part file, which means nothing to the user.
  if (code === null) return buildFailure('refused', 'internal', messageOf(error));
  return buildFailure(passingCodes.has(code) ? 'interrupted' : 'refused', 'disk', code);
}

export function buildFailure(kind: SaveFailure['kind'], code: TaskErrorCode, message: string): SaveFailure {
  return { kind, error: { code, message: redactBriefly(message) } };
}
