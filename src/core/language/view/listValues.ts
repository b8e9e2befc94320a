import type { Field } from '../../catalog/field.ts';
import { isMediaFieldName } from '../../catalog/mediaFields.ts';
import { isAbsolutePath, isUrl, parseFilePath } from '../../jobFile/lookups.ts';
import type { ScalarNode, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type DocumentView, findFields, hasJobs } from './documentView.ts';
import { findMapKind } from './mapKind.ts';

/** A scalar and its range. */
export interface WrittenValue {
  /** Keys from the root down to the scalar. Items add none. */
  readonly path: readonly string[];
  readonly node: ScalarNode;
}

/**
 * Lists all scalars that touch a range, in the order of the text. Values that are merged, or come from an alias, are
 * written elsewhere.
 */
export function listValues({ text, checked }: DocumentView, range: TextRange): readonly WrittenValue[] {
  const values: WrittenValue[] = [];
  const visit = (node: SyntaxNode, path: readonly string[]): void => {
    if (node.end < range.start || node.start > range.end || text[node.start] === '*') return;
    switch (node.kind) {
      case 'scalar':
        values.push({ path, node });
        return;
      case 'sequence':
        for (const item of node.items) visit(item, path);
        return;
      case 'map':
        for (const { isMerged, key, value } of node.entries) if (!isMerged) visit(value, [...path, key]);
        return;
      default:
        assertNever(node);
    }
  };
  if (checked.jobFile.root) visit(checked.jobFile.root, []);
  return values;
}

/** Returns the field of a path of keys. Undefined if there is none, or if it is not known. */
export type FindField = (path: readonly string[]) => Field | undefined;

/**
 * For many paths of one version: the fields of a map are looked up once. An axis has the values of the field with its
 * name.
 */
export function createFieldFinder(view: DocumentView): FindField {
  const isSet = hasJobs(view);
  const known = new Map<string, ReadonlyMap<string, Field>>();
  return (path) => {
    const owner = path.slice(0, path.at(-2) === 'matrix' ? -2 : -1);
    const id = owner.join('\n');
    const fields = known.get(id) ?? indexByName(findFields(view, findMapKind(owner, { hasJobs: isSet })));
    known.set(id, fields);
    return fields.get(path.at(-1) ?? '');
  };
}

/** If two families have the field, the first one is used. */
function indexByName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const pairs = fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field] as const));
  return new Map(pairs.toReversed());
}

/**
 * Returns the local file that a media value names, as it is written. Null if the value names no file that may be read.
 */
export function findInputPath(view: DocumentView, { path, node }: WrittenValue, findField: FindField): string | null {
  const { value } = node;
  if (typeof value !== 'string' || value.includes('${{') || isUrl(value) || !takesMedia(view, path, findField))
    return null;
  const file = (parseFilePath(value) ?? value).trim();
  return file === '' || file.includes('\n') || isAbsolutePath(file) ? null : file;
}

/** A field that accepts media does so at any depth. If the catalog does not know the field, its name decides. */
function takesMedia(view: DocumentView, path: readonly string[], findField: FindField): boolean {
  const fields = path.map((_, index) => findField(path.slice(0, index + 1)));
  if (fields.some((field) => field?.isMedia)) return true;
  const { kind } = findMapKind(path.slice(0, -1), { hasJobs: hasJobs(view) });
  const isSent = kind === 'job' || kind === 'defaults' || kind === 'member';
  return isSent && fields.at(-1) === undefined && isMediaFieldName(path.at(-1) ?? '');
}
