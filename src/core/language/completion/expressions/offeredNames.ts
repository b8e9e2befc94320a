import { contexts, type ContextName, findContext, jobValueNames } from '../../../jobFile/expression/contexts.ts';
import { describeValue } from '../../describe/describeValue.ts';
import { contextDescriptions, memberDescriptions } from '../../expressions/expressionWords.ts';
import { resolveVars } from '../../expressions/resolveVars.ts';
import { listJobs } from '../../names/declaredNames.ts';
import { type DocumentView, findFamily, findModel, hasJobs } from '../../view/documentView.ts';
import { findFieldsAt } from '../keys/fieldsAt.ts';
import type { EditedExpression } from './editedExpression.ts';
import type { Step } from './expressionCursor.ts';
import { findDependentVars, listPossibleNeeds } from './listPossibleNeeds.ts';
import { describeValues, listKnownAxes, listMembers, listValuesAt } from './knownAxes.ts';

/** A step that can follow in a path. */
export interface OfferedName {
  readonly step: Step;
  readonly detail?: string;
  readonly documentation?: string;
  /** Whether the name alone has no value, so that another name must follow. */
  readonly needsMember?: boolean;
}

type Edited = Omit<EditedExpression, 'source' | 'start' | 'isClosed' | 'quote'>;

/** Returns the contexts that are known at a position and are not empty. */
export function listContexts(view: DocumentView, edited: Edited): readonly OfferedName[] {
  return contexts
    .filter(
      ({ name, stages }) => edited.stage !== null && stages.includes(edited.stage) && !isEmpty(view, edited, name),
    )
    .map(({ name, members }) => ({
      step: name,
      needsMember: members?.length !== 0,
      documentation: view.translate(contextDescriptions[name] ?? '', {}),
    }));
}

/** Decides by what is fast to know. Which job waits for which is only evaluated for the names of jobs. */
function isEmpty(view: DocumentView, edited: Edited, context: ContextName): boolean {
  switch (context) {
    case 'vars':
      return resolveVars(view, edited.job).names.length === 0;
    case 'jobs':
      return edited.job === null || listJobs(view).length < 2;
    default:
      return findContext(context)?.members?.length !== 0 && listFirst(view, edited, context).length === 0;
  }
}

/** Returns the names below a path that are known and would not be refused. */
export function listMembersOf(view: DocumentView, edited: Edited, owner: readonly Step[]): readonly OfferedName[] {
  const [head, ...steps] = owner;
  const context = findContext(String(head));
  if (!context || edited.stage === null || !context.stages.includes(edited.stage)) return [];
  if (steps.length === 0) return listFirst(view, edited, context.name);
  if (context.name === 'jobs' && steps.length === 1) return listResults(view, edited, String(steps[0]));
  if (context.name !== 'vars' && context.name !== 'matrix') return [];
  return [...listMembers(listValuesAt(view, edited.job, owner))].map(([step, values]) => ({
    step,
    detail: describeValues(values),
  }));
}

function listFirst(view: DocumentView, edited: Edited, context: ContextName): readonly OfferedName[] {
  switch (context) {
    case 'vars':
      return listVars(view, edited);
    case 'matrix':
      return listKnownAxes(view, edited.job).map(({ name, values }) => ({
        step: name,
        detail: describeValues(values),
      }));
    case 'jobs':
      return listOtherJobs(view, edited);
    case 'env':
      return view.world.files?.isTrusted === false ? [] : (view.world.env?.names ?? []).map((step) => ({ step }));
    default:
      return (findContext(context)?.members ?? [])
        .filter((member) => member !== 'fingerprint' || edited.stage === 'output')
        .map((step) => describeMember(view, context, step));
  }
}

function describeMember({ translate }: DocumentView, context: string, step: string): OfferedName {
  const description = memberDescriptions[`${context}.${step}`];
  return description === undefined ? { step } : { step, documentation: translate(description, {}) };
}

function listVars(view: DocumentView, { job, stage, path }: Edited): readonly OfferedName[] {
  const vars = resolveVars(view, job);
  const own = path[path.indexOf('vars') + 1];
  const dependent = stage === 'vars' && own !== undefined ? findDependentVars(view, job, own) : null;
  return vars.names
    .filter((name) => !dependent?.has(name))
    .map((step) => ({ step, detail: describeValues(listValuesAt(view, job, ['vars', step])) }));
}

/** Empty if no job is set: a value for all jobs also applies to the job that it would reference. */
function listOtherJobs(view: DocumentView, { job }: Edited): readonly OfferedName[] {
  if (job === null || !hasJobs(view)) return [];
  const possible = new Set(listPossibleNeeds(view, job));
  return listJobs(view)
    .filter(({ name }) => possible.has(name))
    .map(({ name, node }) => {
      const model = node.kind === 'map' ? node.entries.find(({ key }) => key === 'model') : undefined;
      const detail = findModel(view, name)?.id ?? (model ? describeValue(model.value, view.text) : '');
      return { step: name, needsMember: true, ...(detail === '' ? {} : { detail }) };
    });
}

/** Returns the values of the result of a job. `text` only for chat models. Values that fit the field come first. */
function listResults(view: DocumentView, edited: Edited, job: string): readonly OfferedName[] {
  if (!listOtherJobs(view, edited).some(({ step }) => step === job)) return [];
  const family = findFamily(view, job);
  const fitting = jobValueNames.filter((name) => {
    if (!family) return true;
    const { modality, endpoints } = family;
    if (name === 'text') return endpoints.some(({ dialect }) => dialect !== undefined);
    if (name === 'url' || name === 'urls') return modality !== 'chat';
    if (name === 'title' || name === 'lyrics') return modality === 'music';
    if (name === 'duration') return modality !== 'chat' && modality !== 'image';
    return name !== 'task_id' || endpoints.some(({ pollPath }) => pollPath !== null);
  });
  const wanted = findWanted(view, edited);
  return [...fitting.filter((name) => wanted.has(name)), ...fitting.filter((name) => !wanted.has(name))].map((name) =>
    describeMember(view, 'jobs', name),
  );
}

const texts: ReadonlySet<string> = new Set(['text', 'title', 'lyrics']);

/** Returns what the type of a field expects: URLs for media, strings for text. */
function findWanted(view: DocumentView, { path }: Edited): ReadonlySet<string> {
  const field = findFieldsAt(view, path).fields[0]?.field;
  if (!field) return texts;
  if (!field.isMedia) return field.type.kind === 'string' ? texts : new Set();
  return new Set(field.type.kind === 'array' ? ['urls', 'url', 'files', 'file'] : ['url', 'file']);
}
