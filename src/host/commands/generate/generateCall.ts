import * as z from 'zod/mini';
import type { GenerateResult } from '../../../engine/index.ts';
import { CallError } from '../errors.ts';
import type { FileArgument } from '../jobFile/requireJobFile.ts';

/** What the command returns if nothing was sent and no job file has an error. */
export const nothing: GenerateResult = { tasks: [], problems: 0 };

/** The parts from which a Uri can be built. */
const uriSchema = z.object({ scheme: z.string(), path: z.string() });

/**
 * The options with which a program decides in advance instead of being asked. Strict, because a misspelled option must
 * not silently cost money.
 */
const optionsSchema = z.strictObject({
  /** Only this job in `jobs:`. Null means the job at the root, as if the option were left out. */
  job: z.optional(z.nullable(z.string())),
  /** Decides about unchanged requests. The setting `genwright.unchanged` decides if this is left out. */
  unchanged: z.optional(z.enum(['generate', 'skip'])),
  /** Only `false` is allowed: then nothing is confirmed, and the caller is responsible for the number of requests. */
  confirm: z.optional(z.literal(false)),
});

export type GenerateOptions = z.output<typeof optionsSchema>;

/** The arguments, separated and checked. */
export interface GenerateCall {
  /** Empty for the job file that the user is looking at. */
  readonly targets: readonly FileArgument[];
  readonly options: GenerateOptions;
}

/**
 * Parses the arguments of `genwright.generate`. The second argument of a menu contains no options: it is the selected
 * files or the context of the editor group. Throws a `CallError`.
 */
export function parseGenerateCall(args: readonly unknown[]): GenerateCall {
  const [first, second] = args;
  const selection = Array.isArray(second) ? second.map(parseTarget) : [];
  if (selection.length > 0) return { targets: selection, options: {} };
  const targets = first === undefined || first === null ? [] : [parseTarget(first)];
  return { targets, options: isOptions(second) ? parseOptions(second) : {} };
}

/** The value itself is passed on, because a Uri contains more than the schema requires. */
function parseTarget(value: unknown): FileArgument {
  if (typeof value === 'string' && value !== '') return value;
  // The parts of a Uri are getters, which zod reads but does not copy beyond the schema.
  const uri = z.safeParse(uriSchema, value);
  if (!uri.success) throw new CallError('genwright.generate: the first argument must be a Uri or a string');
  return value as { readonly scheme: string; readonly path: string };
}

/** One known key makes it an options object, and the call that of a program. Any other object is a menu's context. */
export function isOptions(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ['job', 'unchanged', 'confirm'].some((key) => key in value);
}

function parseOptions(value: unknown): GenerateOptions {
  const parsed = z.safeParse(optionsSchema, value);
  if (!parsed.success) {
    throw new CallError(
      `genwright.generate: the options are {job?: string, unchanged?: 'generate' | 'skip', confirm?: false}`,
    );
  }
  const { job, ...others } = parsed.data;
  return typeof job === 'string' ? parsed.data : others;
}

/** If both options are given, no question is asked at all. */
export function isQuiet({ unchanged, confirm }: GenerateOptions): boolean {
  return unchanged !== undefined && confirm === false;
}
