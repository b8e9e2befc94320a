import type { OutputChoice } from '../job.ts';
import { type Dependencies, unionOf, type Variant } from '../matrix/variant.ts';
import { buildProblem } from '../problem.ts';
import { buildPathTemplate, cleanDir, cleanName, type PathPart, splitPathParts } from '../build/outputPath.ts';
import { toNameText } from '../build/recordRequest.ts';
import type { OutputPlan } from '../request.ts';
import type { ScalarNode } from '../syntax/syntaxTree.ts';
import type { Template } from '../template.ts';
import { compileParts, dependenciesOf, evaluatePart, type TextPart } from './compileText.ts';
import { noVariant } from './compileNode.ts';
import { holdsEnv, isJson, isPending, pendingOf } from '../planValue.ts';
import type { Scope } from './scope.ts';

/** The target of artifacts, as far as the file sets it. */
export interface CompiledOutput {
  readonly dependencies: Dependencies;
  /** `defaultName` is sanitized. It is used if the file sets no name, or an empty one. */
  readonly evaluate: (variant: Variant, defaultName: string) => OutputPlan;
}

/**
 * Compiles the expressions of `output:`. Those that reference the result stay for later. Names are recorded and
 * committed, so a value from the environment is an error in any of `variants`.
 */
export function compileOutput(choice: OutputChoice, scope: Scope, variants: readonly Variant[]): CompiledOutput {
  const { collision, metadata } = choice;
  const rest = { collision: collision ?? 'number', metadata: metadata ?? 'none' } as const;
  const nodes = [choice.dir, choice.name, choice.path];
  const [dir, name, path] = nodes.map((node: ScalarNode | null) => node && compilePath(node, scope, variants));
  if (!dir && !name && !path) {
    return {
      dependencies: new Set(),
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
      const dirTemplate = dir ? buildPathTemplate(splitPathParts(partsOf(dir))) : buildPathTemplate(target.dir);
      const nameTemplate = buildPathTemplate([name ? partsOf(name) : target.name]);
      return { ...buildPlan(dirTemplate, nameTemplate, defaultName), ...rest };
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

function buildPlan(dir: Template, name: Template, defaultName: string): Pick<OutputPlan, 'dir' | 'name' | 'templates'> {
  const [dirText, nameText] = [textOf(dir), textOf(name)];
  const templates = { ...(dirText === null ? { dir } : {}), ...(nameText === null ? { name } : {}) };
  return {
    dir: cleanDir(dirText ?? ''),
    name: cleanName(nameText ?? '') || defaultName,
    ...(Object.keys(templates).length > 0 ? { templates } : {}),
  };
}

/** Returns null if a part is only known later. */
function textOf(template: Template): string | null {
  return template.every((part) => typeof part === 'string') ? template.join('') : null;
}
