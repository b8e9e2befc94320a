import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Clock } from '../../core/support/clock.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Artifact, Task } from '../../core/task/model/task.ts';
import {
  parseWebviewMessage,
  type HostMessage,
  type PreviewAction,
  type WebviewMessage,
} from '../../protocol/preview.ts';
import type { PreviewDetails, PreviewItem, PreviewTaskAction } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { ArtifactUris } from './artifactUris.ts';
import { picturesBeside, readContent, type ContentPorts } from './entryContent.ts';
import { buildDetails } from './previewDetails.ts';
import { actionsOn, buildEntries, type EntryPorts, type PreviewEntry } from './previewEntries.ts';
import { mergeFacts } from './taskFacts.ts';
import { TextFeed } from './textFeed.ts';

/** Larger audio is only played, not drawn: it crosses a process border and decodes to ten times its size. */
const maxAudioBytes = 24 * 1024 * 1024;
/** More items than the widest filmstrip shows. */
const firstPartLength = 200;
const restPartLength = 2000;
/** Delay in ms before an update. A matrix changes hundreds of tasks at once, which need only one update. */
const settleMs = 60;

/** What a session needs from the workbench, for one job file. No read rejects for a missing file. */
export interface SessionPorts extends ContentPorts, Omit<EntryPorts, 'uriOf'> {
  readonly jobFile: { readonly uri: string; readonly name: string };
  readonly locale: string;
  readonly strings: PreviewStrings;
  readonly clock: Clock;
  post(message: HostMessage): void;
  readRuns(): Promise<readonly RunsRecord[]>;
  /** Reads the engine's tasks of this job file. */
  readTasks(): Promise<readonly Task[]>;
  act(action: PreviewAction, artifact: Artifact | null): Promise<void>;
  /** Acts on a task, by the journal's id. Asks the user before a large action. */
  actOnTask(action: PreviewTaskAction, journalId: string): Promise<void>;
  fail(error: unknown): void;
}

/** Keeps one webview in sync with a job file's tasks and runs file. */
export interface PreviewSession extends Disposable {
  receive(data: unknown): void;
  /** Updates the page after a change of tasks. `task` is the changed one, if it is known. */
  tasksChanged(task?: Task): void;
  /** As `tasksChanged`, but also reads the runs file again. */
  runsChanged(): void;
  /** Sends everything to the page again, because the permitted actions on tasks and files have changed. */
  trustChanged(): void;
  /** Tells the session that the page is hidden, so the workbench has discarded it. A new page will send `ready`. */
  pageLeft(): void;
  /** Selects the first item of a task, by the journal's or the gateway's id, as soon as the item is known. */
  select(taskId: string): void;
  /** Lets new results become the selection. If there is a first item of the given task, it is selected first. */
  follow(taskId: string | null): void;
}

/** Both kinds wait for the list. Only `follow` may have no task in particular. */
type Wanted =
  { readonly type: 'select'; readonly taskId: string } | { readonly type: 'follow'; readonly taskId: string | null };

export function createPreviewSession(ports: SessionPorts): PreviewSession {
  return new Session(ports);
}

class Session implements PreviewSession {
  readonly #ports: SessionPorts;
  readonly #stop = new AbortController();
  /** Entries by item id, in the order of display. */
  #entries: ReadonlyMap<string, PreviewEntry> = new Map();
  #records: readonly RunsRecord[] = [];
  readonly #uris: ArtifactUris;
  readonly #textFeed = new TextFeed();
  #areRecordsOutdated = true;
  /** The items that the page has, as sent, by id. Null while no page listens. */
  #sent: ReadonlyMap<string, string> | null = null;
  /** The item to select or the run to follow once the page has the list. */
  #wanted: Wanted | null = null;
  #isUpdating = false;
  /** Whether something has changed since the last read began. */
  #isOutdated = false;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#uris = new ArtifactUris((artifact) => ports.readUri(artifact));
  }

  receive(data: unknown): void {
    const message = parseWebviewMessage(data);
    if (message) this.#run(this.#handle(message));
  }

  tasksChanged(task?: Task): void {
    if (task && this.#textFeed.see(task)) {
      this.#postText();
      return;
    }
    this.#isOutdated = true;
    if (!this.#isUpdating && this.#sent) this.#run(this.#update());
  }

  runsChanged(): void {
    this.#areRecordsOutdated = true;
    this.tasksChanged();
  }

  trustChanged(): void {
    if (!this.#sent) return;
    this.#sent = new Map();
    this.tasksChanged();
  }

  pageLeft(): void {
    this.#sent = null;
  }

  select(taskId: string): void {
    this.#wanted = { type: 'select', taskId };
    this.#postWanted();
  }

  follow(taskId: string | null): void {
    this.#wanted = { type: 'follow', taskId };
    this.#postWanted();
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** Reports a failure of background work to the log once, but not after the session has ended. */
  #run(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#ports.fail(error);
    });
  }

  async #handle(message: WebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#start();
      case 'readDetails':
        return this.#sendDetails(message.id);
      case 'readAudio':
        return this.#sendAudio(message.id);
      case 'act':
        return this.#act(message.action, message.id);
      case 'actOnTask':
        return this.#actOnTask(message.action, message.id);
      default:
        assertNever(message);
    }
  }

  /** Starts again from nothing, because a new page has no data, whatever an earlier page had. */
  #start(): void {
    const { jobFile, locale, strings } = this.#ports;
    this.#sent = new Map();
    this.#uris.forgetAll();
    this.#post({ type: 'init', jobFile: jobFile.uri, jobFileName: jobFile.name, locale, strings });
    this.tasksChanged();
  }

  /** Runs one update at a time. Changes that arrive meanwhile cause another round. */
  async #update(): Promise<void> {
    this.#isUpdating = true;
    try {
      while (this.#isOutdated && this.#sent && !this.#stop.signal.aborted) {
        this.#isOutdated = false;
        if (this.#areRecordsOutdated) await this.#readRecords();
        const facts = mergeFacts(this.#records, await this.#readTasks());
        await this.#uris.learn(facts.flatMap(({ artifacts }) => artifacts));
        const entries = buildEntries(facts, { ...this.#ports, uriOf: (artifact) => this.#uris.of(artifact) });
        this.#entries = new Map(entries.map((entry) => [entry.item.id, entry]));
        this.#postItems();
        this.#postText();
        await this.#ports.clock.sleep(settleMs, this.#stop.signal);
      }
    } finally {
      this.#isUpdating = false;
    }
  }

  async #readTasks(): Promise<readonly Task[]> {
    const tasks = await this.#ports.readTasks();
    for (const task of tasks) this.#textFeed.see(task);
    return tasks;
  }

  async #readRecords(): Promise<void> {
    this.#areRecordsOutdated = false;
    try {
      this.#records = await this.#ports.readRuns();
    } catch (error) {
      // The tasks that are in flight now can be shown anyway.
      this.#ports.fail(error);
    }
  }

  /** Sends the difference from what the page has. */
  #postItems(): void {
    const before = this.#sent;
    if (!before) return;
    const now = new Map([...this.#entries].map(([id, { item }]) => [id, JSON.stringify(item)]));
    const changed: PreviewItem[] = [];
    for (const [id, { item }] of this.#entries) if (before.get(id) !== now.get(id)) changed.push(item);
    const removed = [...before.keys()].filter((id) => !now.has(id));
    this.#sent = now;
    if (before.size === 0) this.#postList(changed);
    else if (changed.length + removed.length > 0) this.#postPart('change', changed, removed);
    this.#postWanted();
  }

  #postList(items: readonly PreviewItem[]): void {
    this.#postPart('first', items.slice(0, firstPartLength));
    for (let start = firstPartLength; start < items.length; start += restPartLength) {
      this.#postPart('rest', items.slice(start, start + restPartLength));
    }
  }

  #postPart(part: 'first' | 'rest' | 'change', changed: PreviewItem[], removed: string[] = []): void {
    this.#post({ type: 'items', part, changed, removed, now: this.#ports.clock.now() });
  }

  #postWanted(): void {
    // A new page gets its list first.
    if (this.#wanted === null || this.#sent === null || this.#sent.size === 0) return;
    const { type, taskId } = this.#wanted;
    const id = taskId === null ? null : this.#firstItemOf(taskId);
    if (id === null && taskId !== null) return;
    this.#wanted = null;
    if (type === 'follow') this.#post({ type, id });
    else if (id !== null) this.#post({ type, id });
  }

  #firstItemOf(taskId: string): string | null {
    for (const { item, facts } of this.#entries.values()) {
      if (facts.journalId === taskId || facts.taskId === taskId) return item.id;
    }
    return null;
  }

  async #sendDetails(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const content = await readContent(entry, this.#ports);
    const details = buildDetails(entry, { ...content, pictures: picturesBeside(entry, this.#entries.values()) });
    this.#textFeed.begin(id, entry.artifact === null ? details.text : null);
    this.#post({ type: 'details', details });
    this.#correctUri(entry, details);
    // The text may have grown while the details were on their way.
    this.#postText();
  }

  /** Corrects a URI if its file was deleted or restored after the decision. */
  #correctUri({ item, artifact }: PreviewEntry, { isMissing }: PreviewDetails): void {
    if (artifact === null || item.kind !== 'artifact' || (item.uri === null) === isMissing) return;
    this.#uris.forget(artifact);
    this.tasksChanged();
  }

  /** Sends the added text of the item whose details were sent last, which is the displayed item. */
  #postText(): void {
    if (!this.#sent) return;
    const added = this.#textFeed.next((id) => this.#entries.get(id)?.facts.journalId ?? null);
    if (added) this.#post(added);
  }

  async #sendAudio(id: string): Promise<void> {
    const artifact = this.#entries.get(id)?.artifact;
    if (!artifact) return;
    const stat = await this.#ports.statArtifact(artifact);
    const bytes = stat && stat.bytes <= maxAudioBytes ? await this.#ports.readArtifact(artifact, maxAudioBytes) : null;
    // The workbench can serialize a plain `Uint8Array`, but not a Node `Buffer`, so the bytes are copied.
    this.#post({ type: 'audio', id, bytes: bytes && new Uint8Array(bytes) });
  }

  /** Runs a button of an item. Nothing happens if the item has disappeared meanwhile. */
  async #act(action: PreviewAction, id: string | null): Promise<void> {
    const artifact = id === null ? null : (this.#entries.get(id)?.artifact ?? null);
    if (artifact === null && action !== 'openJobFile') return;
    await this.#ports.act(action, artifact);
    if (action === 'copyPath') this.#post({ type: 'copied' });
  }

  /** Acts on a task. The page may be out of date, so an action that the task no longer offers is ignored. */
  async #actOnTask(action: PreviewTaskAction, id: string): Promise<void> {
    const facts = this.#entries.get(id)?.facts;
    if (!facts || facts.journalId === null || !actionsOn(facts, this.#ports).includes(action)) return;
    await this.#ports.actOnTask(action, facts.journalId);
  }

  #post(message: HostMessage): void {
    if (!this.#stop.signal.aborted) this.#ports.post(message);
  }
}
