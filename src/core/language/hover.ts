import { assertNever } from '../support/assertNever.ts';
import { findModelPrefix } from '../catalog/modelPrefixes.ts';
import type { MapNode, SyntaxEntry, SyntaxNode } from '../jobFile/syntaxTree.ts';
import type { TextRange } from '../support/textRange.ts';
import { describeField } from './describeField.ts';
import { describeModel, describeUnknownModel } from './describeModel.ts';
import { type DocumentView, findFamily, findFields, hasJobs } from './documentView.ts';
import type { Hover } from './languageService.ts';
import { keyDescriptions } from './messages.ts';
import { findScope } from './scope.ts';

/** What a key means, or which model this is. Null where there is nothing to add to the text itself. */
export function hover(view: DocumentView, offset: number): Hover | null {
  const { root } = view.checked.jobFile;
  const found = root && findAt(root, offset, []);
  if (!found) return null;
  const markdown = found.isKey ? describeKey(view, found) : describeValue(view, found);
  return markdown === undefined ? null : { markdown, start: found.range.start, end: found.range.end };
}

/** A key, or the scalar behind it, with the keys above. */
interface Found {
  readonly path: readonly string[];
  readonly entry: SyntaxEntry;
  readonly isKey: boolean;
  readonly range: TextRange;
}

/** What is merged in stands elsewhere in the file, where it is hovered on its own. */
function findAt(map: MapNode, offset: number, path: readonly string[]): Found | undefined {
  for (const entry of map.entries) {
    if (entry.isMerged || offset < entry.start || offset > entry.end) continue;
    if (isInside(entry.keyRange, offset)) return { path, entry, isKey: true, range: entry.keyRange };
    if (!isInside(entry.value, offset)) continue;
    return findInValue(entry.value, offset, { path, entry });
  }
  return undefined;
}

function findInValue(
  node: SyntaxNode,
  offset: number,
  { path, entry }: { readonly path: readonly string[]; readonly entry: SyntaxEntry },
): Found | undefined {
  switch (node.kind) {
    case 'scalar':
      return { path, entry, isKey: false, range: node };
    case 'map':
      return findAt(node, offset, [...path, entry.key]);
    case 'sequence': {
      const item = node.items.find((each) => isInside(each, offset));
      return item && findInValue(item, offset, { path, entry });
    }
    default:
      return assertNever(node);
  }
}

function isInside({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Reserved words first: no field can have their names. */
function describeKey(view: DocumentView, { path, entry: { key } }: Found): string | undefined {
  const { translate } = view;
  const scope = findScope(path, { hasJobs: hasJobs(view) });
  const isControl = scope.kind === 'gen' || scope.kind === 'output' || scope.kind === 'matrix';
  const prefix = isControl ? `${scope.kind}.` : '';
  const isReservable = scope.kind !== 'member' && scope.kind !== 'jobs' && scope.kind !== 'other';
  const description = isReservable ? keyDescriptions[prefix + key] : undefined;
  if (description !== undefined) return `**${key}**\n\n${translate(description, {})}`;
  const field = findFields(view, scope).find(({ name, aliases }) => name === key || aliases?.includes(key));
  const rules = (scope.kind === 'job' && findFamily(view, scope.job)?.rules) || [];
  return field && describeField(field, { rules, translate });
}

function describeValue(view: DocumentView, { path, entry: { key, value } }: Found): string | undefined {
  const { kind } = findScope(path, { hasJobs: hasJobs(view) });
  if (key !== 'model' || (kind !== 'job' && kind !== 'defaults')) return undefined;
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') return undefined;
  const model = view.catalog.findModel(value.value);
  if (model) return describeModel(model, view.translate);
  return describeUnknownModel(value.value, findModelPrefix(value.value), view.translate);
}
