import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeEntries, writeFlow } from '../../../../../src/core/jobFile/write/writeValue.ts';
import type { TextAction } from '../../../../../src/core/language/index.ts';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';
import { breaches, breakBody } from '../../../conformance/breaches.ts';
import { applyAction, describeProblems, listActions, without } from './tryActions.ts';

/** The same job in each layout. */
const layouts: readonly (readonly [name: string, write: (body: JsonObject) => string])[] = [
  ['at the root', (body) => `# kept\n${writeEntries(body, '')} # kept too\n`],
  [
    'under jobs',
    (body) => `jobs:\n  one: # kept\n${writeEntries(body, '    ')}\n  two:\n    model: sonic\n    prompt: x\n`,
  ],
  ['in braces', (body) => `${writeFlow(body)}\n`],
  ['in braces under jobs', (body) => `jobs:\n  one: ${writeFlow(body)}\n  two: {model: sonic, prompt: x}\n`],
  ['with other line breaks', (body) => `${writeEntries(body, '').replaceAll('\n', '\r\n')}\r\n`],
];

/** Texts that a user may write at the cursor after a fix. */
const writings = ['A cat', 'cat.png', '[cat.png]', '40%', '#1E90FF'];

/** Returns the codes of the problems after an action. Its own problem must be gone, whatever is written. */
function problemsAfter(text: string, action: TextAction): readonly string[] {
  const left = without(describeProblems(text), action.problems);
  const tries = action.cursorAt === undefined ? [''] : writings;
  const results = tries.map((written) => {
    const problems = describeProblems(applyAction(text, action, written));
    const stays = action.problems.filter(({ severity, code, message }) =>
      problems.includes(`${severity} ${code}: ${message}`),
    );
    return [...problems.filter((each) => !left.includes(each)), ...stays.map(({ code }) => `stays: ${code}`)];
  });
  return results.find((problems) => problems.length === 0) ?? results[0] ?? [];
}

for (const [name, write] of layouts) {
  test(`the fixes that are offered for a broken row of the specification fix it, and break nothing, ${name}`, () => {
    const failed: string[] = [];
    let count = 0;
    for (const breach of breaches) {
      const text = write({ model: breach.model, ...breakBody(breach) });
      const fixes = listActions(text).filter(({ problems }) => problems.some(({ code }) => code === breach.code));
      for (const fix of fixes) {
        count += 1;
        const problems = problemsAfter(text, fix);
        if (problems.length > 0)
          failed.push(`${breach.model} ${breach.field} ${breach.code}: ${fix.title}: ${problems.join(' | ')}\n${text}`);
      }
    }

    assert.deepEqual(failed, []);
    assert.ok(count > 60, String(count));
  });
}
