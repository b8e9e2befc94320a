import * as z from 'zod/mini';
import type { GenerateResult } from '../../../engine.ts';
import { CallFault } from '../fault.ts';

/** What the command returns if nothing was sent and no job file has an error. */
export const nothing: GenerateResult = { tasks: [], problems: 0 };

/** A file as the caller names it: a path or URI text, or the parts of a Uri. */
export type Target = string | { readonly scheme: string; readonly path: string };

/** What a program may decide in advance instead of being asked. */
export interface GenerateOptions {
  /** Only this job under `jobs:`. */
  readonly job?: string | undefined;
  /** Decides about unchanged requests; the setting `genwright.unchanged` does when it is left out. */
  readonly unchanged?: 'generate' | 'skip' | undefined;
  /** Only `false`: the caller vouches for the number of requests. */
  readonly confirm?: boolean | undefined;
}

/** The arguments, told apart and checked. */
export interface GenerateCall {
  /** Empty: whatever the person is looking at. */
  readonly targets: readonly Target[];
  readonly options: GenerateOptions;
}

/** Enough of a Uri to make one again. */
const uriSchema = z.object({ scheme: z.string(), path: z.string() });
/** Strict: a misspelt option must not silently cost money. */
const optionsSchema = z.strictObject({
  job: z.optional(z.nullable(z.string())),
  unchanged: z.optional(z.enum(['generate', 'skip'])),
  confirm: z.optional(z.literal(false)),
});

/**
 * Reads the arguments of `genwright.generate`. Menus pass things of their own as the second argument: the selected
 * files, or a context of the editor group, neither of which is an options object. Throws a `CallFault`.
 */
export function parseGenerateCall(args: readonly unknown[]): GenerateCall {
  const [first, second] = args;
  const selection = Array.isArray(second) ? second.map(parseTarget) : [];
  if (selection.length > 0) return { targets: selection, options: {} };
  const targets = first === undefined || first === null ? [] : [parseTarget(first)];
  return { targets, options: isOptions(second) ? parseOptions(second) : {} };
}

/** The value itself is passed on: a Uri knows more than the schema asks for. */
function parseTarget(value: unknown): Target {
  if (typeof value === 'string' && value !== '') return value;
  // A Uri has its parts as getters, which zod reads but does not copy beyond the schema.
  const uri = z.safeParse(uriSchema, value);
  if (!uri.success) throw new CallFault('genwright.generate: the first argument must be a Uri or a string');
  return value as { readonly scheme: string; readonly path: string };
}

/** One known key makes it ours, and the call that of a program; anything else is a menu's own context. */
export function isOptions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ['job', 'unchanged', 'confirm'].some((key) => key in value);
}

/** A null `job` is the one at the root, which is what leaving it out means. */
function parseOptions(value: unknown): GenerateOptions {
  const parsed = z.safeParse(optionsSchema, value);
  if (parsed.success) {
    const { job, unchanged, confirm } = parsed.data;
    return {
      ...(typeof job === 'string' ? { job } : {}),
      ...(unchanged ? { unchanged } : {}),
      ...(confirm === false ? { confirm } : {}),
    };
  }
  throw new CallFault(
    `genwright.generate: the options are {job?: string, unchanged?: 'generate' | 'skip', confirm?: false}`,
  );
}

/** With both given, nothing at all is asked. */
export function isQuiet({ unchanged, confirm }: GenerateOptions): boolean {
  return unchanged !== undefined && confirm === false;
}
