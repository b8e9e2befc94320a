import { type MediaReading, readingOfMember, isOfMediaKind } from '../../catalog/mediaFields.ts';
import type { TextRange } from '../../support/textRange.ts';
import {
  parseFilePath,
  isUrl,
  isAbsolutePath,
  normalizePath,
  lfsPointerType,
  readFileText,
  type Lookups,
  type FoundInput,
  maxDataUriBytes,
} from '../lookups.ts';
import {
  concealLike,
  isEnvText,
  isPending,
  isPlanList,
  isPlanObject,
  isSettled,
  mapMembers,
  pending,
  type PlanValue,
  pendingOf,
  reveal,
  unknownValue,
} from '../planValue.ts';
import { type ReportProblem, buildProblem, type Problem } from '../problem.ts';
import type { SyntaxNode } from '../syntax/syntaxNode.ts';

interface InputContext {
  readonly lookups: Lookups | undefined;
  /** Set for a value of another file: the only range at which its problems are shown. */
  readonly shownAt?: TextRange | null;
  readonly report: ReportProblem;
}

/**
 * Resolves the files of a value: a local file in a media field becomes a placeholder, and a whole value `file://…`
 * becomes the text of the file. Values that come from expressions are never read as `file://`.
 */
export function resolveInputs(
  value: PlanValue,
  { node, reading }: { readonly node: SyntaxNode; readonly reading: MediaReading },
  context: InputContext,
): PlanValue {
  if (isPlanList(value)) {
    const nodes = node.kind === 'sequence' ? node.items : [];
    return value.map((item, index) => resolveInputs(item, { node: nodes[index] ?? node, reading }, context));
  }
  if (isPlanObject(value)) {
    const nodes = node.kind === 'map' ? new Map(node.entries.map((entry) => [entry.key, entry.value])) : undefined;
    return mapMembers(value, (member, key) =>
      resolveInputs(member, { node: nodes?.get(key) ?? node, reading: readingOfMember(reading, key) }, context),
    );
  }
  return reading.kind === 'media'
    ? resolveMedia(value, node, { ...context, reading })
    : resolveText(value, node, context);
}

function resolveText(value: PlanValue, node: SyntaxNode, context: InputContext): PlanValue {
  const isWritten = node.kind === 'scalar' && parseFilePath(node.value) !== null;
  const path = isWritten && isSettled(value) ? parseFilePath(reveal(value)) : null;
  if (path === null) return value;
  const { start, end } = context.shownAt ?? node;
  const text = readFileText(path, { start, end, use: 'text' }, context);
  return text === null ? unknownValue : concealLike(value, text);
}

const maxShownPath = 80;

/** A reason why a local file cannot be sent is reported now, before anything is spent. */
function resolveMedia(
  value: PlanValue,
  range: TextRange,
  { reading, lookups, report }: InputContext & { readonly reading: Extract<MediaReading, { kind: 'media' }> },
): PlanValue {
  const { takes, takesData } = reading;
  if (isPending(value)) {
    const known = pendingOf(value);
    return known.kind === 'template' ? pending({ ...known, media: { takesData } }) : value;
  }
  const text = isEnvText(value) ? reveal(value) : value;
  if (typeof text !== 'string' || text.trim() === '' || isUrl(text)) return value;
  const path = parseFilePath(text) ?? text.trim();
  const file = normalizePath(path);
  const refuse = (code: 'missing-input' | 'input-not-sendable', args: Problem['args']): PlanValue => {
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
    const variant = mediaType === lfsPointerType ? 'lfs-pointer' : `not-${takes}`;
    return refuse('input-not-sendable', { variant });
  }
  const { knowsUrl } = lookups.files;
  // Without a way to look up URLs, a missing URL is unknown.
  const isKnown = !knowsUrl || (sha256 !== '' && knowsUrl(sha256));
  const refusal = isKnown ? null : findRefusal(found, takesData);
  if (refusal) return refuse('input-not-sendable', refusal);
  return pending({ kind: 'file', file, sha256, takesData, ...(isEnvText(value) ? { isFromEnv: true } : {}) });
}

/** Returns why a file without a URL at the gateway cannot be sent in the body. */
function findRefusal({ bytes }: FoundInput, takesData: boolean): Problem['args'] | null {
  if (!takesData) return { variant: 'no-data' };
  if (bytes <= maxDataUriBytes) return null;
  const megabytes = (size: number): number => Math.ceil(size / (1024 * 1024));
  return { variant: 'too-large', size: megabytes(bytes), max: megabytes(maxDataUriBytes) };
}
