import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './openAt.ts';

/** Names that every JavaScript object inherits. */
const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__'];

/** Job files with such a name at each place for a name. */
const texts: readonly ((name: string) => string)[] = [
  (name) => `model: sonic\nprompt: "\${{ ${name} }}"\ntitle: "\${{ vars.${name} | ${name} }}"\n`,
  (name) => `jobs:\n  a: {model: sonic, prompt: "\${{ jobs.a.${name} | ${name}(1) }} \${{ job.${name} }}"}\n`,
  (name) =>
    `jobs:\n  ${name}:\n    model: ${name}\n    needs: [${name}]\n    prompt: "\${{ jobs.${name}.${name} | }}"\n`,
  (name) => `model: sonic\n${name}: {${name}: 1}\nrequest: {${name}: 1}\nvars: {${name}: 1}\n`,
  (name) => `model: seedream-5-0-260128\nprompt: x\nsize: ${name}\nimages: [${name}]\nmatrix: {${name}: [1, 2]}\n`,
  (name) => `gen: {${name}: 1, endpoint: ${name}, defaults: {${name}: ${name}}}\noutput: {${name}: ${name}}\n`,
];

/** Returns all results for a text, at every offset. A function among them is named. */
function askAll(text: string): string {
  const document = open(text);
  const whole = { start: 0, end: text.length };
  const atOffsets = Array.from({ length: text.length + 1 }, (_, offset) => [
    document.complete(offset),
    document.hover(offset),
    document.definition(offset),
  ]);
  const ofFile = [document.problems(), document.symbols(), document.actions(whole)];
  return JSON.stringify([ofFile, document.inlays(whole), document.tokens(whole), atOffsets], (_, value: unknown) =>
    typeof value === 'function' ? 'native code' : value,
  );
}

for (const name of names) {
  test(`nothing treats "${name}" as something that it knows`, () => {
    for (const build of texts) assert.doesNotMatch(askAll(build(name)), /native code|\[object/, build(name));
  });
}
