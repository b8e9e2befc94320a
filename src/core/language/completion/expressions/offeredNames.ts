import { contexts, type ContextName, findContext, jobValueNames } from '../../../jobFile/expression/contexts.ts';
import { lookUpIn } from '../../../jobFile/expression/evaluateTemplate.ts';
import { listNamesBelow } from '../../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import type { Job } from '../../../jobFile/job.ts';
import { isSettled, reveal } from '../../../jobFile/planValue.ts';
import { findEntry, listScalars, type SyntaxNode } from '../../../jobFile/syntax/syntaxNode.ts';
import { type Graph, invertGraph } from '../../../support/graph.ts';
import { groupBy } from '../../../support/groupBy.ts';
import { isJsonObject, stringifyJson, type JsonValue } from '../../../support/json/json.ts';
import { cutText } from '../../../support/text/cutText.ts';
import { describeValue } from '../../describe/describeField.ts';
import { resolveVars } from '../../expressions/createEvaluator.ts';
import { contextDescriptions, memberDescriptions } from '../../expressions/expressionWords.ts';
import { listJobs, listVars } from '../../names/declaredNames.ts';
import { type DocumentView, findFamily, findModel } from '../../view/documentView.ts';
import { findFieldsAt } from '../keys/candidates.ts';
import type { EditedExpression, Step } from './expressionCursor.ts';

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
  if (context === 'vars') return resolveVars(view, edited.job).names().length === 0;
  if (context === 'jobs') return edited.job === null || listJobs(view).length < 2;
  return findContext(context)?.members?.length !== 0 && listFirst(view, edited, context).length === 0;
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
  if (context === 'vars') return offerVars(view, edited);
  if (context === 'jobs') return listOtherJobs(view, edited);
  if (context === 'matrix') {
    return listKnownAxes(view, edited.job).map(({ name, values }) => ({ step: name, detail: describeValues(values) }));
  }
  if (context === 'env') {
    return view.world.files?.isTrusted === false ? [] : (view.world.env?.names ?? []).map((step) => ({ step }));
  }
  return (findContext(context)?.members ?? [])
    .filter((member) => member !== 'fingerprint' || edited.stage === 'output')
    .map((step) => describeMember(view, context, step));
}

function describeMember({ translate }: DocumentView, context: string, step: string): OfferedName {
  const description = memberDescriptions[`${context}.${step}`];
  return description === undefined ? { step } : { step, documentation: translate(description, {}) };
}

function offerVars(view: DocumentView, { job, stage, path }: Edited): readonly OfferedName[] {
  const vars = resolveVars(view, job);
  const own = path[path.indexOf('vars') + 1];
  const dependent = stage === 'vars' && own !== undefined ? findDependentVars(view, job, own) : null;
  return vars
    .names()
    .filter((name) => !dependent?.has(name))
    .map((step) => ({ step, detail: describeValues(listValuesAt(view, job, ['vars', step])) }));
}

/** Empty if no job is set: a value for all jobs also applies to the job that it would reference. */
function listOtherJobs(view: DocumentView, { job }: Edited): readonly OfferedName[] {
  if (job === null || !view.layout.hasJobs) return [];
  const possible = new Set(listPossibleNeeds(view, job));
  return listJobs(view)
    .filter(({ key }) => possible.has(key))
    .map(({ key, value }) => {
      const model = value.kind === 'map' ? findEntry(value, 'model') : undefined;
      const detail = findModel(view, key)?.id ?? (model ? describeValue(model.value, view.text) : '');
      return { step: key, needsMember: true, ...(detail === '' ? {} : { detail }) };
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

/** Returns the ids of the jobs that a job may wait for: all except itself and those that wait for it. */
export function listPossibleNeeds(view: DocumentView, job: string): readonly string[] {
  const { jobs } = view.checked;
  const graph = new Map(jobs.map((each) => [each.job.id ?? '', each.compiled.needs.map(({ id }) => id)]));
  const waiting = findDependents(job, graph);
  return jobs.flatMap(({ job: { id } }) => (id === null || waiting.has(id) ? [] : [id]));
}

/** Returns the variables that reference a variable, itself included. A reference to one of them would be a cycle. */
function findDependentVars(view: DocumentView, job: string | null, name: string): ReadonlySet<string> {
  const graph = new Map(listVars(view, job).map(({ key, value }) => [key, listVarsIn(value)]));
  return findDependents(name, graph);
}

/** Returns all names that lead to a name, itself included. */
function findDependents(name: string, graph: Graph): ReadonlySet<string> {
  const dependents = invertGraph(graph);
  // The set grows while the loop walks it.
  const found = new Set([name]);
  for (const each of found) for (const dependent of dependents.get(each) ?? []) found.add(dependent);
  return found;
}

function listVarsIn(node: SyntaxNode): readonly string[] {
  const pieces = listScalars(node).flatMap(({ value }) => (typeof value === 'string' ? scanTemplate(value) : []));
  return listNamesBelow(
    'vars',
    pieces.flatMap((piece) => (piece.kind === 'expression' ? [piece.source] : [])),
  );
}

/**
 * Returns the axes that a job sees. If no job is set, returns the axes that all jobs have, because a value for all jobs
 * is evaluated in each. Most jobs have no matrix, and the file is checked only for those that do.
 */
export function listKnownAxes({ checked }: DocumentView, job: string | null) {
  const isMeant = ({ id }: Job): boolean => job === null || id === job;
  const jobs = checked.jobFile.jobs.filter(isMeant);
  if (jobs.some(({ matrix }) => !matrix)) return [];
  const axes = checked.jobs.filter((each) => isMeant(each.job)).flatMap(({ compiled }) => compiled.expansion.axes);
  return [...groupBy(axes, ({ name }) => name)]
    .filter(([, namesakes]) => namesakes.length === jobs.length)
    .map(([name, namesakes]) => ({
      name,
      values: namesakes.flatMap(({ values }) =>
        values
          .map(({ value }) => value)
          .filter(isSettled)
          .map(reveal),
      ),
    }));
}

/** Returns the possible values of a path, which starts with `vars` or `matrix`. Empty if they are unknown. */
export function listValuesAt(view: DocumentView, job: string | null, path: readonly Step[]): readonly JsonValue[] {
  const [context, name, ...steps] = path;
  if (name === undefined) return [];
  const found = context === 'vars' ? resolveVars(view, job).resolve(String(name), { start: 0, end: 0 }) : null;
  const ofVars = found?.state === 'known' ? [reveal(found.value)] : [];
  const values = found ? ofVars : listKnownAxes(view, job).find((axis) => axis.name === String(name))?.values;
  return (values ?? []).map((value) => lookUpIn(value, steps)).filter((value) => value !== undefined);
}

/** Returns the names or indexes inside values, with the values at each of them. */
function listMembers(values: readonly JsonValue[]): ReadonlyMap<Step, readonly JsonValue[]> {
  const members = new Map<Step, JsonValue[]>();
  for (const value of values) {
    const entries: readonly (readonly [Step, JsonValue])[] = Array.isArray(value)
      ? value.map((item: JsonValue, index) => [index, item])
      : Object.entries(isJsonObject(value) ? value : {});
    for (const [step, member] of entries) members.set(step, [...(members.get(step) ?? []), member]);
  }
  return members;
}

/** Number of characters that fit beside a label without pushing the list apart. */
const maxCharacters = 50;

/** Describes values in one short line, beside a name. */
export function describeValues(values: readonly JsonValue[]): string {
  const shown = [...new Set(values.map((value) => (typeof value === 'string' ? value : stringifyJson(value))))];
  const [line = ''] = shown.join(', ').trim().split('\n', 1);
  return cutText(line, maxCharacters);
}
