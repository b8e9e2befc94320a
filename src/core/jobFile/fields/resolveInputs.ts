import { parseFilePath, isUrl } from '../filePath.ts';
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
import { readFileText } from '../lookups.ts';
import type { Lookups } from '../lookups.ts';
import type { ReportProblem } from '../problem.ts';
import type { SyntaxNode } from '../syntax/syntaxTree.ts';
import { checkInputFile } from './checkInputFile.ts';
import { type MediaReading, readingOfMember } from './mediaReading.ts';

export interface InputContext {
  readonly lookups: Lookups | undefined;
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
  if (reading.kind === 'media') return resolveMedia(value, { node, reading }, context);
  return resolveText(value, node, context);
}

function resolveMedia(
  value: PlanValue,
  { node, reading }: { readonly node: SyntaxNode; readonly reading: Extract<MediaReading, { kind: 'media' }> },
  context: InputContext,
): PlanValue {
  const { takes, takesData } = reading;
  if (isPending(value)) {
    const known = pendingOf(value);
    return known.kind === 'template' ? pending({ ...known, media: { takesData } }) : value;
  }
  const text = isEnvText(value) ? reveal(value) : value;
  if (typeof text !== 'string' || text.trim() === '' || isUrl(text)) return value;
  return checkInputFile(parseFilePath(text) ?? text.trim(), {
    range: node,
    takes,
    takesData,
    isFromEnv: isEnvText(value),
    ...context,
  });
}

function resolveText(value: PlanValue, node: SyntaxNode, context: InputContext): PlanValue {
  const isWritten = node.kind === 'scalar' && parseFilePath(node.value) !== null;
  const path = isWritten && isSettled(value) ? parseFilePath(reveal(value)) : null;
  if (path === null) return value;
  const text = readFileText(path, { start: node.start, end: node.end, use: 'text' }, context);
  return text === null || !isSettled(value) ? unknownValue : concealLike(value, text);
}

/** Whether a value can contain a file at all. Most values cannot, and are left unchanged. */
export function mayHoldInputs(node: SyntaxNode, reading: MediaReading): boolean {
  switch (node.kind) {
    case 'scalar': {
      if (typeof node.value !== 'string') return false;
      return reading.kind === 'media' || reading.kind === 'fields' || node.value.startsWith('file://');
    }
    case 'sequence':
      return node.items.some((item) => mayHoldInputs(item, reading));
    default:
      return node.entries.some(({ key, value }) => mayHoldInputs(value, readingOfMember(reading, key)));
  }
}
