import type { JsonObject } from '../../support/json/json.ts';
import { cleanDir, cleanName, cleanPiece } from '../compile/compileJob.ts';
import { evaluateReference, type ResolvePath, lookUpIn } from '../expression/evaluateTemplate.ts';
import { toNameText, hideInNames } from '../recordRequest.ts';
import type { FromEnv, OutputPlan, ValuesOfJobs } from '../request.ts';
import type { Template } from '../template.ts';

export interface OutputFacts {
  readonly result: {
    /** 1-based number of the result among those of its request. */
    readonly index: number;
    readonly count: number;
    readonly title: string | null;
    readonly width: number | null;
    readonly height: number | null;
  };
  readonly ext: string;
  readonly jobs?: ValuesOfJobs;
  readonly fromEnv?: FromEnv | undefined;
}

/** Returns the target of one result: folder and name, sanitized, whatever its values are. Never throws. */
export function fillOutput(
  plan: Pick<OutputPlan, 'dir' | 'name' | 'templates'>,
  { result, ext, jobs = {}, fromEnv }: OutputFacts,
): { readonly dir: string; readonly name: string } {
  const { dir, name } = plan.templates ?? {};
  const values = Object.fromEntries(Object.entries(jobs).map(([id, job]) => [id, job.values]));
  const scope: JsonObject = { result: { ...result }, ext, jobs: values };
  const resolvePath = hideInNames((path) => lookUpIn(scope, path), fromEnv);
  return {
    dir: dir ? cleanDir(fillPath(dir, resolvePath)) : plan.dir,
    name: (name && cleanName(fillPath(name, resolvePath))) || plan.name,
  };
}

/** A value in the path cannot lead out of its folder. */
function fillPath(template: Template, resolvePath: ResolvePath): string {
  return template
    .map((part) =>
      typeof part === 'string' ? part : cleanPiece(toNameText(evaluateReference(part, resolvePath) ?? null)),
    )
    .join('');
}

/** Evaluates what an output references of these contexts. References to others stay for later. */
export function fillKnownOutput(output: OutputPlan, known: Readonly<Record<string, ResolvePath>>): OutputPlan {
  const { dir, name } = output.templates ?? {};
  if (!dir && !name) return output;
  const fill = (template: Template): Template =>
    template.map((part) => {
      if (typeof part === 'string') return part;
      const resolvePath = known[String(part.path[0])];
      return resolvePath ? cleanPiece(toNameText(evaluateReference(part, resolvePath) ?? null)) : part;
    });
  return { ...output, templates: { ...(dir ? { dir: fill(dir) } : {}), ...(name ? { name: fill(name) } : {}) } };
}
