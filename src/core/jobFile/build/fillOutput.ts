import type { JsonObject, JsonValue } from '../../support/json.ts';
import { evaluateReference, type LookUp, lookUpIn } from '../expression/evaluateTemplate.ts';
import { hideInNames, toNameText } from './recordRequest.ts';
import type { FromEnv, OutputPlan, ValuesOfJobs } from '../request.ts';
import type { Template, Reference } from '../template.ts';
import { sanitizeFileName } from '../../artifact/fileName.ts';
import { assertNever } from '../../support/assertNever.ts';

/** What is known about a result when it is saved. */
export interface OutputFacts {
  readonly result: {
    /** 1-based number of the result among those of its request. */
    readonly index: number;
    readonly count: number;
    readonly title: string | null;
    readonly width: number | null;
    readonly height: number | null;
  };
  /** Extension without the dot. */
  readonly ext: string;
  readonly jobs?: ValuesOfJobs;
  /** What the request contains from the environment. */
  readonly fromEnv?: FromEnv | undefined;
}

/** Returns the target of one result: folder and name, sanitized, whatever its values are. Never throws. */
export function fillOutput(
  plan: Pick<OutputPlan, 'dir' | 'name' | 'templates'>,
  { result, ext, jobs = {}, fromEnv }: OutputFacts,
): { readonly dir: string; readonly name: string } {
  const { dir, name } = plan.templates ?? {};
  const scope: JsonObject = { result: { ...result }, ext, jobs: mapValues(jobs) };
  const lookUp = hideInNames((path) => lookUpIn(scope, path), fromEnv);
  return {
    dir: dir ? cleanDir(fillPath(dir, lookUp)) : plan.dir,
    name: (name && cleanName(fillPath(name, lookUp))) || plan.name,
  };
}

/** A value in the path cannot lead out of its folder. */
function fillPath(template: Template, lookUp: LookUp): string {
  return template
    .map((part) => (typeof part === 'string' ? part : cleanPiece(toNameText(evaluateReference(part, lookUp) ?? null))))
    .join('');
}

function mapValues(jobs: ValuesOfJobs): JsonValue {
  return Object.fromEntries(Object.entries(jobs).map(([id, { values }]) => [id, values]));
}

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

/** A part of a path: written in the file, evaluated already, or evaluated later. */
export type PathPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'later'; readonly reference: Reference };

const separator = /[/\\]/;

/**
 * Returns one list of parts for each folder of a path. The last one follows the last separator. A value may contain
 * folders.
 */
export function splitPathParts(parts: readonly PathPart[]): readonly (readonly PathPart[])[] {
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
export function buildPathTemplate(segments: readonly (readonly PathPart[])[]): Template {
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
function cleanPiece(text: string): string {
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
const mediaExtension = /(?<=.)\.(png|jpe?g|webp|gif|mp3|wav|ogg|opus|pcm|flac|m4a|mp4|webm|mov|md|txt)$/i;

/** Empty if nothing is left that a name can contain. */
export function cleanName(name: string): string {
  return cleanPiece(name.replace(mediaExtension, ''));
}
