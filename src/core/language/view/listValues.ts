import type { Field } from '../../catalog/field.ts';
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
