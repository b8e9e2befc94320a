import { runsFileOf } from '../../core/artifact/jobFileName.ts';
import { comparePreviewItems } from '../../protocol/previewItem.ts';
import { JobFileEntries, type EntriesPorts } from './jobFileEntries.ts';
import type { PreviewEntry } from './previewEntries.ts';
import type { SessionPorts } from './sessionPorts.ts';
import type { FoundArtifact } from './taskFacts.ts';

type SourcePorts = EntriesPorts & Pick<SessionPorts, 'listJobFiles'>;

/** The number of job files that are read at the same time. */
const maxFiles = 8;

/** The entries of all job files of a session. Reads only those that have changed. */
export class SessionSources {
  readonly #ports: SourcePorts;
  readonly #reportRead: (error: unknown) => void;
  /** The entries of the last read, by item id, in the order of display. */
  entries: ReadonlyMap<string, PreviewEntry> = new Map();
  /** By the path of the runs file. */
  readonly #files = new Map<string, JobFileEntries>();
  readonly #outdated = new Set<JobFileEntries>();
  #isListOutdated = true;
  /** The number of results after which others are not listed, until a search brings them. Null if all are. */
  limit: number | null = null;
  #query = '';
  /** Why runs files could not be read, by the path of the job file. */
  readonly #errors = new Map<string, unknown>();
  #hasReadRuns = false;

  /** `reportRead` is called after each read of runs files, with null if all of them can be read. */
  constructor(ports: SourcePorts, reportRead: (error: unknown) => void) {
    this.#ports = ports;
    this.#reportRead = reportRead;
  }

  /** The next read also reads the tasks of this job file, or of all. */
  tasksChanged(jobFile?: string): void {
    this.#change(jobFile, () => undefined);
  }

  /** The next read also reads the runs file. */
  runsChanged(jobFile?: string): void {
    if (jobFile === undefined) this.#isListOutdated = true;
    this.#change(jobFile, (file) => file.runsChanged());
  }

  /** The next read also reads the marks. */
  marksChanged(jobFile?: string): void {
    this.#change(jobFile, (file) => file.marksChanged());
  }

  /** The next read looks again whether the files of these artifacts exist. */
  filesChanged(artifacts: readonly FoundArtifact[]): void {
    for (const artifact of artifacts) this.#change(artifact.jobFile, (file) => file.filesChanged([artifact]));
  }

  /** The next read looks again whether the files of all artifacts exist. */
  allFilesChanged(): void {
    this.#change(undefined, (file) => file.allFilesChanged());
  }

  /** Among too many results, the next read finds the job files that have something to show. Returns true if so. */
  queryChanged(query: string): boolean {
    this.#query = query;
    this.#isListOutdated ||= this.limit !== null;
    return this.limit !== null;
  }

  #change(jobFile: string | undefined, change: (file: JobFileEntries) => void): void {
    const known = jobFile === undefined ? undefined : this.#files.get(runsFileOf(jobFile));
    if (jobFile !== undefined && !known) this.#isListOutdated = true;
    for (const file of jobFile === undefined ? this.#files.values() : known ? [known] : []) {
      change(file);
      this.#outdated.add(file);
    }
  }

  /** Rejects if the signal aborts. */
  async read(signal: AbortSignal): Promise<void> {
    if (this.#isListOutdated) await this.#list(signal);
    // What changes meanwhile is read by the next read.
    const waiting = [...this.#outdated].values();
    this.#outdated.clear();
    const reading = Array.from({ length: maxFiles }, () => this.#readNext(waiting));
    await Promise.all(reading).finally(() => {
      const [first = null] = this.#errors.values();
      if (this.#hasReadRuns) this.#reportRead(first);
      this.#hasReadRuns = false;
    });
    const entries = [...this.#files.values()].flatMap((file) => file.entries);
    const sorted = entries.toSorted((a, b) => comparePreviewItems(a.item, b.item));
    this.entries = new Map(sorted.map((entry) => [entry.item.id, entry]));
  }

  async #readNext(waiting: Iterable<JobFileEntries>): Promise<void> {
    for (const file of waiting) {
      await file.read().catch((error: unknown) => {
        this.#outdated.add(file);
        throw error;
      });
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    // Cleared before the list is made, so that what changes meanwhile is listed again.
    this.#isListOutdated = false;
    const { jobFiles, limit } = await this.#ports.listJobFiles(this.#query, signal).catch((error: unknown) => {
      this.#isListOutdated = true;
      throw error;
    });
    this.limit = limit;
    const listed = new Map(jobFiles.map((jobFile) => [runsFileOf(jobFile), jobFile]));
    for (const [key, file] of this.#files) {
      if (listed.has(key)) continue;
      this.#files.delete(key);
      this.#outdated.delete(file);
      this.#errors.delete(file.jobFile);
    }
    for (const [key, jobFile] of listed) {
      if (this.#files.has(key)) continue;
      const file = new JobFileEntries(jobFile, this.#ports, (error) => this.#runsRead(jobFile, error));
      this.#files.set(key, file);
      this.#outdated.add(file);
    }
  }

  #runsRead(jobFile: string, error: unknown): void {
    this.#hasReadRuns = true;
    if (error === null) this.#errors.delete(jobFile);
    else this.#errors.set(jobFile, error);
  }
}
