import { sanitizeFileName } from '../../artifact/fileName.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { Job, OutputChoice, Need } from '../job.ts';
import { highestMaxRuns } from '../parse/controlKeys.ts';
import { holdsEnv, isJson, isPending, pendingOf } from '../planValue.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { toNameText } from '../recordRequest.ts';
import type { OutputPlan } from '../request.ts';
import type { SyntaxEntry, ScalarNode } from '../syntax/syntaxNode.ts';
import type { Template, Reference } from '../template.ts';
import { compileNode, compileParts, dependenciesOf, evaluatePart, type TextPart, noVariant } from './compileNode.ts';
import { createVars } from './createVars.ts';
import { expandMatrix, type Expansion, compileMatrix } from './expandMatrix.ts';
import { describeUnknownName } from './reference.ts';
import { type Compiled, type FileFacts, findJobById, listJobIds, type Scope } from './scope.ts';
import { type Dependencies, findAxis, noDependencies, unionOf, valueIn, type Variant } from './variant.ts';

/** A job with its expressions parsed and its matrix expanded. What the catalog says of its model is not used yet. */
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
  readonly needs: readonly Need[];
}

export interface CompiledField {
  readonly entry: SyntaxEntry;
  readonly value: Compiled;
}

export interface CompileContext {
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
  // A matrix without axes would mean that nothing is sent, so it is ignored.
  const isEmpty = matrix?.axes.length === 0 && matrix.include.length === 0;
  // Enough for any file that may run. A larger matrix is an error anyway.
  const limit = Math.min(highestMaxRuns, Math.max(10_000, context.maxRuns * 10));
  const expansion = expandMatrix(isEmpty ? null : matrix, { repeat: job.repeat, limit });
  if (matrix && expansion.count === 0) {
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
  // `request` cannot change the model, which determines the checks and the endpoint.
  const extras = (job.request?.entries ?? []).filter(({ key }) => key !== 'model');
  const request = extras.map((entry) => compile(entry, 'keep'));
  const sent = [...fields, ...request, ...(job.model && model ? [model] : [])];
  const { file } = context;
  const needed = job.needs.filter(({ id }) => findJobById(file.jobs, id));
  for (const { id, ...range } of job.needs) {
    if (findJobById(file.jobs, id)) continue;
    report(describeUnknownName(id, range, { owner: 'jobs', known: listJobIds(file), file }));
  }
  return {
    job,
    expansion,
    model,
    fields,
    request,
    output: compileOutput(
      job.output,
      { ...full, stage: 'output' },
      { ...context.options, variants: expansion.variants },
    ),
    variables: unionOf(sent.map(({ value }) => value.dependencies)),
    needs: [...needs, ...needed],
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

function compileModel({ model }: Job, expansion: Expansion, scope: Scope): CompiledField | null {
  if (model) return { entry: model, value: compileNode(model.value, scope, 'keep') };
  return compileAxisField('model', expansion);
}

/** An axis that sets the field with its name. A combination without the axis, as `include` adds it, has what is written. */
export function compileAxisField(name: string, { axes }: Expansion, written?: CompiledField): CompiledField | null {
  const axis = findAxis(axes, name);
  const node = axis?.values[0]?.node;
  if (!node) return null;
  const range = { start: node.start, end: node.end };
  return {
    entry: { key: name, keyRange: range, value: node, isMerged: false, ...range },
    value: {
      dependencies: unionOf([new Set([name]), written?.value.dependencies ?? noDependencies]),
      evaluate: (variant) => {
        const found = valueIn(axis, variant);
        return found ? found.value : (written?.value.evaluate(variant) ?? null);
      },
    },
  };
}

/** The target of artifacts, as far as the file sets it. */
interface CompiledOutput {
  readonly dependencies: Dependencies;
  /** `defaultName` is sanitized. It is used if the file sets no name, or an empty one. */
  readonly evaluate: (variant: Variant, defaultName: string) => OutputPlan;
}

interface OutputContext extends Pick<CheckOptions, 'metadata'> {
  readonly variants: readonly Variant[];
}

/**
 * Compiles the expressions of `output:`. Those that reference the result stay for later. Names are recorded and
 * committed, so a value from the environment is an error in any of `variants`.
 */
function compileOutput(
  choice: OutputChoice,
  scope: Scope,
  { metadata = 'none', variants }: OutputContext,
): CompiledOutput {
  const rest = { collision: choice.collision ?? 'number', metadata: choice.metadata ?? metadata } as const;
  const nodes = [choice.dir, choice.name, choice.path];
  const [dir, name, path] = nodes.map((node: ScalarNode | null) => node && compilePath(node, scope, variants));
  if (!dir && !name && !path) {
    return {
      dependencies: noDependencies,
      evaluate: (_, name) => ({ dir: '', name, collision: rest.collision, metadata: rest.metadata }),
    };
  }
  const parts = [...(dir ?? []), ...(name ?? []), ...(path ?? [])];
  return {
    dependencies: unionOf(parts.map((part) => dependenciesOf(part, scope))),
    evaluate(variant, defaultName) {
      const partsOf = (written: readonly TextPart[]): readonly PathPart[] =>
        written.map((part) => toPathPart(part, variant, scope));
      const target = splitTarget(path ? partsOf(path) : []);
      const dirTemplate = buildPathTemplate(dir ? splitPathParts(partsOf(dir)) : target.dir);
      const nameTemplate = buildPathTemplate([name ? partsOf(name) : target.name]);
      const [dirText, nameText] = [textOf(dirTemplate), textOf(nameTemplate)];
      const templates = {
        ...(dirText === null ? { dir: dirTemplate } : {}),
        ...(nameText === null ? { name: nameTemplate } : {}),
      };
      return {
        dir: cleanDir(dirText ?? ''),
        name: cleanName(nameText ?? '') || defaultName,
        ...(Object.keys(templates).length > 0 ? { templates } : {}),
        ...rest,
      };
    },
  };
}

function compilePath(node: ScalarNode, scope: Scope, variants: readonly Variant[]): readonly TextPart[] {
  const parts = compileParts(node, scope);
  const isFromEnv = (part: TextPart): boolean => {
    const each = dependenciesOf(part, scope).size === 0 ? [noVariant] : variants;
    return each.some((variant) => holdsEnv(evaluatePart(part, variant, scope)));
  };
  if (parts.some(isFromEnv)) scope.report(buildProblem('blocked-env', node, { args: { variant: 'in-name' } }));
  return parts;
}

function toPathPart(part: TextPart, variant: Variant, scope: Scope): PathPart {
  if (part.kind === 'written') return { kind: 'literal', text: part.text };
  const value = evaluatePart(part, variant, scope);
  if (isJson(value)) return { kind: 'value', text: toNameText(value) };
  const known = isPending(value) ? pendingOf(value) : undefined;
  const reference = known?.kind === 'template' ? known.template[0] : undefined;
  return typeof reference === 'object' ? { kind: 'later', reference } : { kind: 'value', text: '' };
}

/** `images/door` is a folder and a name, `images/` only a folder. */
function splitTarget(parts: readonly PathPart[]): {
  readonly dir: readonly (readonly PathPart[])[];
  readonly name: readonly PathPart[];
} {
  const segments = splitPathParts(parts);
  const last = segments.at(-1) ?? [];
  const isFolder = last.every((part) => part.kind === 'literal' && /^\.{0,2}$/.test(part.text));
  return isFolder ? { dir: segments, name: [] } : { dir: segments.slice(0, -1), name: last };
}

/** Returns null if a part is only known later. */
function textOf(template: Template): string | null {
  return template.every((part) => typeof part === 'string') ? template.join('') : null;
}

/** A part of a path: written in the file, evaluated already, or evaluated later. */
type PathPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'later'; readonly reference: Reference };

const separator = /[/\\]/;

/** Returns one list of parts for each folder of a path, and one for the rest. A value may contain folders. */
function splitPathParts(parts: readonly PathPart[]): readonly (readonly PathPart[])[] {
  const segments: PathPart[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'later') {
      segments.at(-1)?.push(part);
      continue;
    }
    const [first = '', ...rest] = part.text.split(separator);
    segments.at(-1)?.push({ ...part, text: first });
    for (const text of rest) segments.push([{ ...part, text }]);
  }
  return segments;
}

/**
 * Builds a path template in which only a `..` that is written in the file leads up. A value, now or later, stays inside
 * its folder.
 */
function buildPathTemplate(segments: readonly (readonly PathPart[])[]): Template {
  return joinText(segments.flatMap((segment, index) => [...(index > 0 ? ['/'] : []), ...cleanSegment(segment)]));
}

function cleanSegment(parts: readonly PathPart[]): Template {
  const written = parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : []));
  if (written.length === parts.length) return [written.join('')];
  // With a value next to them, dots could become `..`. A single dot cannot.
  const own = written.join('');
  const isOnlyDots = /^[\s.]*$/.test(own) && own.split('.').length > 2;
  return parts.flatMap((part): Template => {
    switch (part.kind) {
      case 'literal':
        return isOnlyDots ? [] : [part.text];
      case 'value':
        return [cleanPiece(part.text)];
      case 'later':
        return [part.reference];
      default:
        return assertNever(part);
    }
  });
}

function joinText(parts: Template): Template {
  const joined: (string | Reference)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}

/** Cleans a value that is part of one name: no separators, and no dots at its ends. */
export function cleanPiece(text: string): string {
  return /^[\s.]*$/.test(text) ? '' : sanitizeFileName(text);
}

/** Cleans each folder alone, so that no name leads out. `..` is checked against the workspace later. */
export function cleanDir(dir: string): string {
  return dir
    .split(separator)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? part : sanitizeFileName(part)))
    .join('/');
}

/** The extension follows the content, so a written one would be doubled. */
const mediaExtension = /(?<=.)\.(png|jpe?g|webp|gif|avif|mp3|wav|ogg|opus|pcm|flac|m4a|aac|mp4|webm|mov|md|txt)$/i;

/** Empty if nothing is left that a name can contain. */
export function cleanName(name: string): string {
  return cleanPiece(name.replace(mediaExtension, ''));
}
