import { createHash } from 'node:crypto';
import type { Task } from '../../src/core/task/model/task.ts';
import { mayCost, type Charge } from '../../src/core/task/money/charge.ts';
import { parseRunsRecord } from '../../src/core/artifact/runsRecord.ts';
import type { LedgerEntry } from './apiMessages.ts';
import { alikeOf, promptOf } from './simulatedGateway.ts';
import { readAccount, type SimulatedWindow } from './simulatedWindow.ts';
import type { Story } from './story.ts';
import { countUnseen, wasRead } from './unseenRequests.ts';
import { jobFileOf, listPlaces } from './userRenames.ts';
import type { SeenTask, Witness } from './witness.ts';
import { folders, type Post, type World } from './world.ts';

interface End {
  /** The windows that are open in the end, at least one for each storage folder. */
  readonly windows: readonly SimulatedWindow[];
  readonly world: World;
  readonly witness: Witness;
  readonly story: Story;
}

/** Checks what must hold after any story when all faults are over and all free steps are taken. */
export async function findFaults(end: End): Promise<void> {
  const perStorage = new Map(end.windows.map((window) => [window.machine.storage, window]));
  const accounts = await Promise.all([...perStorage.values()].map(readAccount));
  const charges = accounts.flatMap((account) => account.charges);
  const tasks = await listTasks(end.windows);
  const prompts = new Set([...end.world.posts.map(({ prompt }) => prompt), ...tasks.map(promptOfTask)]);
  for (const prompt of prompts) checkPrompt(prompt, { ...end, charges, tasks });
  for (const path of end.world.other.strangeQueries) end.witness.report(`another gateway is asked for ${path}`);
  checkBudgets(end);
  checkFiles(tasks, end);
  checkRecords(tasks, end);
  checkSpool(tasks, end);
}

/** Checks that what was whole in the spool is saved. A power cut may remove what was not synced yet. */
function checkSpool(tasks: readonly Task[], { world, witness, story }: End): void {
  if (story.moves.some(({ kind }) => kind === 'power')) return;
  for (const task of tasks.filter(({ id }) => world.spooled.has(id))) {
    if (task.state === 'unconfirmed' || task.state === 'unsaved')
      witness.report(`${promptOfTask(task)}: ${task.state} in the end, though its response was in the spool`);
  }
}

async function listTasks(windows: readonly SimulatedWindow[]): Promise<readonly Task[]> {
  const own = windows.flatMap(({ engine }) => engine.tasks());
  const foreign = (await Promise.all(windows.map(({ engine }) => engine.readForeignTasks([folders.work])))).flat();
  return [...new Map([...foreign, ...own].map((task) => [task.id, task])).values()];
}

function promptOfTask({ request }: Task): string {
  return promptOf(request.recordBody);
}

interface Books extends End {
  readonly charges: readonly Charge[];
  readonly tasks: readonly Task[];
}

/** Checks the money of one prompt: what the gateway has charged must be known, or in doubt. */
function checkPrompt(prompt: string, { charges, tasks, world, witness }: Books): void {
  const entries = listEntries(world).filter((entry) => entry.prompt === prompt);
  const charged = entries.filter(({ amountUsd }) => amountUsd > 0);
  const posts = world.posts.filter((post) => post.prompt === prompt);
  const own = charges.filter((charge) => witness.tasks.get(charge.task)?.prompt === prompt).filter(mayCost);
  const isKnown = ({ amountUsd }: Charge): boolean => amountUsd !== null && amountUsd > 0;
  // Two storage folders may contain the charge of one task.
  const idOf = ({ task }: Charge): string => witness.tasks.get(task)?.taskId ?? task;
  const known = [...new Map(own.filter(isKnown).map((charge) => [idOf(charge), charge])).values()];
  const isDeleted = ({ work, storage }: Post): boolean =>
    work !== null && work.amountUsd > 0 && world.deleted.has(storage);
  const forgotten = countWorks(posts.filter(isDeleted));
  const unknown = new Set(own.filter(({ amountUsd }) => amountUsd === null).map(idOf)).size;
  const doubts = own.reduce((sum, { doubtful }) => sum + doubtful, unknown);
  const facts = `${charged.length} charged, ${known.length} known, ${doubts} in doubt`;
  if (known.length > charged.length) witness.report(`${prompt}: paid for nothing (${facts})`);
  if (known.length + doubts < charged.length - forgotten) witness.report(`${prompt}: a charge is forgotten (${facts})`);
  // A process that slept tells the process that has its task only what the gateway responded, not that nothing was
  // sent.
  const isCutOff = (pid: number): boolean => world.ends.has(pid) || world.sleeps.has(pid);
  const unsent = witness.sendings.filter((each) => each.prompt === prompt && isCutOff(each.pid)).length;
  const uncertain = unsent + posts.filter((post) => !world.ends.has(post.pid) && isUncertain(post, world)).length;
  if (posts.some(({ isReused }) => isReused)) witness.report(`${prompt}: sent on an idle connection`);
  if (posts.some((post) => isThrownAway(post, world))) witness.report(`${prompt}: closing threw a response away`);
  const isGivenUp = [...witness.removed].some((id) => witness.tasks.get(id)?.prompt === prompt);
  const sure = countWorks(posts.filter((post) => isSure(post, world)));
  if (known.length < sure && !isGivenUp)
    witness.report(`${prompt}: a response is forgotten (${facts}, ${sure} were read)`);
  // Another storage that watches the task of a call counts it too.
  const isWatched = ({ taskId, storage }: SeenTask): boolean =>
    taskId !== null && posts.some(({ work, storage: own }) => work?.taskId === taskId && own !== storage);
  const watched = [...witness.tasks.values()].filter((task) => task.prompt === prompt && isWatched(task)).length;
  if (doubts > uncertain + watched && !isGivenUp)
    witness.report(`${prompt}: needless doubt (${facts}, ${uncertain} calls were uncertain)`);
  // A proxy does not tell whether the gateway has begun. Only a chat has certainly begun.
  const isAgain = ({ work, isPlain, wholeAt }: Post): boolean => work !== null && !isPlain && wholeAt !== null;
  const byProxy = prompt.startsWith('chat') || world.isIdempotent ? 0 : posts.filter(isAgain).length;
  // Only the task itself repeats such a request without a question. Another press of Generate asks.
  const repeats = witness.sendings.filter((each) => each.prompt === prompt && each.isRepeat).length;
  const allowed =
    1 + countUnseen(posts, { world, witness }) + witness.countAllowed(prompt) + Math.min(byProxy, repeats);
  if (charged.length > allowed) witness.report(`${prompt}: charged ${charged.length} times, ${allowed} allowed`);
  for (const { taskId, isFailure } of entries) {
    const task = tasks.find((each) => each.taskId !== null && each.taskId === taskId);
    if (task && !isFailure && task.state !== 'saved')
      witness.report(`${prompt}: ${String(taskId)} is ${task.state} in the end`);
  }
}

/** Some requests are sent several times, and are carried out once. */
function countWorks(posts: readonly Post[]): number {
  return new Set(posts.map(({ work }) => work)).size;
}

/** Whether a process that lives on may not know what the gateway has done. */
function isUncertain({ isSent, isPlain, wholeAt, pid, work }: Post, world: World): boolean {
  return isSent && (wholeAt === null || !isPlain || work?.namedUsd === null || !world.hasSettled(pid, wholeAt));
}

/** Whether it is still written down. */
function isRead(post: Post, world: World): boolean {
  return wasRead(post, world) && !world.deleted.has(post.storage);
}

/** Whether a response that was read contains the amount, at once or when its task has ended. */
function isSure(post: Post, world: World): boolean {
  return isRead(post, world) && post.work?.namedUsd !== null;
}

/** A closing window waits this long for responses that are on their way. Whether a later one is read is uncertain. */
const awaitedMs = 2_500;

function isThrownAway({ pid, work, isSent, missedAt, abortedAt }: Post, { closings, ends }: World): boolean {
  const closing = closings.get(pid);
  if (closing === undefined || ends.has(pid) || missedAt === null) return false;
  // The user may have given it up before.
  const wasAwaited = abortedAt === null || abortedAt >= closing;
  return isSent && work !== null && wasAwaited && missedAt < closing + awaitedMs;
}

const dustUsd = 1e-9;
/** The price of a request is known to all windows after this time. */
const pricingMs = 3_000;

/**
 * Checks that with an estimate, no budget is exceeded, over all windows and restarts, except by requests that no window
 * could know of.
 */
function checkBudgets({ world, witness, story }: End): void {
  // Another day has another budget.
  if (story.moves.some((move) => move.kind === 'clock' && Math.abs(move.byMs) > 3_600_000)) return;
  // The price of a task that the gateway has forgotten may stay unknown.
  const canForget = story.moves.some((move) => move.kind === 'gateway' && move.refuses === 'forgetful');
  const isPriced = ({ prompt, storage }: Post, at: number): boolean =>
    (witness.priced.get(`${storage} ${alikeOf(prompt)}`) ?? Infinity) + pricingMs < at;
  const isEstimated = (post: Post): boolean => isPriced(post, post.at);
  const check = (what: string, limitUsd: number, posts: readonly Post[]): void => {
    if (limitUsd === 0) return;
    const spent: Post[] = [];
    // Resume sends a request although the gateway has not named the price of an earlier task yet.
    const isAccepted = ({ at, storage, work }: Post, post: Post): boolean =>
      typeof work?.taskId === 'string' &&
      (witness.resumed.get(post.prompt) ?? -Infinity) >= at &&
      (witness.settled.get(`${storage} ${work.taskId}`) ?? Infinity) > post.at;
    const usdOf = (each: Post, post: Post): number =>
      (isPriced(each, post.at) ? each.work?.amountUsd : isAccepted(each, post) ? 0 : each.work?.namedUsd) ?? 0;
    const usedUsdBy = (post: Post): number =>
      spent.filter((each) => !canForget || isPriced(each, post.at)).reduce((sum, each) => sum + usdOf(each, post), 0);
    const isUsedUp = ({ at }: Post): boolean => {
      const before = posts.filter((post) => isSure(post, world) && (post.wholeAt ?? at) + pricingMs < at);
      return before.reduce((sum, { work }) => sum + (work?.amountUsd ?? 0), 0) >= limitUsd - dustUsd;
    };
    const inOrder = posts.toSorted((one, other) => one.at - other.at);
    const isFirst = ({ work }: Post, at: number): boolean =>
      work !== null && inOrder.findIndex((post) => post.work === work) === at;
    for (const post of inOrder.filter(isFirst)) {
      if (isRead(post, world)) spent.push(post);
      if (isEstimated(post) && usedUsdBy(post) > limitUsd + dustUsd)
        witness.report(`${what} of ${limitUsd} USD is exceeded by ${post.prompt}`);
      // Without an estimate, requests are sent one at a time, unless the user has resumed the later one. The window that has the task of a sleeping one does not know whether it was accepted.
      const isOpen = (each: Post): boolean =>
        each !== post &&
        !world.sleeps.has(each.pid) &&
        (witness.resumed.get(post.prompt) ?? -Infinity) < each.at &&
        (each.wholeAt ?? post.at) + pricingMs < post.at &&
        [each.work?.taskId ?? '', alikeOf(each.prompt), alikeOf(post.prompt)].every(
          (what) => (witness.settled.get(`${post.storage} ${what}`) ?? Infinity) > post.at,
        );
      // The response of a call that returns the result contains its amount, if it names one.
      const isUnknown = ({ work }: Post): boolean => work !== null && (work.taskId !== null || work.namedUsd === null);
      if (!isEstimated(post) && !canForget && spent.some((each) => isUnknown(each) && isOpen(each)))
        witness.report(`${what} of ${limitUsd} USD: ${post.prompt} is sent before an earlier price is known`);
      // They are sent until the budget is used up.
      if (!isEstimated(post) && !canForget && isUsedUp(post))
        witness.report(`${what} of ${limitUsd} USD was used up before ${post.prompt}`);
    }
  };
  for (const { storage } of world.machines)
    check(
      'the day budget',
      story.budgetDayUsd,
      world.posts.filter((post) => post.storage === storage),
    );
  const known = [...witness.tasks.values()];
  // A task that watches the request of another storage has not sent it.
  const senders = new Map(known.toReversed().map(({ storage, taskId, run }) => [`${storage} ${taskId}`, run]));
  for (const [at, { name, text }] of story.files.entries()) {
    const limitUsd = Number(/budget_usd: ([\d.]+)/.exec(text)?.[1] ?? 0);
    const jobFiles = new Set(world.names[at]?.map(jobFileOf));
    const own = known.filter(({ jobFile }) => jobFiles.has(jobFile));
    for (const run of new Set(own.map((task) => task.run))) {
      const isOfRun = ({ work, storage }: Post): boolean => senders.get(`${storage} ${work?.taskId ?? ''}`) === run;
      check(`the budget of a run of ${name}`, limitUsd, world.posts.filter(isOfRun));
    }
  }
}

/** Checks that every saved result is on disk, whole and once, and no other file is left. */
function checkFiles(tasks: readonly Task[], { world, witness, story }: End): void {
  const files = listFiles(world);
  const expected = new Map<string, string>();
  const claims = new Map<string, string | null>();
  for (const task of tasks.filter(({ state }) => state === 'saved')) {
    const isOfTask = ({ prompt, taskId }: LedgerEntry): boolean =>
      prompt === promptOfTask(task) && taskId === task.taskId;
    const made = listEntries(world).filter(isOfTask);
    const isWhole = made.some((entry) => entry.files.length === task.artifacts.length);
    if (!isWhole) witness.report(`${promptOfTask(task)} is saved with ${task.artifacts.length} files`);
    for (const { path, sha256 } of task.artifacts) {
      const places = listPlaces(`${folders.work}/${path}`, world);
      const isIt = (place: string): boolean => hashOf(files.get(place) ?? Buffer.alloc(0)) === sha256;
      const file = places.find(isIt) ?? `${folders.work}/${path}`;
      // Equal texts may share a file.
      const isSame = task.taskId === null ? expected.get(file) === sha256 : claims.get(file) === task.taskId;
      if (expected.has(file) && !isSame) witness.report(`${file} is claimed twice`);
      claims.set(file, task.taskId);
      expected.set(file, sha256);
      if (!isIt(file)) witness.report(`${file} of ${promptOfTask(task)} is not there, or not whole`);
      const entry = made.find((each) => each.files.some((own) => hashOf(own) === sha256));
      // A program that watches the task of another one does not know which URLs the gateway repeats. The other one takes
      // the file that it finds.
      const mayBeInput = ({ taskId, storage, savedAt }: SeenTask): boolean =>
        taskId === task.taskId &&
        (savedAt ?? Infinity) <= (witness.tasks.get(task.id)?.savedAt ?? 0) &&
        world.posts.some((post) => post.work === made[0] && post.storage !== storage);
      if (!entry && !(made[0]?.input && [...witness.tasks.values()].some(mayBeInput)))
        witness.report(`${file} is not what the gateway has made`);
      if (!entry) continue;
      if (entry.isCut !== (task.cut !== undefined))
        witness.report(`${file} is ${entry.isCut ? '' : 'not '}cut, and its task does not say so`);
    }
  }
  // A process whose journal was refused until its end may have saved results that no window knows of.
  const isUnknown = witness.saves.some(({ pid, at }) => !world.isCalm(at) && !world.hasSettled(pid, at));
  // A file that is placed while its folder is renamed is saved again.
  const isRenamed = world.outputs.length > 0;
  // Two programs may save the same task. If one is killed early, the other does not know its file.
  const isShared = hasShared([...witness.tasks.values()]);
  const isCutShort = isShared && world.ends.size > 0;
  const allowsExtra = witness.removed.size > 0 || isRenamed || world.deleted.size > 0 || isUnknown || isCutShort;
  // A program that could save only a part of a task takes the files of the other one when it finds them. Its own stay.
  const hashes = new Set(expected.values());
  const isCopy = (path: string): boolean => isShared && hashes.has(hashOf(files.get(path) ?? Buffer.alloc(0)));
  for (const path of files.keys()) {
    const isArtifact = path.startsWith(folders.work) && !path.includes('.gen.');
    if (/\.part-|\.genwright.\.gitignore$/.test(path)) continue;
    if (path.endsWith('open.jsonl')) {
      // The folder may know tasks of a process that was killed before its journal did, and of a deleted storage.
      // Nothing reads a line that a disk has cut, and nothing ends it.
      const lines =
        files
          .get(path)
          ?.toString()
          .split('\n')
          .filter((line) => line.endsWith('}')) ?? [];
      // So may one of another storage, whose journal was refused until it was killed, and one that slept while it wrote
      // its line.
      const isOfDead = (id: string): boolean =>
        [...witness.tasks.values()].some(({ taskId, pid }) => taskId === id && world.ends.has(pid)) ||
        world.posts.some(({ work, pid }) => work?.taskId === id && (world.sleeps.has(pid) || world.ends.has(pid)));
      const isLeft = ({ taskId }: Task): boolean =>
        taskId !== null &&
        !isOfDead(taskId) &&
        lines.findLast((line) => line.includes(taskId))?.includes('"ended"') === false;
      if (tasks.some(isLeft)) witness.report(`${path} is left behind`);
      continue;
    }
    if (isArtifact && !expected.has(path) && !allowsExtra && !isCopy(path)) witness.report(`${path} is left behind`);
    // A file that a process had no time to finish is kept as long as its task is listed, and one whose removal the
    // journal has not accepted at once as long as a journal names it.
    const isKept = (name: string): boolean =>
      tasks.some(({ id, state }) => state !== 'saved' && name.includes(id)) ||
      (story.moves.some(({ kind }) => kind === 'refuse') && [...witness.removed].some((id) => name.includes(id)));
    // Files of another boot are kept for weeks, because their process may be of another machine.
    const mayBeForeign =
      (story.machines > 1 && !story.isStorageApart) || story.moves.some(({ kind }) => kind === 'power');
    if (isSpooled(path) && !mayBeForeign && !isKept(path)) witness.report(`${path} is left behind`);
  }
}

/** Whether two storages have one task. */
function hasShared(tasks: readonly SeenTask[]): boolean {
  const ids = tasks.flatMap(({ taskId }) => taskId ?? []);
  return new Set(ids).size < ids.length;
}

function listEntries({ gateway, other }: World): readonly LedgerEntry[] {
  return [...gateway.ledger, ...other.ledger];
}

/** Whether the path is a file in the spool. */
export function isSpooled(path: string): boolean {
  return path.startsWith(`${folders.storage}/spool/`);
}

/** Lists the files of all machines. Names in storage folders contain the process that has made them. */
function listFiles({ machines }: World): ReadonlyMap<string, Buffer> {
  return new Map(machines.flatMap(({ disk }) => [...disk.list()]));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A task is recorded within this time after its result was saved. */
const recordingMs = 5_000;

/** Checks that each saved task has exactly one line that says so. */
function checkRecords(tasks: readonly Task[], { world, witness }: End): void {
  const files = listFiles(world);
  // A process that falls asleep between reading the file and writing its line does not know that another one has
  // written it.
  const repeats = witness.saves.filter(({ pid, at }) => {
    const { from } = world.sleeps.get(pid) ?? { from: 0 };
    return from > at && from < at + recordingMs;
  }).length;
  for (const names of world.names) {
    const jobFiles = new Set(names.map(jobFileOf));
    // If the disk refuses to move a runs file, the old one remains, and the line is in the new one too.
    const runsFiles = names.map((name) => files.get(`${folders.work}/${name}.gen.runs.jsonl`)?.toString() ?? '');
    const saved = runsFiles.map((text) => text.split('\n').flatMap(readSaved));
    const own = tasks.filter(({ jobFile, state }) => state === 'saved' && jobFiles.has(jobFile));
    for (const { taskId, run, request } of own) {
      const key = taskId ?? `${run} ${request.job} ${request.index}`;
      const lines = Math.max(...saved.map((keys) => keys.filter((each) => each === key).length));
      // Two storages that have the same task of the gateway write one line, or two at the same moment.
      const isSame = (each: SeenTask): boolean =>
        each.taskId !== null && each.taskId === taskId && each.savedAt !== null;
      const most = Math.max(1, [...witness.tasks.values()].filter(isSame).length);
      if (lines === 0 || lines > most + repeats)
        witness.report(`${promptOf(request.recordBody)}: ${lines} lines say that it is saved`);
    }
  }
}

/** Returns the task or the request of a line that says that its result is saved. One that has moved was saved before. */
function readSaved(line: string): readonly string[] {
  const record = line === '' ? null : parseRunsRecord(line);
  return record?.status === 'saved' && !record.moved
    ? [record.task_id ?? `${record.run} ${record.job} ${record.index}`]
    : [];
}
