import { evaluateReference, type LookUp } from '../expression/evaluateTemplate.ts';
import { cleanPiece } from './outputPath.ts';
import { toNameText } from './recordRequest.ts';
import type { OutputPlan } from '../request.ts';
import type { Template } from '../template.ts';

/** Evaluates what an output references of these contexts. References to others stay for later. */
export function fillKnownOutput(output: OutputPlan, known: Readonly<Record<string, LookUp>>): OutputPlan {
  const { dir, name } = output.templates ?? {};
  if (!dir && !name) return output;
  const fill = (template: Template): Template =>
    template.map((part) => {
      const lookUp = typeof part === 'string' ? undefined : known[String(part.path[0])];
      if (typeof part === 'string' || !lookUp) return part;
      return cleanPiece(toNameText(evaluateReference(part, lookUp) ?? null));
    });
  return { ...output, templates: { ...(dir ? { dir: fill(dir) } : {}), ...(name ? { name: fill(name) } : {}) } };
}
