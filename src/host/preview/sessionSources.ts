import { noMark, type Mark } from '../../core/artifact/marks.ts';
import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { Artifact, Task } from '../../core/task/model/task.ts';
import type { ContentPorts } from './entryContent.ts';
import { ArtifactUris } from './files/artifactUris.ts';
import { buildPreviewEntries, type EntryPorts, type PreviewEntry } from './previewEntries.ts';
import { mergeFacts } from './taskFacts.ts';

/** Reads the data that a session shows. No call rejects because a file is missing. */
export interface SourcePorts extends Omit<EntryPorts, 'uriOf' | 'markOf'>, Pick<ContentPorts, 'readUri'> {
  readRuns(): Promise<readonly RunsRecord[]>;
  /** Reads the engine's tasks of this job file. */
  readTasks(): Promise<readonly Task[]>;
  /** Returns what finds the mark of each of these artifacts. Never rejects: results are shown without marks. */
  readMarks(artifacts: readonly Artifact[]): Promise<(artifact: Artifact) => Mark | undefined>;
}

interface SourceEvents {
  /** The runs file was read. `error` is null if that succeeded. */
  runsRead(error: unknown): void;
  tasksRead(tasks: readonly Task[]): void;
}

/** Builds the entries of a session from tasks, runs file, marks and files, and reads only those that have changed. */
export class SessionSources {
  readonly #ports: SourcePorts;
  readonly #events: SourceEvents;
  /** Entries by item id, in the order of display. */
  #entries: ReadonlyMap<string, PreviewEntry> = new Map();
  #records: readonly RunsRecord[] = [];
  #areRecordsOutdated = true;
  #markOf: (artifact: Artifact) => Mark | undefined = () => undefined;
  #areMarksOutdated = true;
  readonly #uris: ArtifactUris;

  constructor(ports: SourcePorts, events: SourceEvents) {
    this.#ports = ports;
    this.#events = events;
    this.#uris = new ArtifactUris((artifact) => ports.readUri(artifact));
  }

  /** The entries of the last read, by item id, in the order of display. */
  get entries(): ReadonlyMap<string, PreviewEntry> {
    return this.#entries;
  }

  /** The next read also reads the runs file. */
  runsChanged(): void {
    this.#areRecordsOutdated = true;
  }

  /** The next read also reads the marks. */
  marksChanged(): void {
    this.#areMarksOutdated = true;
  }

  /** The next read looks again whether the files of these artifacts exist. */
  filesChanged(artifacts: readonly Artifact[]): void {
    for (const artifact of artifacts) this.#uris.forget(artifact);
  }

  /** The next read looks again whether the files of all artifacts exist. */
  allFilesChanged(): void {
    this.#uris.forgetAll();
  }

  /** Reads the tasks, and the runs file, marks and URIs if they have changed. */
  async read(): Promise<void> {
    if (this.#areRecordsOutdated) await this.#readRecords();
    const facts = mergeFacts(this.#records, await this.#readTasks());
    const artifacts = facts.flatMap((each) => each.artifacts);
    if (this.#areMarksOutdated) {
      // Cleared before the read, so that a mark that changes during the read is read again.
      this.#areMarksOutdated = false;
      this.#markOf = await this.#ports.readMarks(artifacts);
    }
    await this.#uris.learn(artifacts);
    const entries = buildPreviewEntries(facts, {
      ...this.#ports,
      uriOf: (artifact) => this.#uris.of(artifact),
      markOf: (artifact) => this.#markOf(artifact) ?? noMark,
    });
    this.#entries = new Map(entries.map((entry) => [entry.item.id, entry]));
  }

  async #readTasks(): Promise<readonly Task[]> {
    const tasks = await this.#ports.readTasks();
    this.#events.tasksRead(tasks);
    return tasks;
  }

  async #readRecords(): Promise<void> {
    this.#areRecordsOutdated = false;
    try {
      this.#records = await this.#ports.readRuns();
      this.#events.runsRead(null);
    } catch (error) {
      // The tasks of the journal can be shown without the runs file.
      this.#events.runsRead(error);
    }
  }
}
