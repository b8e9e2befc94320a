import { endpoints } from '../../catalog/endpoints.ts';
import type { Field } from '../../catalog/field.ts';
import { findModelPrefix } from '../../catalog/modelPrefixes.ts';
import { defaultMaxTokens } from '../../jobFile/requests/buildBody.ts';
import { countCodePoints } from '../../support/text/countCodePoints.ts';
import { describeConstraint, describeMeaning } from '../describe/describeField.ts';
import { describeEndpoint, describeModel, describeUnknownModel } from '../describe/describeModel.ts';
import { escapeMarkdown, inlineCode, withoutLinks } from '../describe/markdown.ts';
import { createEvaluator } from '../expressions/createEvaluator.ts';
import { readLength } from '../expressions/readLength.ts';
import { featureMessages, hoverMessages as words } from '../messages.ts';
import { type DocumentView, findTypicalCost } from '../view/documentView.ts';
import { findMapKind } from '../view/mapKind.ts';
import { describeJob, describeControl } from './describeKey.ts';
import type { Hovered } from './findHovered.ts';

/** Describes a value. Null if there is nothing to add to the text. */
export function describeWritten(view: DocumentView, hovered: Hovered): string | null {
  const { owner, key, node } = hovered;
  const mapKind = findMapKind(view.layout, owner);
  if (!node || node.value === null || node.value === '') return null;
  if (key === 'model' && ['job', 'defaults', 'matrix'].includes(mapKind.kind)) return describeModelValue(view, hovered);
  if (key === 'needs' && mapKind.kind === 'job') return describeJob(view, String(node.value));
  if (mapKind.kind === 'gen' && key === 'endpoint') return describePath(view, String(node.value));
  if (mapKind.kind === 'gen' || mapKind.kind === 'output') return describeControl(view, mapKind, key);
  const field = view.findField([...owner, key]);
  return field ? describeFieldValue(view, field, hovered) : null;
}

function describeModelValue(view: DocumentView, { owner, node }: Hovered): string | null {
  const { catalog, translate } = view;
  const id = node?.value;
  if (typeof id !== 'string' || id.includes('${{')) return null;
  const model = catalog.findModel(id);
  if (!model) return describeUnknownModel(id, findModelPrefix(id), translate);
  const described = describeModel(model, translate, findTypicalCost(view, id));
  return [described, ...describeLeftOut(view, owner)].join('\n\n');
}

function describeLeftOut({ checked, translate }: DocumentView, owner: readonly string[]): readonly string[] {
  const id = owner[0] === 'jobs' ? owner[1] : null;
  const found = checked.jobs.find(({ job }) => job.id === id);
  const isLeftOut = found?.job.fields.every((entry) => entry.key !== 'max_tokens') ?? false;
  if (!isLeftOut || found?.target?.endpoint.dialect !== 'messages') return [];
  return [translate(words.leftOut, { field: inlineCode('max_tokens'), value: inlineCode(String(defaultMaxTokens)) })];
}

function describePath({ catalog, translate }: DocumentView, path: string): string | null {
  const families = catalog.families.filter((family) => family.endpoints.some((each) => each.path === path));
  const known = [...families.flatMap((family) => family.endpoints), ...Object.values(endpoints)];
  const endpoint = known.find((each) => each.path === path);
  if (!endpoint) return null;
  const titles = families.map(({ title }) => withoutLinks(title)).join(', ');
  const described = describeEndpoint(endpoint, translate);
  return titles === '' ? described : `${described}\n\n${translate(words.endpointOf, { families: titles })}`;
}

/** Compares the value with the rules of its field: characters used, its range, its list. */
function describeFieldValue(view: DocumentView, field: Field, { owner, key, node }: Hovered): string | null {
  const { translate } = view;
  if (!node) return null;
  const limits = (field.constraints ?? []).filter(({ kind }) => kind !== 'length' && kind !== 'items');
  const used = readLength(view, { path: [...owner, key], node }, createEvaluator(view));
  const facts = [
    ...(used ? [translate(featureMessages.lengthUsedTooltip, { ...used })] : []),
    ...limits.map((each) => describeConstraint(each, translate)),
    ...(field.default !== undefined && field.default === node.value ? [translate(words.isDefault, {})] : []),
  ];
  if (facts.length === 0) return null;
  // Prose needs no description.
  const isLong = typeof node.value === 'string' && (field.isProse || countCodePoints(node.value) > maxTitle);
  const name = `**${escapeMarkdown(field.name)}**`;
  const title = isLong ? name : `${name}: ${inlineCode(String(node.value))}`;
  return [
    title,
    ...(isLong ? [] : [describeMeaning(field, translate)]),
    facts.map((fact) => `- ${fact}`).join('\n'),
  ].join('\n\n');
}

const maxTitle = 60;
