import { makeInert } from './makeInert.ts';

/** Fills a sentence with its arguments. These often come from outside, so the result is made inert. */
export function fillTemplate(template: string, args: Readonly<Record<string, string | number>>): string {
  return makeInert(template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole)));
}
