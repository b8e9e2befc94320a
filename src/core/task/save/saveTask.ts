import { backoffMs } from '../../support/backoff.ts';
import { rebaseUrl } from '../../support/profile/baseUrl.ts';
import type { CallOutcome, Delivery, TaskView } from '../gatewayPort.ts';
import { buildProvenance, findSavedElsewhere } from '../model/buildRunsRecord.ts';
import { isUnknownTask } from '../model/codeOfRefusal.ts';
import type { Artifact } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import { decideQuery } from '../poll/decideQuery.ts';
import { queryOnce } from '../poll/queryOnce.ts';
import type { SaveFailure, SaveOrder, SaveOutcome } from '../ports.ts';
import type { TaskServices, TaskWatch } from '../watch.ts';
import {
  buildPieces,
  companionOutput,
  countExpected,
  isSibling,
  listImages,
  listSiblingPaths,
  type Piece,
} from './pieces.ts';

/** Makes artifacts from the results of a task. Artifacts that are saved stay saved, whatever happens to the rest. */
export function saveTask(watch: TaskWatch): Promise<void> {
  return new Saving(watch).run();
}

/** An interrupted transfer is resumed this many times. */
const maxInterruptions = 3;
const maxBackoffMs = 30_000;
/** An attempt that got further than all earlier ones by this many bytes resets the count of interruptions. */
const minGainedBytes = 1024 * 1024;
/**
 * Number of queries for new URLs. The limit is low because the user can select Save Again, and until then the task looks
 * as if it were still saving.
 */
const maxQueries = 4;

class Saving {
  readonly #watch: TaskWatch;
  readonly #services: TaskServices;
  /** By piece. */
  readonly #saved = new Map<string, Artifact>();

  constructor(watch: TaskWatch) {
    this.#watch = watch;
    this.#services = watch.services;
  }

  async run(): Promise<void> {
    const watch = this.#watch;
    const { task, results } = watch.entry();
    if (await this.#takeSaved()) return;
    // A success may name no result, neither at its end nor when it is queried again.
    const lacksResults = results.length === 0 && !(await this.#refreshResults());
    let failure: SaveFailure | null = { kind: 'refused', error: task.cut ?? { code: 'no-result', message: '' } };
    if (!lacksResults) failure = await this.#savePieces();
    // The results are refreshed only once: if the new URLs fail too, another query does not help.
    if (failure?.kind === 'expired' && (await this.#refreshResults())) failure = await this.#savePieces();
    if (failure && this.#saved.size === 0 && (await this.#takeSaved())) return;
    const artifacts = [...this.#saved.values()];
    if (failure) {
      await watch.changeAnyway({ kind: 'unsaved', artifacts, error: failure.error });
      return;
    }
    const isWritten = await watch.changeAnyway({ kind: 'saved', artifacts });
    // Until the journal has the change, a restart saves from the spool. Files that stay in the spool are removed after
    // the next start.
    const spooled = watch.entry().results.flatMap(({ source }) => (source.kind === 'spooled' ? [source] : []));
    if (isWritten && spooled.length > 0) await this.#services.spool.remove(spooled);
  }

  /** Finds the files that another program has saved of the same task. Empty if one of them is missing. */
  async #findSaved(): Promise<readonly Artifact[]> {
    const { artifacts, runsFile } = this.#services;
    const task = this.#watch.task();
    const record = findSavedElsewhere(await runsFile.read(task.jobFile).catch(() => []), task);
    const saved: Artifact[] = [];
    for (const { media_type: mediaType, ...facts } of record?.artifacts ?? []) {
      const artifact = { ...facts, mediaType, title: record?.title ?? null, lyrics: record?.lyrics ?? null };
      if (!(await artifacts.has(artifact, task.jobFile))) return [];
      saved.push(artifact);
    }
    return saved;
  }

  async #takeSaved(): Promise<boolean> {
    const artifacts = await this.#findSaved();
    if (artifacts.length > 0) await this.#watch.changeAnyway({ kind: 'saved', artifacts });
    return artifacts.length > 0;
  }

  /**
   * Saves the other pieces in order, so that the first clip gets the first name. Stops at the first error. Results that
   * nothing has asked for are saved only after an attempt that has saved those before them.
   */
  async #savePieces(): Promise<SaveFailure | null> {
    const watch = this.#watch;
    // Without a profile, results are fetched from public hosts only.
    const profile = await this.#services.openProfile(watch.task().profile).catch(() => null);
    const pieces = buildPieces(watch.entry().results);
    const links = pieces.filter(({ content }) => content.kind === 'url').map(({ id }) => id);
    const { artifacts, request } = watch.task();
    const expected = countExpected(request.body);
    const waiting = artifacts.length >= expected ? [] : links.slice(expected);
    for (const piece of pieces) {
      if (this.#saved.has(piece.id) || waiting.includes(piece.companionOf ?? piece.id)) continue;
      const { jobFile } = watch.task();
      const known = await this.#findPlaced(piece);
      const order = this.#buildOrder(piece, pieces, profile?.baseUrl ?? null);
      const outcome = known ?? (await this.#services.artifacts.save(order, watch.signal));
      // If the job file moved meanwhile, the piece is saved with its new path.
      if (outcome.kind !== 'saved') return watch.task().jobFile === jobFile ? outcome : this.#savePieces();
      this.#saved.set(piece.id, outcome.artifact);
    }
    if (waiting.length === 0) return null;
    return { kind: 'refused', error: { code: 'more-results', message: String(waiting.length) } };
  }

  /** Finds the file of a piece that was placed before a crash or by an earlier attempt, under the recorded name. */
  async #findPlaced(piece: Piece): Promise<SaveOutcome | null> {
    const { placings, task } = this.#watch.entry();
    const placing = placings.find((each) => each.piece === piece.id);
    const isThere = placing !== undefined && (await this.#services.artifacts.has(placing.artifact, task.jobFile));
    return isThere ? { kind: 'saved', artifact: placing.artifact } : null;
  }

  #buildOrder(piece: Piece, pieces: readonly Piece[], baseUrl: string | null): SaveOrder {
    const { clock, settings, sha256, store } = this.#services;
    const { task, boundary, placings, measuring } = this.#watch.entry();
    const { output, fromEnv, modality } = task.request;
    const leader = piece.companionOf === null ? undefined : this.#saved.get(piece.companionOf);
    const at = new Date(clock.now()).toISOString();
    return {
      content: task.isSandbox && baseUrl !== null ? rebase(piece.content, baseUrl) : piece.content,
      jobFile: task.jobFile,
      boundary,
      output: leader ? companionOutput(output, leader) : output,
      fromEnv,
      ordinal: { index: piece.number, count: pieces.filter((each) => isSibling(each, piece)).length },
      images: listImages(pieces, this.#saved),
      modality: piece.companionOf === null ? modality : null,
      baseUrl,
      readKeyHeaders: (origin) => this.#readKeyHeaders(origin),
      maxBytes: [...this.#saved.values()].reduce((left, { bytes }) => left - bytes, settings().maxDownloadBytes),
      siblingPaths: () => listSiblingPaths(store.list(), this.#watch.task(), piece.id),
      title: piece.title,
      lyrics: piece.lyrics,
      provenance: output.metadata === 'embed' ? buildProvenance(task, { at, sha256 }) : null,
      claimed: placings.find((each) => each.piece === piece.id)?.artifact.path ?? null,
      lane: task.run,
      onInterrupted: this.#createPatience(),
      isOurs: (hash) => isOurs(this.#services, hash, this.#watch.task().jobFile),
      onMeasuring: measuring === piece.id ? null : () => this.#note({ kind: 'measuring', piece: piece.id }),
      onPlacing: async (artifact) => {
        // Siblings have to see the path at once, so nothing is awaited before.
        await this.#note({ kind: 'placing', piece: piece.id, artifact });
        // Another program may have saved the result during the download. Its files and these are never mixed.
        if (this.#saved.size === 0 && (await this.#findSaved()).length > 0)
          throw new Error('The result was saved meanwhile');
      },
    };
  }

  async #readKeyHeaders(origin: string): ReturnType<SaveOrder['readKeyHeaders']> {
    const opened = await this.#watch.openTarget();
    if (!opened.ok || new URL(opened.target.baseUrl).origin !== origin) return null;
    return this.#services.gateway.buildKeyHeaders(opened.target);
  }

  /** Records the change. Rejects if another process has adopted the task and saves the piece. */
  async #note(change: TaskChange): Promise<void> {
    await this.#watch.changeAnyway(change);
    this.#watch.signal.throwIfAborted();
  }

  /** A large file may come in parts over a bad connection, so an attempt that gets further resets the count. */
  #createPatience(): SaveOrder['onInterrupted'] {
    const { clock, random } = this.#services;
    let interruptions = 0;
    return async (error, gainedBytes) => {
      interruptions = gainedBytes >= minGainedBytes ? 1 : interruptions + 1;
      if (interruptions > maxInterruptions) return false;
      await this.#watch.changeAnyway({ kind: 'waiting', error });
      await clock.sleep(backoffMs(interruptions, { random, maxMs: maxBackoffMs }), this.#watch.signal);
      await this.#watch.changeAnyway({ kind: 'waiting', error: null });
      return true;
    };
  }

  /**
   * Queries the gateway for new URLs, because a URL expired before its result was fetched, or a success named no
   * result. Resolves to whether there are new results. A harmless failure of a query, such as a rate limit that
   * hundreds of results reach together, is waited out. If the gateway no longer knows the task, the function resolves
   * to false. Rejects only when the signal aborts.
   */
  async #refreshResults(): Promise<boolean> {
    const watch = this.#watch;
    for (let queries = 1; queries <= maxQueries; queries += 1) {
      const query = { silences: queries - 1, signal: watch.signal };
      // A result that came in the response to a submit cannot be queried again.
      const outcome = await queryOnce(watch.entry(), this.#services, query);
      if (outcome?.kind === 'task') return this.#takeResults(outcome.view);
      if (!outcome || !(await this.#waitOut(outcome, queries))) return false;
    }
    return false;
  }

  /** Resolves to whether another query may succeed. A limit applies to the whole profile, so its gate waits. */
  async #waitOut(outcome: CallOutcome, failures: number): Promise<boolean> {
    const { gate, scheduler, random } = this.#services;
    const decision = decideQuery(outcome, { failures, unknowns: 0, unknownForMs: 0 }, { random });
    if (isUnknownTask(outcome) || decision.kind === 'wait-for-key') return false;
    if ('error' in decision) await this.#watch.changeAnyway({ kind: 'waiting', error: decision.error });
    if (decision.kind === 'wait-for-limit') gate.limit(this.#watch.task().profile, decision.retryAfterMs);
    else await scheduler.sleep(backoffMs(failures, { random, maxMs: maxBackoffMs }), this.#watch.signal);
    return true;
  }

  async #takeResults({ deliveries: named, phase, statusWord, amountUsd }: TaskView): Promise<boolean> {
    const deliveries = named.length === 0 && phase === 'succeeded' ? await this.#findContent() : named;
    if (deliveries.length === 0) return false;
    const { results } = await this.#watch.keepResults({ deliveries, amountUsd, text: null });
    // The text of the response that named no result is no longer needed.
    await this.#watch.changeAnyway({ kind: 'finished', statusWord, amountUsd, results, text: '' });
    return true;
  }

  /** A video that the gateway does not name may be at a known path. */
  async #findContent(): Promise<readonly Delivery[]> {
    const { request, taskId } = this.#watch.task();
    const opened = await this.#watch.openTarget();
    if (request.modality !== 'video' || taskId === null || !opened.ok) return [];
    const url = `${opened.target.baseUrl}/v1/videos/${encodeURIComponent(taskId)}/content`;
    return [{ source: { kind: 'url', url }, title: null, lyrics: null }];
  }
}

/** Updates the URL of a result of the sandbox, whose port changes with each start. */
function rebase(content: Piece['content'], baseUrl: string): Piece['content'] {
  return content.kind === 'url' ? { ...content, url: rebaseUrl(content.url, baseUrl) } : content;
}

/**
 * Whether a task of this job file has saved a file with this content hash on this machine. A result of another job file
 * is paid for too, and its own record names it. Only the journal and the ledger are asked: a runs file comes with a
 * repository, and may name any file.
 */
async function isOurs({ store, journal, ledger }: TaskServices, sha256: string, jobFile: string): Promise<boolean> {
  const hasSaved = ({ task, placings }: TaskEntry): boolean =>
    task.jobFile === jobFile &&
    [...task.artifacts, ...placings.map(({ artifact }) => artifact)].some((each) => each.sha256 === sha256);
  if ([...store.list(), ...store.leaving()].some(hasSaved)) return true;
  const foreign = await journal.readForeign();
  return foreign.some(({ entry }) => hasSaved(entry)) || ledger.hasArtifact(sha256, jobFile);
}
