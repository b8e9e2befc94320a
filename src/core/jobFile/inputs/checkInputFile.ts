import { isOfMediaKind, type MediaKind } from '../../catalog/mediaFieldNames.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type Pending, pending, unknownValue } from '../compile/planValue.ts';
import { isAbsolutePath, normalizePath } from '../filePath.ts';
import { type InputAnswer, type Lookups, maxDataUriBytes } from '../lookups.ts';
import { buildProblem, type Problem, type ReportProblem } from '../problem.ts';

interface InputPlace {
  /** Where the path is written. */
  readonly place: TextRange;
  /** What the field takes. */
  readonly takes: MediaKind;
  /** The field is known to take `data:` URIs. */
  readonly takesData: boolean;
  /** The environment has contributed to the path. */
  readonly isFromEnv: boolean;
  readonly lookups: Lookups | undefined;
  readonly report: ReportProblem;
}

const maxShownPath = 80;

/** The slot of a local input file. What would keep it from being sent is said now, before anything is spent. */
export function checkInputFile(
  path: string,
  { place, takes, takesData, isFromEnv, lookups, report }: InputPlace,
): Pending {
  const file = normalizePath(path);
  const refuse = (code: 'missing-input' | 'input-not-sendable', args: Problem['args']): Pending => {
    const shown = path.length > maxShownPath ? `${path.slice(0, maxShownPath)}…` : path;
    report(buildProblem(code, place, { args: { path: shown, ...args } }));
    return unknownValue;
  };
  if (isAbsolutePath(path)) return refuse('missing-input', { variant: 'absolute' });
  const answer = lookups?.files?.inspect(file);
  if (!answer || !lookups?.files) return unknownValue;
  if (!answer.isInside) return refuse('missing-input', { variant: 'outside' });
  if (!answer.exists) return refuse('missing-input', { variant: 'missing' });
  const { sha256 = '', mediaType } = answer;
  // A job file may come from others, and this must not send just any file of the workspace.
  if (mediaType !== undefined && !isOfMediaKind(mediaType, takes)) {
    return refuse('input-not-sendable', { variant: `not-${takes}` });
  }
  const { knowsUrl } = lookups.files;
  // Whoever can not ask for URLs can not tell that there is none.
  const isKnown = !knowsUrl || (sha256 !== '' && knowsUrl(sha256));
  const obstacle = isKnown ? null : findObstacle(answer, takesData);
  if (obstacle) return refuse('input-not-sendable', obstacle);
  return pending({ kind: 'file', file, sha256, takesData, ...(isFromEnv ? { isFromEnv } : {}) });
}

/** Why a file of which the gateway has no URL can not go along in the body. */
function findObstacle({ bytes }: InputAnswer, takesData: boolean): Problem['args'] | null {
  if (!takesData) return { variant: 'no-data' };
  if (bytes <= maxDataUriBytes) return null;
  const megabytes = (size: number): number => Math.ceil(size / (1024 * 1024));
  return { variant: 'too-large', size: megabytes(bytes), max: megabytes(maxDataUriBytes) };
}
