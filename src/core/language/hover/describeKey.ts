import { toText } from '../../jobFile/expression/toText.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import { describeField } from '../describe/describeField.ts';
import { describeModality } from '../describe/describeModel.ts';
import { escapeMarkdown, inlineCode } from '../describe/markdown.ts';
import { createEvaluator } from '../expressions/createEvaluator.ts';
import { featureMessages, hoverMessages as words, keyDescriptions } from '../messages.ts';
import { listVars } from '../names/declaredNames.ts';
import { type DocumentView, findFamily, findFields } from '../view/documentView.ts';
import { findMapKind, hasName, type MapKind } from '../view/mapKind.ts';
import type { Hovered } from './findHovered.ts';

/** Describes a key. Reserved words come first, because no field can have their names. */
export function describeKey(view: DocumentView, { owner, key }: Hovered): string | null {
  const mapKind = findMapKind(view.layout, owner);
  const control = describeControl(view, mapKind, key);
  if (control !== null) return control;
  if (mapKind.kind === 'jobs') return describeJob(view, key);
  if (mapKind.kind === 'matrix') return describeAxis(view, key, mapKind.job);
  if (mapKind.kind === 'vars' && !mapKind.isInside) return describeVar(view, key, mapKind.job);
  return describeFieldOf(view, mapKind, key);
}

/** Describes a reserved word of the job file. Null for any other key. */
export function describeControl({ translate }: DocumentView, mapKind: MapKind, key: string): string | null {
  const { kind } = mapKind;
  const isControl = kind === 'gen' || kind === 'output' || kind === 'matrix';
  if (!isControl && kind !== 'file' && kind !== 'job' && kind !== 'defaults') return null;
  const description = getOwn(keyDescriptions, isControl ? `${kind}.${key}` : key);
  return description === undefined ? null : `**${key}**\n\n${translate(description, {})}`;
}

function describeFieldOf(view: DocumentView, mapKind: MapKind, key: string): string | null {
  const field = findFields(view, mapKind).find((each) => hasName(each, key));
  const rules = (mapKind.kind === 'job' && findFamily(view, mapKind.job)?.rules) || [];
  return field ? describeField(field, { rules, translate: view.translate }) : null;
}

/** An axis is either a variable, or it sets the field with its name. */
function describeAxis(view: DocumentView, key: string, job: string | null): string {
  const { translate, checked } = view;
  const isVariable = checked.jobs.find((each) => each.job.id === job)?.compiled.variables.has(key) ?? false;
  const field = isVariable ? null : describeFieldOf(view, { kind: 'job', job }, key);
  const title = `**${escapeMarkdown(key)}** · ${translate(words.axis, {})}`;
  if (isVariable) return `${title}\n\n${translate(words.axisIsVariable, {})}`;
  return field === null ? title : `${title}\n\n${translate(words.axisSetsField, {})}\n\n---\n\n${field}`;
}

function describeVar(view: DocumentView, key: string, job: string | null): string {
  const { translate } = view;
  const title = `**${escapeMarkdown(key)}** · ${translate(words.variable, {})}`;
  const declared = listVars(view, job).find((each) => each.key === key)?.value;
  // The value is shown only if it has an expression. Any other value can be read in the text.
  if (declared?.kind !== 'scalar' || !String(declared.value).includes('${{')) return title;
  const { values } = createEvaluator(view)(String(declared.value), { stage: 'vars', job });
  const [only] = values;
  return only ? `${title}\n\n${translate(words.comesTo, { value: inlineCode(toText(only.value)) })}` : title;
}

/** Describes a job under `jobs:` in one line: what it makes, its model, its requests. Null if it is missing. */
export function describeJob({ checked, layout, translate }: DocumentView, id: string): string | null {
  const found = checked.jobs.find(({ job }) => job.id === id);
  if (!found && !layout.findJob(id)) return null;
  const { target, compiled } = found ?? {};
  const count = compiled?.expansion.count ?? 1;
  return [
    `**${translate(words.job, { job: inlineCode(id) })}**`,
    ...(target?.modality ? [describeModality(target.modality, translate)] : []),
    ...(target?.modelId ? [inlineCode(target.modelId)] : []),
    ...(count > 1 ? [translate(featureMessages.requestCount, { count })] : []),
  ].join(' · ');
}
