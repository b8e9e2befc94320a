import { assertNever } from '../support/assertNever.ts';
import type { TextRange } from '../support/textRange.ts';
import type { Field } from '../catalog/field.ts';
import type { ScalarNode, SyntaxNode } from '../jobFile/syntaxTree.ts';
import { type DocumentView, findFields, hasJobs } from './documentView.ts';
import { findScope } from './scope.ts';

/** A scalar where it is written. */
export interface WrittenValue {
  /** Keys from the root down to it; items add none. */
  readonly path: readonly string[];
  readonly node: ScalarNode;
}

/** All scalars that touch a range, in the order of the text. What is merged in or stands behind an alias is written elsewhere. */
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

/** The field that a path of keys leads to; undefined where it leads to none, or to one that nobody knows. */
export type FindField = (path: readonly string[]) => Field | undefined;

/** For many paths of one version: the fields of a map are looked up once. An axis has the values of the field of its name. */
export function createFieldFinder(view: DocumentView): FindField {
  const isSet = hasJobs(view);
  const known = new Map<string, ReadonlyMap<string, Field>>();
  return (path) => {
    const owner = path.slice(0, path.at(-2) === 'matrix' ? -2 : -1);
    const id = owner.join('\n');
    const fields = known.get(id) ?? indexByName(findFields(view, findScope(owner, { hasJobs: isSet })));
    known.set(id, fields);
    return fields.get(path.at(-1) ?? '');
  };
}

/** Of two families the first one counts. */
function indexByName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const pairs = fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field] as const));
  return new Map(pairs.toReversed());
}
