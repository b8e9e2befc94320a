import type { CheckOptions } from '../findTarget.ts';
import type { Job, OutputChoice, Need } from '../job.ts';
import { highestMaxRuns } from '../parse/controlKeys.ts';
import { expandMatrix, type Expansion } from '../matrix/expandMatrix.ts';
import type { Matrix } from '../matrix/matrix.ts';
import { type Dependencies, unionOf } from '../matrix/variant.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import type { SyntaxEntry } from '../syntax/syntaxTree.ts';
import { compileNode } from './compileNode.ts';
import { compileMatrix } from './compileMatrix.ts';
import { compileOutput, type CompiledOutput } from './compileOutput.ts';
import { createVars } from './createVars.ts';
import { describeUnknownName } from './describeUnknownName.ts';
import type { Compiled, FileFacts, Scope } from './scope.ts';

/** A job with its expressions parsed and its matrix expanded. Nothing in it depends on a model yet. */
export interface CompiledJob {
  readonly job: Job;
  readonly expansion: Expansion;
  /** Null if neither the job nor an axis sets one. */
  readonly model: CompiledField | null;
  readonly fields: readonly CompiledField[];
  readonly request: readonly CompiledField[];
  readonly output: CompiledOutput;
  /** Axes that a sent value references: they are variables, not fields. */
  readonly variables: Dependencies;
  /** The needs, including those of `needs:`. */
  readonly needs: readonly Need[];
}

export interface CompiledField {
  readonly entry: SyntaxEntry;
  readonly value: Compiled;
}

export interface CompileContext {
  /** The whole file. */
  readonly text: string;
  readonly file: FileFacts;
  readonly fileName: string | null;
  readonly maxRuns: number;
  readonly options: CheckOptions;
  readonly report: ReportProblem;
}

/** Compiles the expressions of a job in the order of their dependencies: variables, matrix, model, fields, output. */
export function compileJob(job: Job, context: CompileContext): CompiledJob {
  const { report } = context;
  const needs: Need[] = [];
  const scope = buildScope(job, context, needs);
  const matrix = job.matrix && compileMatrix(job.matrix, { ...scope, stage: 'matrix' });
  const expansion = expandMatrix(isEmpty(matrix) ? null : matrix, { repeat: job.repeat, limit: limitOf(context) });
  if (matrix && expansion.count === 0 && !isEmpty(matrix)) {
    report(buildProblem('wrong-matrix', matrix.keyRange, { args: { variant: 'nothing-left' } }));
  }
  const { axes } = expansion;
  const model = compileModel(job, expansion, { ...scope, axes, stage: 'model' });
  const full: Scope = { ...scope, axes, model: model?.value ?? null };
  const compile = (entry: SyntaxEntry, nulls: 'leave-out' | 'keep'): CompiledField => ({
    entry,
    value: compileNode(entry.value, full, nulls),
  });
  const fields = job.fields.map((entry) => compile(entry, 'leave-out'));
  const request = requestEntries(job).map((entry) => compile(entry, 'keep'));
  const sent = [...fields, ...request, ...(job.model && model ? [model] : [])];
  for (const need of job.needs) checkNeed(need, context.file.jobIds, report);
  return {
    job,
    expansion,
    model,
    fields,
    request,
    output: compileOutput(withMetadata(job.output, context.options), { ...full, stage: 'output' }, expansion.variants),
    variables: unionOf(sent.map(({ value }) => value.dependencies)),
    needs: [...needs, ...job.needs.filter(({ id }) => context.file.jobIds.includes(id))],
  };
}

function buildScope(job: Job, { text, file, fileName, options, report }: CompileContext, needs: Need[]): Scope {
  const base = {
    text,
    file,
    job: { id: job.id, name: fileName ?? job.id ?? (file.isKnown ? file.base : null), isBroken: job.isBroken },
    lookups: options.lookups,
    report,
    addNeed: (need: Need) => needs.push(need),
  };
  const vars = createVars(job.vars, base);
  return { ...base, vars, stage: 'field', shownAt: null, axes: [], model: null };
}

function withMetadata(output: OutputChoice, { metadata = 'none' }: CheckOptions): OutputChoice {
  return { ...output, metadata: output.metadata ?? metadata };
}

/** Enough for any file that may run. A larger matrix is an error anyway. */
function limitOf({ maxRuns }: CompileContext): number {
  return Math.min(highestMaxRuns, Math.max(10_000, maxRuns * 10));
}

/** A matrix without axes would mean that nothing is sent, so it is ignored. */
function isEmpty(matrix: Matrix | null): boolean {
  return matrix !== null && matrix.axes.length === 0 && matrix.include.length === 0;
}

const modelKey = 'model';

/** The model is a field of the job, or else an axis. */
function compileModel({ model }: Job, expansion: Expansion, scope: Scope): CompiledField | null {
  if (model) return { entry: model, value: compileNode(model.value, scope, 'keep') };
  return compileAxisField(modelKey, expansion);
}

/** An axis that sets the field with its name. */
export function compileAxisField(name: string, { axes }: Expansion): CompiledField | null {
  const axisIndex = axes.findIndex((axis) => axis.name === name);
  const known = axes[axisIndex]?.values;
  const node = known?.[0]?.node;
  if (!known || !node) return null;
  const range = { start: node.start, end: node.end };
  return {
    entry: { key: name, keyRange: range, value: node, isMerged: false, ...range },
    value: {
      dependencies: new Set([name]),
      evaluate: ({ ids }) => known[ids[axisIndex] ?? -1]?.value ?? null,
    },
  };
}

/** `request` cannot change the model, which determines the checks and the endpoint. */
function requestEntries({ request }: Job): readonly SyntaxEntry[] {
  return (request?.entries ?? []).filter(({ key }) => key !== modelKey);
}

function checkNeed({ id, ...range }: Need, jobIds: readonly string[], report: ReportProblem): void {
  if (!jobIds.includes(id)) report(describeUnknownName(id, range, { owner: 'jobs', known: jobIds }));
}
