import { pollPathOf } from './followTask.ts';
import { buildPieces, companionName, type Piece } from './pieces.ts';
import type { SaveOrder, SaveOutcome } from './ports.ts';
import { rebaseUrl } from './rebaseUrl.ts';
import { backoffMs } from './submitPolicy.ts';
import type { Artifact } from './task.ts';
import { openTarget, type Watch } from './watch.ts';

const maxInterruptions = 3;
const maxBackoffMs = 30_000;

type SaveFault = Exclude<SaveOutcome, { kind: 'saved' }>;

/** Makes artifacts of the results of a task. What is saved stays saved, whatever becomes of the rest. */
export async function saveTask(watch: Watch): Promise<void> {
  const saved = new Map<string, Artifact>();
  let fault = await savePieces(watch, saved);
  if (fault?.kind === 'expired' && (await refreshResults(watch))) fault = await savePieces(watch, saved);
  const artifacts = [...saved.values()];
  if (fault) {
    await watch.changeAnyway({ kind: 'unsaved', artifacts, error: fault.error });
    return;
  }
  await watch.changeAnyway({ kind: 'saved', artifacts });
  await watch.ports.spool.remove(watch.entry().results.map(({ source }) => source));
}

/** Saves what is not saved yet, in order, so that the first clip gets the first name. Stops at the first fault. */
async function savePieces(watch: Watch, saved: Map<string, Artifact>): Promise<SaveFault | null> {
  const baseUrl = await readBaseUrl(watch);
  for (const piece of buildPieces(watch.entry().results)) {
    if (saved.has(piece.id)) continue;
    const known = await findPlaced(watch, piece);
    const outcome = known ?? (await savePiece(watch, buildOrder(watch, piece, { saved, baseUrl })));
    if (outcome.kind !== 'saved') return outcome;
    saved.set(piece.id, outcome.artifact);
  }
  return null;
}

/** A crash, or an earlier attempt, may have left the file under the name that it was about to take. */
async function findPlaced({ entry, ports }: Watch, piece: Piece): Promise<SaveOutcome | null> {
  const { placings, task } = entry();
  const placing = placings.find((each) => each.piece === piece.id);
  const isThere = placing !== undefined && (await ports.artifacts.has(placing.artifact, task.jobFile));
  return isThere ? { kind: 'saved', artifact: placing.artifact } : null;
}

async function savePiece(watch: Watch, order: SaveOrder): Promise<SaveOutcome> {
  const { ports, signal } = watch;
  for (let interruptions = 1; ; interruptions += 1) {
    const outcome = await ports.artifacts.save(order, signal);
    if (outcome.kind !== 'interrupted' || interruptions > maxInterruptions) return outcome;
    await watch.changeAnyway({ kind: 'troubled', error: outcome.error });
    await ports.clock.sleep(backoffMs(interruptions, { random: ports.random, maxMs: maxBackoffMs }), signal);
  }
}

function buildOrder(
  watch: Watch,
  piece: Piece,
  { saved, baseUrl }: { readonly saved: ReadonlyMap<string, Artifact>; readonly baseUrl: string | null },
): SaveOrder {
  const { task, boundary } = watch.entry();
  const { output, modality } = task.request;
  const leader = piece.companionOf === null ? undefined : saved.get(piece.companionOf);
  return {
    content: task.isSandbox && baseUrl !== null ? rebase(piece.content, baseUrl) : piece.content,
    jobFile: task.jobFile,
    boundary,
    output: leader ? { ...output, name: companionName(leader) } : output,
    modality: piece.companionOf === null ? modality : null,
    baseUrl,
    maxBytes: watch.ports.settings().maxDownloadBytes,
    number: piece.number,
    ownPaths: watch
      .entry()
      .placings.filter((each) => each.piece !== piece.id)
      .map(({ artifact }) => artifact.path),
    title: piece.title,
    lyrics: piece.lyrics,
    onPlacing: (artifact) => watch.changeAnyway({ kind: 'placing', piece: piece.id, artifact }),
  };
}

function rebase(content: Piece['content'], baseUrl: string): Piece['content'] {
  return content.kind === 'url' ? { ...content, url: rebaseUrl(content.url, baseUrl) } : content;
}

/** A URL may have run out while nobody fetched it: asks once more, and answers whether there is a new set. */
async function refreshResults(watch: Watch): Promise<boolean> {
  const { ports, gate, signal } = watch;
  const { profile, request, taskId } = watch.entry().task;
  if (taskId === null) return false;
  await gate.pass(profile, signal);
  const answer = await openTarget(watch);
  if (!answer.ok) return false;
  const call = { endpoint: request.endpoint, pollPath: pollPathOf(request), taskId };
  const outcome = await ports.gateway.query(answer.target, call, signal);
  if (outcome.kind !== 'task' || outcome.view.deliveries.length === 0) return false;
  const { deliveries, statusWord, amountUsd } = outcome.view;
  const results = await Promise.all(deliveries.map((delivery) => ports.spool.put(delivery)));
  await watch.changeAnyway({ kind: 'ended', statusWord, amountUsd, results });
  return true;
}

async function readBaseUrl({ entry, ports }: Watch): Promise<string | null> {
  const profile = await ports.openProfile(entry().task.profile).catch(() => null);
  return profile?.baseUrl ?? null;
}
