// `npm test`: every check of the project, one line a step, at the end `N passed, N failed`. Steps that mostly wait for VS
// Code run beside those that compute.
// `npm test -- unit lint` runs the named steps, and what they need.
import { inspect } from 'node:util';
import { runScript } from './hosts/cleanUp.ts';
import { UserError } from './hosts/userError.ts';
import { steps, type Step, type StepResult } from './support/steps.ts';

/** A step that takes longer is stopped, and counts as failed. */
const stepPatienceMs = 25 * 60_000;

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

/**
 * Runs the steps of each lane one after the other, and the lanes beside each other. Prints a line when a step has
 * ended, below the whole output of the step if it has failed.
 */
async function runLanes(chosen: readonly Step[], signal: AbortSignal): Promise<{ passed: number; failed: number }> {
  const total = { passed: 0, failed: 0 };
  const ends = new Map<string, Promise<boolean>>();
  const lanes = new Map<Step['lane'], Promise<unknown>>();

  async function take(step: Step): Promise<boolean> {
    const [hasPassed = true] = await Promise.all([ends.get(step.needs ?? ''), lanes.get(step.lane)]);
    if (signal.aborted) return false;
    if (!hasPassed) {
      console.log(`- ${step.name.padEnd(12)} not run: ${String(step.needs)} failed`);
      return false;
    }
    const started = performance.now();
    const result = await runStep(step, AbortSignal.any([signal, AbortSignal.timeout(stepPatienceMs)]));
    // The user has stopped all steps, so their results are not wanted.
    if (signal.aborted) return false;
    total.passed += result.passed;
    total.failed += result.failed;
    if (result.failed > 0 && result.output) console.log(result.output.trimEnd());
    console.log(describeResult(step.name, result, performance.now() - started));
    return result.failed === 0;
  }

  for (const step of chosen) {
    const end = take(step);
    ends.set(step.name, end);
    lanes.set(step.lane, end);
  }
  await Promise.all(ends.values());
  return total;
}

await runScript(async (cleanUp) => {
  const abort = new AbortController();
  cleanUp.add(() => abort.abort());
  const { passed, failed } = await runLanes(choose(process.argv.slice(2)), abort.signal);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
