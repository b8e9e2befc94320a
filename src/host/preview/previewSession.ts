import type { Disposable } from '../../core/support/disposable.ts';
import type { Task } from '../../core/task/model/task.ts';
import { parseWebviewMessage, type HostMessage, type WebviewMessage } from '../../protocol/preview.ts';
import type { PreviewDetails } from '../../protocol/previewItem.ts';
import { picturesBeside, readAudio, readContent } from './entryContent.ts';
import { ItemsFeed } from './feeds/itemsFeed.ts';
import { runPageAction } from './pageActions.ts';
import { buildPreviewDetails } from './previewDetails.ts';
import { listPrompts, type PreviewEntry } from './previewEntries.ts';
import { SearchFeed } from './feeds/searchFeed.ts';
import type { SessionPorts } from './sessionPorts.ts';
import { SessionSources } from './sessionSources.ts';
import type { FoundArtifact } from './taskFacts.ts';
import { TextFeed } from './feeds/textFeed.ts';
import { ThumbnailFeed } from './thumbnails/thumbnailFeed.ts';

/** Delay in ms before an update. A matrix changes hundreds of tasks at once, which need only one update. */
const settleMs = 60;

/** What the page shall show as soon as it has the list. Tasks have the id of the journal or of the gateway. */
type Wanted =
  /** Selects the first item of a task, or of a request by its key, in a job file (absolute path) or in any. See `select`. */
  | { readonly type: 'select'; readonly taskId: string; readonly jobFile?: string; readonly query?: string }
  /** Lets new results become the selection. If there is a first item of the given task, it is selected first. */
  | { readonly type: 'follow'; readonly taskId: string | null }
  /** Shows artifacts beside each other. Paths are relative to the folder of the job file. */
  | { readonly type: 'compare'; readonly paths: readonly string[] };

/** Keeps one webview in sync with the tasks and runs files of its job files. */
export class PreviewSession implements Disposable {
  readonly #ports: SessionPorts;
  readonly #stop = new AbortController();
  readonly #sources: SessionSources;
  readonly #textFeed = new TextFeed();
  readonly #searchFeed = new SearchFeed();
  readonly thumbnails: ThumbnailFeed;
  /** Why the page may lack results. Null if the last read succeeded. */
  #readError: string | null = null;
  /** The limit that the page has. */
  #limit: number | null = null;
  readonly #itemsFeed = new ItemsFeed();
  /** The view to show once the page has started. */
  #wantedView: Extract<HostMessage, { type: 'show' }> | null = null;
  #wanted: Wanted | null = null;
  #isUpdating = false;
  /** Whether something has changed since the last read began. */
  #isOutdated = false;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    const readTasks = async (jobFile: string): Promise<readonly Task[]> => {
      const tasks = await ports.readTasks(jobFile);
      for (const task of tasks) this.#textFeed.see(task);
      return tasks;
    };
    this.#sources = new SessionSources({ ...ports, readTasks }, (error) => this.#reportRead(error));
    const post = (message: HostMessage): void => this.#post(message);
    this.thumbnails = new ThumbnailFeed({ ...ports, post }, () => this.#sources.entries);
  }

  receive(data: unknown): void {
    const message = parseWebviewMessage(data);
    if (message) this.#run(this.#handle(message));
  }

  /** Updates the page after a change of tasks. `task` is the changed one, if it is known. */
  tasksChanged(task?: Task): void {
    if (task && this.#textFeed.see(task)) return this.#postText();
    this.#sources.tasksChanged(task?.jobFile);
    this.#changed();
  }

  /** As `tasksChanged`, but also reads the runs file of a job file, or of all, again. */
  runsChanged(jobFile?: string): void {
    this.#sources.runsChanged(jobFile);
    this.#changed();
  }

  /** As `tasksChanged`, but also reads the marks again. */
  marksChanged(jobFile?: string): void {
    this.#sources.marksChanged(jobFile);
    this.#changed();
  }

  /** As `tasksChanged`, but also looks again whether the files of all results exist. */
  filesChanged(): void {
    this.#sources.allFilesChanged();
    this.#changed();
  }

  #changed(): void {
    this.#isOutdated = true;
    if (!this.#isUpdating && this.#itemsFeed.isListening) this.#run(this.#update());
  }

  /** Tells the page the axes of the job file, which has been saved. Those of a broken file are not known. */
  axesChanged(): void {
    if (!this.#itemsFeed.isListening) return;
    const tell = async (): Promise<void> => {
      const axes = await this.#ports.readAxes();
      if (axes.length > 0) this.#post({ type: 'axes', axes });
    };
    this.#run(tell());
  }

  /** Sends everything to the page again, because the permitted actions on tasks and files have changed. */
  trustChanged(): void {
    if (!this.#itemsFeed.isListening) return;
    this.#itemsFeed.restart();
    this.tasksChanged();
  }

  /** The page is hidden, so the workbench has discarded it. A new page will send `ready`. */
  pageLeft(): void {
    this.#itemsFeed.stop();
    this.thumbnails.stop();
  }

  /** Shows one result or all of them, as soon as the page has started. See the message `show`. */
  show(view: 'stage' | 'sheet', query: string | null = null): void {
    this.#wantedView = { type: 'show', view, query };
    this.#postView();
  }

  /** Asks the page to export what it shows. */
  exportShown(): void {
    this.#post({ type: 'export' });
  }

  want(wanted: Wanted): void {
    this.#wanted = wanted;
    this.#postWanted();
  }

  dispose(): void {
    this.#stop.abort();
    this.thumbnails.stop();
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
      case 'readAgain':
        return this.runsChanged();
      case 'readDetails':
        return this.#sendDetails(message.id);
      case 'readAudio':
        return this.#sendAudio(message.id);
      case 'readPrompts':
        return this.#post({ type: 'prompts', prompts: listPrompts(message.ids, this.#sources.entries) });
      case 'search':
        this.#searchFeed.begin(message.query);
        if (this.#sources.queryChanged(message.query)) this.#changed();
        return this.#postFound();
      case 'wantThumbnails':
        return this.thumbnails.want(message.ids);
      case 'thumbnailMade':
        return this.thumbnails.made(message.id, message.bytes);
      default:
        return runPageAction(message, {
          ports: this.#ports,
          entries: this.#sources.entries,
          marksChanged: () => this.marksChanged(),
          filesChanged: (artifacts) => this.#filesChanged(artifacts),
          copied: () => this.#post({ type: 'copied' }),
        });
    }
  }

  /** Starts again from nothing, because a new page has no data, whatever an earlier page had. */
  #start(): void {
    const { source, locale, strings } = this.#ports;
    this.thumbnails.stop();
    this.#itemsFeed.restart();
    this.#searchFeed.begin('');
    if (this.#readError !== null) this.#sources.runsChanged();
    this.#readError = null;
    this.#limit = null;
    this.#sources.marksChanged();
    this.#sources.allFilesChanged();
    this.#post({ type: 'init', jobFile: source, locale, strings });
    this.#postView();
    this.axesChanged();
    this.tasksChanged();
  }

  /** Runs one update at a time. Changes that arrive meanwhile cause another round. */
  async #update(): Promise<void> {
    this.#isUpdating = true;
    try {
      while (this.#isOutdated && this.#itemsFeed.isListening && !this.#stop.signal.aborted) {
        this.#isOutdated = false;
        await this.#sources.read(this.#stop.signal);
        this.#postItems();
        this.#postText();
        await this.#ports.clock.sleep(settleMs, this.#stop.signal);
      }
    } catch (error) {
      this.#postReadError(error);
      throw error;
    } finally {
      this.#isUpdating = false;
    }
  }

  /** Reports a failed read of the runs file to the log, too. The read continues without that file. */
  #reportRead(error: unknown): void {
    if (error !== null) this.#ports.fail(error);
    this.#postReadError(error);
  }

  #postReadError(error: unknown): void {
    const reason = error === null ? null : error instanceof Error ? error.message : JSON.stringify(error);
    if (reason !== this.#readError) this.#post({ type: 'readError', reason });
    this.#readError = reason;
  }

  #postItems(): void {
    // The page shows none of the items that it has to hide.
    this.#postFound();
    const items = [...this.#sources.entries.values()].map(({ item }) => item);
    const { limit: count } = this.#sources;
    if (count !== this.#limit) this.#post({ type: 'limit', count });
    this.#limit = count;
    for (const part of this.#itemsFeed.next(items)) this.#post({ ...part, now: this.#ports.clock.now() });
    this.#postWanted();
    if (this.#itemsFeed.hasItems) this.thumbnails.start();
  }

  #postFound(): void {
    const found = this.#searchFeed.next(this.#sources.entries.values());
    if (found) this.#post(found);
  }

  #postView(): void {
    if (this.#wantedView === null || !this.#itemsFeed.isListening) return;
    this.#post(this.#wantedView);
    this.#wantedView = null;
  }

  #postWanted(): void {
    // A new page gets its list first.
    if (this.#wanted === null || !this.#itemsFeed.hasItems) return;
    const message = buildWantedMessage(this.#wanted, [...this.#sources.entries.values()]);
    if (!message) return;
    this.#wanted = null;
    this.#post(message);
  }

  async #sendDetails(id: string): Promise<void> {
    const entry = this.#sources.entries.get(id);
    if (!entry) return;
    const content = await readContent(entry, this.#ports);
    const details = buildPreviewDetails(entry, {
      ...content,
      pictures: picturesBeside(entry, this.#sources.entries.values()),
    });
    this.#textFeed.begin(id, entry.artifact === null ? details.text : null);
    this.#post({ type: 'details', details });
    this.#correctUri(entry, details);
    // The text may have grown while the details were on their way.
    this.#postText();
  }

  /** Corrects a URI if its file was deleted or restored after the decision. */
  #correctUri({ item, artifact }: PreviewEntry, { isMissing }: PreviewDetails): void {
    if (artifact === null || item.kind !== 'artifact' || (item.uri === null) === isMissing) return;
    this.#filesChanged([artifact]);
  }

  /** As `tasksChanged`, but also looks again whether these files exist. */
  #filesChanged(artifacts: readonly FoundArtifact[]): void {
    this.#sources.filesChanged(artifacts);
    this.#changed();
  }

  /** Sends the added text of the item whose details were sent last, which is the displayed item. */
  #postText(): void {
    if (!this.#itemsFeed.isListening) return;
    const added = this.#textFeed.next((id) => this.#sources.entries.get(id)?.facts.journalId ?? null);
    if (added) this.#post(added);
  }

  async #sendAudio(id: string): Promise<void> {
    const artifact = this.#sources.entries.get(id)?.artifact;
    if (!artifact) return;
    this.#post({ type: 'audio', id, bytes: await readAudio(artifact, this.#ports) });
  }

  #post(message: HostMessage): void {
    if (!this.#stop.signal.aborted) this.#ports.post(message);
  }
}

/** Returns the message for the page. Null as long as an item is unknown. `entries` are newest first. */
function buildWantedMessage(wanted: Wanted, entries: readonly PreviewEntry[]): HostMessage | null {
  if (wanted.type === 'compare') {
    const ids = wanted.paths.flatMap((path) => entries.find(({ artifact }) => artifact?.path === path)?.item.id ?? []);
    return ids.length === wanted.paths.length ? { type: 'compare', ids } : null;
  }
  if (wanted.taskId === null) return { type: 'follow', id: null };
  const { taskId } = wanted;
  const { jobFile, query } = wanted.type === 'select' ? wanted : {};
  const entry = entries.find(
    ({ facts }) =>
      (jobFile === undefined || facts.jobFile === jobFile) &&
      [facts.journalId, facts.taskId, facts.requestKey].includes(taskId),
  );
  return entry ? { type: wanted.type, id: entry.item.id, ...(query !== undefined && { query }) } : null;
}
