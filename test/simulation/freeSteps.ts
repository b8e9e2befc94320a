import type { Task, TaskAction } from '../../src/core/task/model/task.ts';
import { isInFlight } from '../../src/core/task/model/taskStates.ts';
import { promptOf, type Refusal } from './simulatedGateway.ts';
import type { SimulatedWindow } from './simulatedWindow.ts';
import type { StepChecks } from './stepChecks.ts';
import type { Move, Story } from './story.ts';
import type { Witness } from './witness.ts';
import type { Post, World } from './world.ts';

export interface Stage {
  readonly world: World;
  readonly witness: Witness;
  readonly checks: StepChecks;
}

/** Within this time, free steps bring every accepted task to its end. */
const patienceMs = 3 * 3_600_000;

/** What may have happened when a task waits for the user with this reason. With any other, it is saved without a click. */
const causes: Readonly<Record<string, readonly (Move['kind'] | Refusal | 'inside')[]>> = {
  'task-unknown': ['forgetful'],
  'no-result': ['without results'],
  // A refusal, inside a success too, is served in place of the file.
  'download-failed': ['network', 'key', 'inside'],
  disk: ['disk', 'refuse', 'rename'],
  'stopped-by-user': ['stop', 'act'],
};

/** After this time by its own clock, a machine removes the part file of another one. */
const partAgeMs = 24 * 3_600_000;

/** Whether a task that the gateway has accepted waits for the user without a cause. */
function isHeldUp({ id, taskId, error }: Task, { moves, machines }: Story, { tasks }: Witness): boolean {
  const own = causes[error?.code ?? ''] ?? [];
  const isLeap = (move: Move): boolean =>
    move.kind === 'clock' && Math.abs(move.byMs) >= partAgeMs && move.at <= (tasks.get(id)?.at ?? 0);
  // The part file is gone.
  if (error?.code === 'disk' && error.message === 'ENOENT' && machines > 1 && moves.some(isLeap)) return false;
  const kindsOf = (move: Move) =>
    move.kind === 'gateway' ? [move.refuses, ...(move.isInside ? (['inside'] as const) : [])] : [move.kind];
  return taskId !== null && !moves.flatMap(kindsOf).some((kind) => own.includes(kind));
}

/** Takes the steps that cost nothing until no step is left. */
export async function restAll(
  living: () => readonly SimulatedWindow[],
  { world, witness, checks, story }: Stage & { readonly story: Story },
): Promise<void> {
  const hasOtherProfile = story.moves.some(({ kind }) => kind === 'profile');
  const until = world.time.now() + patienceMs;
  /** Tasks that were sent again, as a last step: a gateway repeats its answer to one of them. */
  const repeated = new Set<string>();
  // A task that changes hands may be in no list for a moment.
  let restful = 0;
  for (let looks = 0; world.time.now() < until; looks += 1) {
    // Tasks of the other gateway wait until the profile leads there again.
    if (hasOtherProfile) world.baseUrl = looks % 60 < 30 ? world.gateway.origin : world.other.origin;
    await world.time.wait(20_000);
    const steps = living().map((window) => takeFreeSteps(window, { world, witness, story, repeated }));
    const busy = (await Promise.all(steps)).some(Boolean);
    const foreign = await Promise.all(living().map(({ engine }) => engine.readForeignTasks(['/work'])));
    const own = living().flatMap(({ engine }) => engine.tasks());
    const orphans = foreign.flat().filter(({ id }) => !own.some((each) => each.id === id));
    await checks.look();
    witness.look([...own, ...foreign.flat()]);
    restful = busy || orphans.length > 0 ? 0 : restful + 1;
    if (restful > 2) return;
  }
  witness.report('Tasks are still in flight after hours without a fault');
}

interface FreeSteps extends Pick<Stage, 'world' | 'witness'> {
  readonly story: Story;
  readonly repeated: Set<string>;
}

/** Whether something is still to happen. */
async function takeFreeSteps(
  { engine }: SimulatedWindow,
  { world, witness, story, repeated }: FreeSteps,
): Promise<boolean> {
  let isBusy = false;
  for (const task of engine.tasks()) {
    const { id, state } = task;
    if (isInFlight(state)) isBusy = true;
    const action = findFreeStep(task, world);
    if (!action || (action === 'resubmit' && repeated.has(id))) continue;
    if (action === 'resubmit') repeated.add(id);
    if (isHeldUp(task, story, witness))
      witness.report(`${promptOf(task.request.recordBody)}: not saved without a click`);
    witness.chose(task, action);
    await engine.act(id, action);
    if (!isForgotten(task, world)) isBusy = true;
  }
  return isBusy;
}

/** Returns an action that costs nothing, or nothing more than was agreed to. */
function findFreeStep(task: Task, world: World): TaskAction | null {
  const { state, taskId } = task;
  if (state === 'unsaved') return isEmpty(task, world) ? null : 'saveAgain';
  if (state === 'stopped' || state === 'lost') return taskId === null ? null : 'resume';
  return state === 'unconfirmed' && world.isIdempotent ? 'resubmit' : null;
}

/** Whether the gateway has returned nothing that could be saved. */
function isEmpty({ taskId, request }: Task, { posts }: World): boolean {
  const prompt = promptOf(request.recordBody);
  return taskId === null && posts.some((post) => post.prompt === prompt && post.work?.files.length === 0);
}

/** What a disk has refused is only in memory, and is lost if the process ends before the disk accepts it. */
function isForgotten(
  { id, state, taskId, request }: Pick<Task, 'id' | 'state' | 'taskId' | 'request'>,
  world: World,
): boolean {
  const prompt = promptOf(request.recordBody);
  const isOf = (post: Post): boolean =>
    post.prompt === prompt && post.wholeAt !== null && !world.hasSettled(post.pid, post.wholeAt);
  return state === 'unsaved' && taskId === null && !world.spooled.has(id) && world.posts.some(isOf);
}
