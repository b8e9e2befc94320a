import { parentPort } from 'node:worker_threads';
import { countSteps } from '../../../support/countSteps.ts';
import { growContexts, type Growth, growProblems } from './growths.ts';
import { filesOf } from './openAt.ts';

// Runs every feature on each text and on one that is four times as long, and reports the functions whose steps grow
// faster than the text.

const { createLanguageService } = await import('../../../../src/core/language/index.ts');
const { bundledCatalog } = await import('../../../../src/core/catalog/bundledCatalog.ts');
const { planText } = await import('../../../../src/core/jobFile/requests/planText.ts');

const files = filesOf(
  { 'brief.md': 'Rain' },
  {
    knowsUrl: () => false,
    inspect: (path) => ({ exists: path !== 'cats.png', isInside: true, bytes: path === 'huge.png' ? 1e9 : 10 }),
  },
);
const service = createLanguageService({ budget: { runUsd: 5 }, files: () => files });

/** Each feature of an editor is used at the last problem, and at the end. */
function useEditor(text: string): void {
  const whole = { start: 0, end: text.length };
  const document = service.open('hero.gen.yaml', text);
  const last = document.problems().at(-1) ?? whole;
  document.actions(last);
  for (const list of ['unused', 'symbols', 'longTexts', 'links', 'colors', 'bodies'] as const) document[list]();
  document.inlays(whole);
  document.tokens(whole);
  for (const offset of [last.start, text.length - 2, text.length]) {
    document.complete(offset);
    document.hover(offset);
    document.signature(offset);
    document.definition(offset);
    document.references(offset);
    document.rename(offset, 'fresh');
    document.inputEdits(offset, 'a.png');
  }
  document.useCombination({ job: null, axes: { x: 'v1' } });
  document.excludeCombinations([{ job: null, axes: { x: 'v1' } }]);
  document.edit({ offset: text.length - 1, remove: 0, insert: 'x' });
  document.problems();
}

function plan(text: string): void {
  planText(text, { catalog: bundledCatalog, fileName: 'hero.gen.yaml', isStrict: false, lookups: { files, now: 0 } });
}

/** Returns functions whose steps grow more than sixfold when a text grows fourfold. Sorting takes a little more than four. */
function findFreezes({ grow, times }: Growth): readonly string[] {
  const [few, many] = [times, 4 * times].map((count) => {
    const text = grow(count);
    return countSteps(() => {
      useEditor(text);
      plan(text);
    });
  });
  return [...(many ?? [])].flatMap(([name, steps]) => {
    const before = few?.get(name) ?? 0;
    return before > 0 && steps > 6 * before + slackPerLine * 4 * times
      ? [`${name}: ${Math.round(before)}, ${Math.round(steps)}`]
      : [];
  });
}

/** A few steps for each line are not worth a look, however they have grown. */
const slackPerLine = 20;

const problemsOf = (text: string) => service.open('hero.gen.yaml', text).problems();
// The first use of each function takes steps of its own.
for (const growth of growContexts()) findFreezes({ ...growth, times: 2 });
const growths = [...growContexts(), ...growProblems(problemsOf)];
countSteps(() => undefined);
const findings = growths.map((growth) => ({
  what: growth.what,
  freezes: findFreezes(growth),
}));
parentPort?.postMessage(findings, []);
