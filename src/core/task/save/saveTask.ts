import type { OutputPlan } from '../../jobFile/request.ts';
import { backoffMs } from '../../support/backoff.ts';
import { rebaseUrl } from '../../support/baseUrl.ts';
import { buildProvenance } from '../model/buildRunsRecord.ts';
import type { Artifact } from '../model/task.ts';
import { isChatText, type Result, type ResultSource, type TaskEntry } from '../model/taskEntry.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { SaveFailure, SaveOrder, SaveOutcome, SaveSteps } from '../ports.ts';
import type { TaskServices, TaskWatch } from '../watch.ts';
import { refreshResults } from './refreshResults.ts';
import { listSiblingPaths } from './siblingPaths.ts';

/** An interrupted transfer is resumed this many times. */
const maxInterruptions = 3;
const maxBackoffMs = 30_000;
/** An attempt that got further than all earlier ones by this many bytes resets the count of interruptions. */
const minGainedBytes = 1024 * 1024;

/** Makes artifacts from the results of a task. Artifacts that are saved stay saved, whatever happens to the rest. */
export async function saveTask(watch: TaskWatch): Promise<void> {
  const saved = new Map<string, Artifact>();
  let failure = (await lacksResults(watch)) ? noResult : await savePieces(watch, saved);
  // The results are refreshed only once: if the new URLs fail too, another query does not help.
  if (failure?.kind === 'expired' && (await refreshResults(watch))) failure = await savePieces(watch, saved);
  const artifacts = [...saved.values()];
  if (failure) {
    await watch.changeAnyway({ kind: 'unsaved', artifacts, error: failure.error });
    return;
  }
  const isWritten = await watch.changeAnyway({ kind: 'saved', artifacts });
  // Until the journal has the change, a restart saves from the spool. Files that stay in the spool are removed after
  // the next start.
  const spooled = watch.entry().results.flatMap(({ source }) => (source.kind === 'spooled' ? [source] : []));
  if (isWritten && spooled.length > 0) await watch.services.spool.remove(spooled);
}

const noResult: SaveFailure = { kind: 'refused', error: { code: 'no-result', message: '' } };

/**
 * Whether there is nothing to save. A success may name no result, neither at its end nor when it is queried again. A
 * chat response may be empty.
 */
async function lacksResults(watch: TaskWatch): Promise<boolean> {
  const { task, results } = watch.entry();
  return task.taskId !== null && results.length === 0 && !(await refreshResults(watch));
}

/**
 * Saves the pieces that are not saved yet, in order, so that the first clip gets the first name. Stops at the first
 * error.
 */
async function savePieces(watch: TaskWatch, saved: Map<string, Artifact>): Promise<SaveFailure | null> {
  const baseUrl = await readBaseUrl(watch);
  const pieces = buildPieces(watch.entry().results);
  for (const piece of pieces) {
    if (saved.has(piece.id)) continue;
    const { jobFile } = watch.task();
    const known = await findPlaced(watch, piece);
    const order = buildOrder(watch, piece, { saved, baseUrl, pieces });
    const outcome = known ?? (await watch.services.artifacts.save(order, watch.signal));
    // If the job file moved meanwhile, the piece is saved with its new path.
    if (outcome.kind !== 'saved') return watch.task().jobFile === jobFile ? outcome : savePieces(watch, saved);
    saved.set(piece.id, outcome.artifact);
  }
  return null;
}

/** Finds the file of a piece that was placed before a crash or by an earlier attempt, under the recorded name. */
async function findPlaced(watch: TaskWatch, piece: Piece): Promise<SaveOutcome | null> {
  const { placings, task } = watch.entry();
  const placing = placings.find((each) => each.piece === piece.id);
  const isThere = placing !== undefined && (await watch.services.artifacts.has(placing.artifact, task.jobFile));
  return isThere ? { kind: 'saved', artifact: placing.artifact } : null;
}

/**
 * Waits longer after each interruption. A large file may come in parts over a bad connection, so an attempt that gets
 * further resets the count.
 */
function createPatience(watch: TaskWatch): SaveSteps['onInterrupted'] {
  const { clock, random } = watch.services;
  let interruptions = 0;
  return async (error, gainedBytes) => {
    interruptions = gainedBytes >= minGainedBytes ? 1 : interruptions + 1;
    if (interruptions > maxInterruptions) return false;
    await watch.changeAnyway({ kind: 'waiting', error });
    await clock.sleep(backoffMs(interruptions, { random, maxMs: maxBackoffMs }), watch.signal);
    await watch.changeAnyway({ kind: 'waiting', error: null });
    return true;
  };
}

interface OrderFacts {
  readonly saved: ReadonlyMap<string, Artifact>;
  readonly baseUrl: string | null;
  readonly pieces: readonly Piece[];
}

function buildOrder(watch: TaskWatch, piece: Piece, { saved, baseUrl, pieces }: OrderFacts): SaveOrder {
  const { clock, settings, sha256, store } = watch.services;
  const { task, boundary, placings, measuring } = watch.entry();
  const { output, fromEnv, modality } = task.request;
  const leader = piece.companionOf === null ? undefined : saved.get(piece.companionOf);
  return {
    content: task.isSandbox && baseUrl !== null ? rebase(piece.content, baseUrl) : piece.content,
    jobFile: task.jobFile,
    boundary,
    output: leader ? companionOutput(output, leader) : output,
    fromEnv,
    ordinal: { index: piece.number, count: pieces.filter((each) => isSibling(each, piece)).length },
    images: listImages(pieces, saved),
    modality: piece.companionOf === null ? modality : null,
    baseUrl,
    maxBytes: settings().maxDownloadBytes,
    siblingPaths: () => listSiblingPaths(store.list(), watch.task(), piece.id),
    title: piece.title,
    lyrics: piece.lyrics,
    provenance:
      output.metadata === 'embed' ? buildProvenance(task, { at: new Date(clock.now()).toISOString(), sha256 }) : null,
    claimed: placings.find((each) => each.piece === piece.id)?.artifact.path ?? null,
    lane: task.run,
    onInterrupted: createPatience(watch),
    isOurs: (hash) => isOurs(watch.services, hash),
    onMeasuring: measuring === piece.id ? null : () => note(watch, { kind: 'measuring', piece: piece.id }),
    onPlacing: (artifact) => note(watch, { kind: 'placing', piece: piece.id, artifact }),
  };
}

/** Records the change. Rejects if another process has adopted the task and saves the piece. */
async function note(watch: TaskWatch, change: TaskChange): Promise<void> {
  await watch.changeAnyway(change);
  watch.signal.throwIfAborted();
}

/** Whether two pieces have a common count of results. */
function isSibling(one: Piece, other: Piece): boolean {
  return one.companionOf === null && isChatText(one.content) === isChatText(other.content);
}

/** Lists the paths of the media that come before the texts. */
function listImages(pieces: readonly Piece[], saved: ReadonlyMap<string, Artifact>): readonly string[] {
  const media = pieces.filter(({ companionOf, content }) => companionOf === null && !isChatText(content));
  return media.flatMap(({ id }) => saved.get(id)?.path ?? []);
}

/** Puts the lyrics next to their clip, wherever it was saved. */
function companionOutput({ collision, metadata }: OutputPlan, leader: Artifact): OutputPlan {
  const dir = leader.path.includes('/') ? leader.path.slice(0, leader.path.lastIndexOf('/')) : '';
  return { dir, name: companionName(leader), collision, metadata };
}

/** Updates the URL of a result of the sandbox, whose port changes with each start. */
function rebase(content: Piece['content'], baseUrl: string): Piece['content'] {
  return content.kind === 'url' ? { ...content, url: rebaseUrl(content.url, baseUrl) } : content;
}

/** Returns null if the profile no longer exists. Results are then fetched from public hosts only. */
async function readBaseUrl(watch: TaskWatch): Promise<string | null> {
  const profile = await watch.services.openProfile(watch.task().profile).catch(() => null);
  return profile?.baseUrl ?? null;
}

/**
 * Whether a task of this machine has saved a file with this content hash. Only the journal and the ledger are asked: a
 * runs file comes with a repository, and may name any file.
 */
async function isOurs({ store, journal, ledger }: TaskServices, sha256: string): Promise<boolean> {
  const hasSaved = ({ task, placings }: TaskEntry): boolean =>
    [...task.artifacts, ...placings.map(({ artifact }) => artifact)].some((each) => each.sha256 === sha256);
  if ([...store.list(), ...store.leaving()].some(hasSaved)) return true;
  const foreign = await journal.readForeign();
  return foreign.some(({ entry }) => hasSaved(entry)) || ledger.hasArtifact(sha256);
}

/** One file that is made from the results of a task. */
interface Piece {
  /** Stays the same in every attempt to save. */
  readonly id: string;
  readonly content: ResultSource | { readonly kind: 'text'; readonly text: string };
  /** Number among the media of the task, from 1. Unless the name contains it, the second file is `hero-2`. */
  readonly number: number;
  /** Id of the piece whose artifact decides the name of this one. Null for media. */
  readonly companionOf: string | null;
  readonly title: string | null;
  readonly lyrics: string | null;
}

/**
 * Lists the media of each result, each followed by its lyrics. Texts are numbered separately, because their names
 * differ from those of media.
 */
function buildPieces(results: readonly Result[]): readonly Piece[] {
  return results.flatMap(({ source, title, lyrics }, at): Piece[] => {
    const id = String(at);
    const number = results.slice(0, at + 1).filter((each) => isChatText(each.source) === isChatText(source)).length;
    const media: Piece = { id, content: source, number, companionOf: null, title, lyrics };
    if (lyrics === null || lyrics.trim() === '') return [media];
    const text = lyrics.endsWith('\n') ? lyrics : `${lyrics}\n`;
    const companion = { id: `${id}.lyrics`, number: 1, companionOf: id, title, lyrics: null };
    return [media, { ...companion, content: { kind: 'text', text } }];
  });
}

/** Returns the name of a clip's lyrics: for `hero-2` it is `hero-2.lyrics`. */
function companionName({ path }: Artifact): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}.lyrics`;
}
