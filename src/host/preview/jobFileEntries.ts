import { noMark, type Mark } from '../../core/artifact/marks.ts';
import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import { buildPreviewEntries, type PreviewEntry } from './previewEntries.ts';
import { keyOf } from '../marks/matchMarks.ts';
import type { SessionPorts } from './sessionPorts.ts';
import { mergeFacts, type FoundArtifact } from './taskFacts.ts';

export type EntriesPorts = Pick<
  SessionPorts,
  'isTrusted' | 'groupOf' | 'readRuns' | 'readTasks' | 'readMarks' | 'readUri'
>;

/** Builds the entries of a job file from tasks, runs file, marks and files, and reads only those that have changed. */
export class JobFileEntries {
  /** Absolute path. */
  readonly jobFile: string;
  readonly #ports: EntriesPorts;
  readonly #reportRead: (error: unknown) => void;
  /** The entries of the last read, in the order of display. */
  entries: readonly PreviewEntry[] = [];
  #records: readonly RunsRecord[] = [];
  #areRecordsOutdated = true;
  #markOf: (artifact: FoundArtifact) => Mark | undefined = () => undefined;
  #areMarksOutdated = true;
  /** URIs that webview elements load, null for a file that is missing or may not be shown. A list may name many files. */
  readonly #uris = new Map<string, string | null>();

  /** `reportRead` is called after each read of the runs file, with null if that succeeded. */
  constructor(jobFile: string, ports: EntriesPorts, reportRead: (error: unknown) => void) {
    this.jobFile = jobFile;
    this.#ports = ports;
    this.#reportRead = reportRead;
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
  filesChanged(artifacts: readonly FoundArtifact[]): void {
    for (const artifact of artifacts) this.#uris.delete(keyOf(artifact));
  }

  /** The next read looks again whether the files of all artifacts exist. */
  allFilesChanged(): void {
    this.#uris.clear();
  }

  /** Reads the tasks, and the runs file, marks and URIs if they have changed. */
  async read(): Promise<void> {
    if (this.#areRecordsOutdated) await this.#readRecords();
    const { jobFile } = this;
    const facts = mergeFacts(this.#records, await this.#ports.readTasks(jobFile), jobFile);
    const artifacts = facts.flatMap((each) => each.artifacts);
    if (this.#areMarksOutdated) {
      // Cleared before the read, so that a mark that changes during the read is read again.
      this.#areMarksOutdated = false;
      this.#markOf = await this.#ports.readMarks(artifacts, jobFile);
    }
    await this.#readUris(artifacts);
    this.entries = buildPreviewEntries(facts, {
      ...this.#ports,
      group: this.#ports.groupOf(jobFile),
      uriOf: (artifact) => this.#uris.get(keyOf(artifact)) ?? null,
      markOf: (artifact) => this.#markOf(artifact) ?? noMark,
    });
  }

  /** Looks at the files whose URI is not known yet. */
  async #readUris(artifacts: readonly FoundArtifact[]): Promise<void> {
    const unknown = new Map(artifacts.map((artifact) => [keyOf(artifact), artifact]));
    for (const key of this.#uris.keys()) unknown.delete(key);
    await Promise.all(
      [...unknown].map(async ([key, artifact]) => this.#uris.set(key, await this.#ports.readUri(artifact))),
    );
  }

  async #readRecords(): Promise<void> {
    this.#areRecordsOutdated = false;
    try {
      this.#records = await this.#ports.readRuns(this.jobFile);
      this.#reportRead(null);
    } catch (error) {
      // The tasks of the journal can be shown without the runs file.
      this.#reportRead(error);
    }
  }
}
