import { type JsonValue, stringifyJson } from '../../support/json/json.ts';
import type { Reference } from '../template.ts';

/** Writes a reference as in a job file, always with the same spelling: `jobs.idea.text | truncate(40)`. */
export function writeReference({ path, filters }: Reference): string {
  const calls = filters.map(({ name, args }) => ` | ${name}${args.length === 0 ? '' : `(${writeArguments(args)})`}`);
  return path.map(writeStep).join('') + calls.join('');
}

function writeArguments(args: readonly JsonValue[]): string {
  return args.map(stringifyJson).join(', ');
}

function writeStep(step: string | number, index: number): string {
  if (typeof step === 'number') return `[${step}]`;
  if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
  return index === 0 ? step : `.${step}`;
}
