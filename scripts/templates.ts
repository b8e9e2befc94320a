import { bundledCatalog } from '../src/core/catalog/bundledCatalog.ts';
import type { Field, FieldType } from '../src/core/catalog/field.ts';
import { liveDescription, unknownFields } from '../src/core/catalog/published/liveFamily.ts';
import { problemTexts } from '../src/core/language/problems/problemTexts.ts';

// Every text of core, of the page and about errors that is translated, for the list of them.
export * from '../src/core/language/messages.ts';
export * from '../src/host/ui/errorTexts.ts';
export { notJobFileMessages } from '../src/core/jobFile/recognize/findNotJobFile.ts';
export { relatedMessages } from '../src/core/language/problems/describeProblem.ts';
export { ruleTexts } from '../src/core/language/problems/ruleTexts.ts';
export { sheetMessages } from '../src/node/sheet/buildSheet.ts';
export { previewStrings } from '../src/protocol/previewStrings.ts';

export const problemMessages: readonly string[] = Object.values(problemTexts).flatMap((text) =>
  typeof text === 'string' ? [text] : Object.values(text),
);

/** Descriptions of the catalog, which are part of its data and are translated like other texts. */
export const catalogMessages: readonly string[] = [
  liveDescription,
  ...unknownFields.fields.flatMap(listDescriptions),
  ...bundledCatalog.families.flatMap(({ description, fields, rules }) => [
    description,
    ...fields.flatMap(listDescriptions),
    ...rules.flatMap(reasonOf),
  ]),
];

function listDescriptions({ description, type, constraints = [], valueLabels = {} }: Field): readonly string[] {
  const labels = Object.values(valueLabels);
  return [description, ...labels, ...constraints.flatMap(reasonOf), ...listMembers(type).flatMap(listDescriptions)];
}

function reasonOf({ reason }: { readonly reason?: string }): readonly string[] {
  return reason === undefined ? [] : [reason];
}

function listMembers(type: FieldType): readonly Field[] {
  if (type.kind === 'array') return listMembers(type.items);
  return type.kind === 'object' ? type.fields : [];
}
