import type { ModelFamily, Modality } from '../src/core/catalog/catalog.ts';
import type { Field, FieldType } from '../src/core/catalog/field.ts';
import { describeConstraint, describeMeaning, describeType } from '../src/core/language/describe/describeField.ts';
import type { Translate } from '../src/core/language/languageService.ts';
import { fillTemplate } from '../src/core/support/text/fillTemplate.ts';

const english: Translate = (template, values) => fillTemplate(template, values);

const headings: readonly (readonly [Modality, string])[] = [
  ['image', 'Images'],
  ['music', 'Music'],
  ['speech', 'Speech'],
  ['video', 'Video'],
  ['chat', 'Chat'],
];

/** Writes docs/models.md: every bundled model with its endpoints and fields. */
export function buildModelsPage(families: readonly ModelFamily[]): string {
  const groups = headings.map(([modality, heading]) => {
    const own = families.filter((family) => family.modality === modality);
    return [`## ${heading}`, ...own.map(describeFamily)].join('\n\n');
  });
  return `${[intro, ...groups].join('\n\n')}\n`;
}

const intro = `# Models and fields

<!-- Written by \`npm run docs\` from src/core/catalog. A test compares them. -->

These are the models that ship with Genwright. The **Models** view also has those that your gateway publishes. A model
that is in neither list needs \`gen.endpoint\`, and its fields are sent unchanged. Fields that the gateway requires are
marked. Hover over a field in a job file to see its rules together with other fields.`;

function describeFamily({ title, description, models, prefixes = [], endpoints, fields }: ModelFamily): string {
  const names = [...models, ...prefixes.map((prefix) => `${prefix}…`)];
  const paths = endpoints.map(({ path }) => `\`${path}\``).join(', ');
  const model = names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : 'none';
  const rows = listFields(fields).map(
    ([path, field]) => `| \`${path}\` | ${describeType(field, english)} | ${describe(field)} |`,
  );
  return [
    `### ${title}`,
    description,
    `- Model: ${model}\n- Endpoint: ${paths}`,
    ['| field | type | meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

/** Returns the fields with their paths, each followed by those inside it: `metadata.duration`, `refs[].url`. */
function listFields(fields: readonly Field[], parent = ''): readonly (readonly [string, Field])[] {
  return fields.flatMap((field) => {
    const path = `${parent}${field.name}`;
    return [[path, field], ...listInside(field.type, path)] as const;
  });
}

function listInside(type: FieldType, path: string): readonly (readonly [string, Field])[] {
  if (type.kind === 'array') return listInside(type.items, `${path}[]`);
  return type.kind === 'object' ? listFields(type.fields, `${path}.`) : [];
}

function describe(field: Field): string {
  const limits = (field.constraints ?? []).map((each) => `${describeConstraint(each, english)}.`);
  const preset = field.default === undefined ? [] : [`Default: \`${field.default}\`.`];
  const text = [describeMeaning(field, english), ...limits, ...preset].join(' ');
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}
