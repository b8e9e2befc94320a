import type { Field } from '../../catalog/field.ts';
import { isMediaFieldName } from '../../catalog/mediaFields.ts';
import { isAbsolutePath, isUrl, parseFilePath } from '../../jobFile/lookups.ts';
import type { ScalarNode, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type DocumentView, findFields } from './documentView.ts';
import { findMapKind } from './mapKind.ts';

export interface WrittenValue {
  /** Keys from the root down to the scalar. Items add none. */
  readonly path: readonly string[];
  readonly node: ScalarNode;
}

/** Lists the scalars that are written in a range, in the order of the text. Merged values and aliases are not. */
export function listValues({ text, checked }: DocumentView, range: TextRange): readonly WrittenValue[] {
  const values: WrittenValue[] = [];
  const visit = (node: SyntaxNode, path: readonly string[]): void => {
    if (node.end < range.start || node.start > range.end || text[node.start] === '*') return;
    if (node.kind === 'scalar') values.push({ path, node });
    else if (node.kind === 'sequence') for (const item of node.items) visit(item, path);
    else for (const { isMerged, key, value } of node.entries) if (!isMerged) visit(value, [...path, key]);
  };
  if (checked.jobFile.root) visit(checked.jobFile.root, []);
  return values;
}

export function createFieldFinder(view: DocumentView): DocumentView['findField'] {
  const known = new Map<string, ReadonlyMap<string, Field>>();
  return (path) => {
    const owner = path.slice(0, path.at(-2) === 'matrix' ? -2 : -1);
    const id = owner.join('\n');
    const fields = known.get(id) ?? indexByName(findFields(view, findMapKind(view.layout, owner)));
    known.set(id, fields);
    return fields.get(path.at(-1) ?? '');
  };
}

/** If two families have the field, the first one is used. */
function indexByName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const pairs = fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field] as const));
  return new Map(pairs.toReversed());
}

/** Returns the local file that a media value names, as it is written. Null if it names none that may be read. */
export function findInputPath(view: DocumentView, { path, node }: WrittenValue): string | null {
  const { value } = node;
  if (typeof value !== 'string' || value.includes('${{') || isUrl(value) || !takesMedia(view, path)) return null;
  const file = (parseFilePath(value) ?? value).trim();
  return file === '' || file.includes('\n') || isAbsolutePath(file) ? null : file;
}

/** A field that accepts media does so at any depth. If the catalog does not know the field, its name decides. */
function takesMedia({ layout, findField }: DocumentView, path: readonly string[]): boolean {
  const fields = path.map((_, index) => findField(path.slice(0, index + 1)));
  if (fields.some((field) => field?.isMedia)) return true;
  const { kind } = findMapKind(layout, path.slice(0, -1));
  const isSent = kind === 'job' || kind === 'defaults' || kind === 'member';
  return isSent && fields.at(-1) === undefined && isMediaFieldName(path.at(-1) ?? '');
}
