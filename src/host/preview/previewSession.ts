import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Clock } from '../../core/support/clock.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Artifact, Task } from '../../core/task/task.ts';
import {
  parseWebviewMessage,
  type HostMessage,
  type PreviewAction,
  type WebviewMessage,
} from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { buildDetails } from './previewDetails.ts';
import { buildEntries, type EntryPorts, type PreviewEntry } from './previewEntries.ts';
import { mergeFacts } from './taskFacts.ts';

/** Larger audio is played but not drawn: the bytes cross a process border and decode to ten times their size. */
const maxAudioBytes = 24 * 1024 * 1024;
const maxTextBytes = 512 * 1024;
/** More than the widest filmstrip shows. */
const firstPartLength = 200;
const restPartLength = 2000;
/** A matrix changes hundreds of tasks at once; the eye needs one update. */
const settleMs = 60;

/** What a session needs of the workbench. Reads of one job file; never rejects for a file that is not there. */
export interface SessionPorts extends EntryPorts {
  readonly jobFile: { readonly uri: string; readonly name: string };
  readonly locale: string;
  readonly strings: PreviewStrings;
  readonly clock: Clock;
  post(message: HostMessage): void;
  readRuns(): Promise<readonly RunsRecord[]>;
  /** The engine's tasks of this job file. */
  readTasks(): Promise<readonly Task[]>;
  /** Null when the file is not there, or may not be read. */
  statArtifact(artifact: Artifact): Promise<{ readonly bytes: number } | null>;
  /** The first `maxBytes`, or all where there are less. */
  readArtifact(artifact: Artifact, maxBytes: number): Promise<Uint8Array>;
  act(action: PreviewAction, artifact: Artifact | null): Promise<void>;
  fail(error: unknown): void;
}

/** Keeps one webview in step with a job file's tasks and runs file. */
export interface PreviewSession extends Disposable {
  receive(data: unknown): void;
  tasksChanged(): void;
  /** As `tasksChanged`, and the runs file is read again. */
  runsChanged(): void;
  /** The page is hidden, so the workbench has thrown it away; a new one will say `ready`. */
  pageLeft(): void;
  /** Selects the first item of a task, by the journal's or the gateway's id, as soon as it is known. */
  select(taskId: string): void;
}

export function createPreviewSession(ports: SessionPorts): PreviewSession {
  return new Session(ports);
}

class Session implements PreviewSession {
  readonly #ports: SessionPorts;
  readonly #stop = new AbortController();
  /** By item id, in the order of display. */
  #entries: ReadonlyMap<string, PreviewEntry> = new Map();
  #records: readonly RunsRecord[] = [];
  #areRecordsOutdated = true;
  /** What the page has, as sent; null while no page listens. */
  #sent: ReadonlyMap<string, string> | null = null;
  /** Task to select once it is in the list. */
  #wanted: string | null = null;
  #isUpdating = false;
  /** Something changed since the last read began. */
  #isOutdated = false;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  receive(data: unknown): void {
    const message = parseWebviewMessage(data);
    if (message) this.#run(this.#handle(message));
  }

  tasksChanged(): void {
    this.#isOutdated = true;
    if (!this.#isUpdating && this.#sent) this.#run(this.#update());
  }

  runsChanged(): void {
    this.#areRecordsOutdated = true;
    this.tasksChanged();
  }

  pageLeft(): void {
    this.#sent = null;
  }

  select(taskId: string): void {
    this.#wanted = taskId;
    this.#postWanted();
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** Failures of background work reach the log once, and not after the end. */
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
      default:
        assertNever(message);
    }
  }

  /** A new page knows nothing, whatever an earlier one had. */
  #start(): void {
    const { jobFile, locale, strings } = this.#ports;
    this.#sent = new Map();
    this.#post({ type: 'init', jobFile: jobFile.uri, jobFileName: jobFile.name, locale, strings });
    this.tasksChanged();
  }

  /** One at a time; changes that come meanwhile make one more round. */
  async #update(): Promise<void> {
    this.#isUpdating = true;
    try {
      while (this.#isOutdated && this.#sent && !this.#stop.signal.aborted) {
        this.#isOutdated = false;
        if (this.#areRecordsOutdated) await this.#readRecords();
        const entries = buildEntries(mergeFacts(this.#records, await this.#ports.readTasks()), this.#ports);
        this.#entries = new Map(entries.map((entry) => [entry.item.id, entry]));
        this.#postItems();
        await this.#ports.clock.sleep(settleMs, this.#stop.signal);
      }
    } finally {
      this.#isUpdating = false;
    }
  }

  async #readRecords(): Promise<void> {
    this.#areRecordsOutdated = false;
    try {
      this.#records = await this.#ports.readRuns();
    } catch (error) {
      // What runs now can be shown all the same.
      this.#ports.fail(error);
    }
  }

  /** Sends the difference to what the page has. */
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
    if (this.#wanted === null || this.#sent === null) return;
    for (const { item, facts } of this.#entries.values()) {
      if (facts.journalId !== this.#wanted && facts.taskId !== this.#wanted) continue;
      this.#wanted = null;
      this.#post({ type: 'select', id: item.id });
      return;
    }
  }

  async #sendDetails(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { artifact, item } = entry;
    const stat = artifact && (await this.#ports.statArtifact(artifact));
    const bytes =
      artifact && stat && item.kind === 'artifact' && item.media === 'text'
        ? await this.#ports.readArtifact(artifact, maxTextBytes)
        : null;
    const details = buildDetails(entry, {
      isMissing: artifact !== null && stat === null,
      text: bytes && new TextDecoder().decode(bytes),
      isTextCut: bytes !== null && stat !== null && stat.bytes > maxTextBytes,
    });
    this.#post({ type: 'details', details });
  }

  async #sendAudio(id: string): Promise<void> {
    const artifact = this.#entries.get(id)?.artifact;
    if (!artifact) return;
    const stat = await this.#ports.statArtifact(artifact);
    const bytes = stat && stat.bytes <= maxAudioBytes ? await this.#ports.readArtifact(artifact, maxAudioBytes) : null;
    // A plain copy: a Node Buffer is no Uint8Array for the workbench's serialisation.
    this.#post({ type: 'audio', id, bytes: bytes && new Uint8Array(bytes) });
  }

  /** Buttons of an item that went away meanwhile do nothing. */
  async #act(action: PreviewAction, id: string | null): Promise<void> {
    const artifact = id === null ? null : (this.#entries.get(id)?.artifact ?? null);
    if (artifact === null && action !== 'openJobFile') return;
    await this.#ports.act(action, artifact);
    if (action === 'copyPath') this.#post({ type: 'copied' });
  }

  #post(message: HostMessage): void {
    if (!this.#stop.signal.aborted) this.#ports.post(message);
  }
}
