// `npm test`: every check of the project, one line a step, at the end `N passed, N failed`.
// `npm test -- unit lint` runs the named steps, and what they need.
import { inspect } from 'node:util';
import { runScript } from './hosts/cleanUp.ts';
import { UserError } from './hosts/userError.ts';
import { steps, type Step, type StepResult } from './support/steps.ts';

/** A step that takes longer hangs: it is stopped and has failed. */
const stepPatienceMs = 15 * 60_000;

function choose(names: readonly string[]): readonly Step[] {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new UserError(
      `No step is called ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}`,
    );
  }
  if (names.length === 0) return steps;
  const wanted = new Set(names);
  for (const { name, needs } of steps.toReversed()) if (needs && wanted.has(name)) wanted.add(needs);
  return steps.filter(({ name }) => wanted.has(name));
}

async function runStep(step: Step, signal: AbortSignal): Promise<StepResult> {
  try {
    const result = await step.run(signal);
    if (result.passed + result.failed > 0 || result.note) return result;
    return { passed: 0, failed: 1, output: `${result.output ?? ''}\nNothing was checked.` };
  } catch (error) {
    const isPlain = error instanceof UserError || !(error instanceof Error);
    const text = isPlain ? String(error) : inspect(error);
    return { passed: 0, failed: 1, output: text };
  }
}

function describeResult(name: string, { passed, failed, note }: StepResult, durationMs: number): string {
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  return [failed > 0 ? '✖' : '✔', name.padEnd(12), (note ?? counts).padEnd(24), `${(durationMs / 1000).toFixed(1)} s`]
    .join(' ')
    .trimEnd();
}

await runScript(async (cleanUp) => {
  const abort = new AbortController();
  cleanUp.add(() => abort.abort());
  const failedSteps = new Set<string>();
  let passed = 0;
  let failed = 0;
  for (const step of choose(process.argv.slice(2))) {
    if (step.needs && failedSteps.has(step.needs)) {
      console.log(`- ${step.name.padEnd(12)} not run: ${step.needs} failed`);
      continue;
    }
    if (abort.signal.aborted) break;
    const started = performance.now();
    const result = await runStep(step, AbortSignal.any([abort.signal, AbortSignal.timeout(stepPatienceMs)]));
    passed += result.passed;
    failed += result.failed;
    if (result.failed > 0) {
      failedSteps.add(step.name);
      if (result.output) console.log(result.output.trimEnd());
    }
    console.log(describeResult(step.name, result, performance.now() - started));
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
