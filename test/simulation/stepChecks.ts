import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { JournalRecord } from '../../src/core/task/model/taskEvent.ts';
import type { Task } from '../../src/core/task/model/task.ts';
import { createAccountBook } from '../../src/core/task/money/account.ts';
import { mayCost } from '../../src/core/task/money/charge.ts';
import { parseJournalLine } from '../../src/storage/journal/journalLines.ts';
import { createJournal } from '../../src/storage/journal/journal.ts';
import { createLedger } from '../../src/storage/ledger.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import type { LedgerEntry } from './apiMessages.ts';
import { promptOf } from './simulatedGateway.ts';
import type { SimulatedWindow } from './simulatedWindow.ts';
import { listPlaces } from './userRenames.ts';
import type { Witness } from './witness.ts';
import { folders, type Machine, type Post, type World } from './world.ts';

/** Checks at each step what must hold at every moment. The checks take no time, and change nothing in the story. */
export interface StepChecks {
  /** Called when the bytes of a POST leave. */
  sent(post: Post): void;
  /** Called when a window shows a task, before the witness sees it. */
  shown(task: Task, window: SimulatedWindow): void;
  /** Compares what any new process would read on the disks with what the gateways have charged. */
  look(): Promise<void>;
}

export function createStepChecks(world: World, witness: Witness): StepChecks {
  const observers = new Map<number, ReturnType<typeof observe>>();
  /** Which prompts were wrong at the last look: a task that changes hands may be nowhere for a moment. */
  let wrong: ReadonlySet<string> = new Set();
  return {
    sent(post) {
      const { prompt, origin, storage } = post;
      const machine = world.machines.find((each) => each.storage === storage);
      // A process that falls asleep between its last look and its first byte does not know that it has lost the task.
      const isJudged = machine && !world.hasJustWoken(post.pid);
      if (isJudged && !readDurableJournals(machine).some(isJournaled(post)))
        witness.report(`${prompt}: sent to ${origin}, and the journal does not say so`);
      const isUnproven = (each: Post): boolean =>
        each.prompt === prompt && each.storage === storage && (each === post || !isHarmless(each, witness));
      const unproven = withoutRepeats(world.posts.filter(isUnproven)).filter((each) => each !== post);
      // A click of the user may allow sending again. So may the response of a proxy, after which the first request is
      // in doubt.
      if (unproven.length > witness.countAllowed(prompt) + unproven.filter(isOfProxy).length)
        witness.report(`${prompt}: sent again without proof that nothing was done, and without a choice`);
    },
    shown(task, { machine, pid }) {
      const before = witness.tasks.get(task.id);
      if (task.state !== 'saved' || before?.state !== 'saving' || before.pid !== pid) return;
      // A name that the disk refuses to sync exists, and is durable a while later. So is one in a folder that the user
      // has renamed.
      if (!world.isCalm(before.at) || world.outputs.length > 0) return;
      const durable = machine.disk.listDurable();
      for (const { path, sha256 } of task.artifacts) {
        const places = listPlaces(join(dirname(task.jobFile), path), world);
        if (!places.some((place) => hashOf(durable.get(place) ?? Buffer.alloc(0)) === sha256))
          witness.report(`${promptOf(task.request.recordBody)} is saved before ${path} is durable`);
      }
    },
    async look() {
      const found = new Set<string>();
      for (const machine of world.machines) {
        const { storage } = machine;
        const read = observers.get(storage) ?? observe(machine);
        observers.set(storage, read);
        const charges = (await read()).filter(mayCost);
        for (const [prompt, count] of countCharged(storage, world)) {
          const own = charges.filter(({ task }) => witness.tasks.get(task)?.prompt === prompt);
          const doubts = own.reduce((sum, { amountUsd, doubtful }) => sum + doubtful + (amountUsd === null ? 1 : 0), 0);
          const known = own.filter(({ amountUsd }) => amountUsd !== null).length;
          if (known + doubts < count) found.add(`${prompt}: ${count} charged, and only ${known + doubts} in the books`);
        }
      }
      for (const fault of found) if (wrong.has(fault)) witness.report(fault);
      wrong = found;
    },
  };
}

/** Reads the charges in a storage folder, as a process would that starts now. */
function observe(machine: Machine) {
  const { clock, disk } = machine;
  const processes = machine.createProcesses(0);
  const ports = { files: disk.files, processes, clock };
  const journal = createJournal({ ...ports, folder: folders.storage, log: { warn: () => undefined } });
  const ledger = createLedger({ ...ports, folder: join(folders.storage, 'ledger') });
  const book = createAccountBook({
    journal,
    ledger,
    store: { list: () => [], leaving: () => [] },
    settings: () => engineSettings,
    sha256,
  });
  return async () => (await book.read()).charges;
}

/** A request that left some seconds ago is on the disk. */
const writingMs = 5_000;

/** How often each prompt was charged for processes with this storage. */
function countCharged(storage: number, { posts, time }: World): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const counted = new Set<LedgerEntry>();
  for (const { prompt, work, at, storage: its } of posts) {
    if (its !== storage || !work || work.amountUsd === 0 || at > time.now() - writingMs || counted.has(work)) continue;
    counts.set(prompt, (counts.get(prompt) ?? 0) + 1);
    counted.add(work);
  }
  return counts;
}

/**
 * Returns the records that a power cut would leave in each journal. If a journal is being replaced, both files may be
 * left.
 */
function readDurableJournals({ disk }: Machine): readonly (readonly JournalRecord[])[] {
  const journals = [...disk.listDurable()].filter(([path]) => path.includes('/journal-'));
  return journals.map(([, bytes]) => {
    const lines = bytes.toString().split('\n').map(parseJournalLine);
    return lines.flatMap((line) => (line.kind === 'record' ? [line.record] : []));
  });
}

/** Whether a task with this prompt is about to be sent to this origin, which is the one that the user agreed to. */
function isJournaled({ prompt, origin }: Post) {
  return (records: readonly JournalRecord[]): boolean =>
    records.some((record) => {
      if (record.kind !== 'planned' || promptOf(record.seed.request.recordBody) !== prompt) return false;
      if ((record.seed.origin ?? origin) !== origin) return false;
      const last = records.findLast(({ task, kind }) => task === record.task && kind !== 'moved');
      return last?.kind === 'sending' && last.origin === origin;
    });
}

/** Leaves one of the posts that the gateway charges once. */
function withoutRepeats(posts: readonly Post[]): readonly Post[] {
  return [...new Map(posts.map((post) => [post.idempotencyKey ?? post, post])).values()];
}

/** Whether it is known that a request has cost nothing. */
function isHarmless({ isSent, isRefused, wholeAt, work, isPlain }: Post, witness: Witness): boolean {
  if (!isSent || isRefused) return true;
  if (wholeAt === null || !isPlain) return false;
  return !work || (work.isFailure && [...witness.tasks.values()].some(hasFailed(work.taskId)));
}

function hasFailed(taskId: string | null) {
  return (task: { readonly taskId: string | null; readonly state: Task['state'] }): boolean =>
    task.taskId === taskId && task.state === 'failed';
}

/**
 * Whether the whole response came from a proxy, so that the request is tried again. A chat is not, because the gateway
 * would have begun.
 */
function isOfProxy({ prompt, wholeAt, isPlain }: Post): boolean {
  return wholeAt !== null && !isPlain && !prompt.startsWith('chat');
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
