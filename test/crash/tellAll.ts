import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { crashJobs } from './crashJobs.ts';
import { quietPlan, tellErrorStory, type ErrorPlan } from './errorStory.ts';

const seed = process.env['GENWRIGHT_SEED'] ?? String(Date.now() % 2 ** 31);
/** Overrides `every` of all stories; with 1, a story is told for each step. */
const everyStep = process.env['GENWRIGHT_EVERY'];

/** Chooses from values, always the same ones for a step in a run with this seed. */
export interface Choice {
  of<T>(what: string, values: readonly T[]): T;
  /** Returns a number from 1 to `most`. */
  upTo(what: string, most: number): number;
}

export interface ManyStories {
  readonly title: string;
  /** A story is told for one of this many steps. The seed decides for which. */
  readonly every: number;
  readonly plan: (choose: Choice) => Partial<ErrorPlan>;
}

/** Injects faults into the steps of each kind of job on files. A failure prints the whole plan. */
export function tellAll({ title, every: usual, plan }: ManyStories): void {
  const every = Number(everyStep ?? usual);
  for (const job of crashJobs) {
    test(`${job.name}: ${title}`, async (context) => {
      context.diagnostic(`GENWRIGHT_SEED=${seed}`);
      const { steps, faults } = await tellErrorStory(job, quietPlan);
      assert.deepEqual([steps.length > 50, faults], [true, []]);
      for (let step = 1 + (Number(seed) % every); step <= steps.length; step += every) {
        const choice = createChoice(`${seed} ${title} ${job.name} ${step}`);
        const whole = { ...quietPlan, step, ...plan(choice) };
        const story = await tellErrorStory(job, whole);
        assert.deepEqual(story.faults, [], `${JSON.stringify(whole)} at ${JSON.stringify(steps[step - 1])}`);
      }
    });
  }
}

function createChoice(story: string): Choice {
  const draw = (what: string): number => createHash('sha256').update(`${story} ${what}`).digest().readUInt32BE();
  return {
    of: (what, values) => values[draw(what) % values.length] as (typeof values)[number],
    upTo: (what, most) => 1 + (draw(what) % most),
  };
}
