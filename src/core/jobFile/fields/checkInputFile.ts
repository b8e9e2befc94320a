import { isOfMediaKind, type MediaKind } from '../../catalog/mediaFieldNames.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type Pending, pending, unknownValue } from '../planValue.ts';
import { isAbsolutePath, normalizePath } from '../filePath.ts';
import { type FoundInput, type Lookups, maxDataUriBytes } from '../lookups.ts';
import { buildProblem, type Problem, type ReportProblem } from '../problem.ts';

interface InputContext {
  /** The range in which the path is written. */
  readonly range: TextRange;
  /** The kind of media that the field accepts. */
  readonly takes: MediaKind;
  /** Whether the field is known to accept `data:` URIs. */
  readonly takesData: boolean;
  /** Whether the path contains a value from the environment. */
  readonly isFromEnv: boolean;
  readonly lookups: Lookups | undefined;
  readonly report: ReportProblem;
}

const maxShownPath = 80;

/**
 * Returns the placeholder of a local input file. A reason why it cannot be sent is reported now, before anything is
 * spent.
 */
export function checkInputFile(
  path: string,
  { range, takes, takesData, isFromEnv, lookups, report }: InputContext,
): Pending {
  const file = normalizePath(path);
  const refuse = (code: 'missing-input' | 'input-not-sendable', args: Problem['args']): Pending => {
    const shown = path.length > maxShownPath ? `${path.slice(0, maxShownPath)}…` : path;
    report(buildProblem(code, range, { args: { path: shown, ...args } }));
    return unknownValue;
  };
  if (isAbsolutePath(path)) return refuse('missing-input', { variant: 'absolute' });
  const found = lookups?.files?.inspect(file);
  if (!found || !lookups?.files) return unknownValue;
  if (!found.isInside) return refuse('missing-input', { variant: 'outside' });
  if (!found.exists) return refuse('missing-input', { variant: 'missing' });
  const { sha256 = '', mediaType } = found;
  // A job file may come from others, and must not send an arbitrary file of the workspace.
  if (mediaType !== undefined && !isOfMediaKind(mediaType, takes)) {
    return refuse('input-not-sendable', { variant: `not-${takes}` });
  }
  const { knowsUrl } = lookups.files;
  // Without a way to look up URLs, a missing URL is unknown.
  const isKnown = !knowsUrl || (sha256 !== '' && knowsUrl(sha256));
  const refusal = isKnown ? null : findRefusal(found, takesData);
  if (refusal) return refuse('input-not-sendable', refusal);
  return pending({ kind: 'file', file, sha256, takesData, ...(isFromEnv ? { isFromEnv } : {}) });
}

/** Returns why a file without a URL at the gateway cannot be sent in the body. */
function findRefusal({ bytes }: FoundInput, takesData: boolean): Problem['args'] | null {
  if (!takesData) return { variant: 'no-data' };
  if (bytes <= maxDataUriBytes) return null;
  const megabytes = (size: number): number => Math.ceil(size / (1024 * 1024));
  return { variant: 'too-large', size: megabytes(bytes), max: megabytes(maxDataUriBytes) };
}
