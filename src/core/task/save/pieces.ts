import type { OutputPlan } from '../../jobFile/request.ts';
import { type JsonObject, stringifyJson } from '../../support/json/json.ts';
import type { Artifact, Task } from '../model/task.ts';
import { isChatText, type Result, type ResultSource, type TaskEntry } from '../model/taskEntry.ts';

export interface Piece {
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

/** Lists the media of each result, each followed by its lyrics. Texts have other names, and their own numbers. */
export function buildPieces(results: readonly Result[]): readonly Piece[] {
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

/** Whether two pieces have a common count of results. */
export function isSibling(one: Piece, other: Piece): boolean {
  return one.companionOf === null && isChatText(one.content) === isChatText(other.content);
}

/** Lists the paths of the media that come before the texts. */
export function listImages(pieces: readonly Piece[], saved: ReadonlyMap<string, Artifact>): readonly string[] {
  const media = pieces.filter(({ companionOf, content }) => companionOf === null && !isChatText(content));
  return media.flatMap(({ id }) => saved.get(id)?.path ?? []);
}

/** Puts the lyrics next to their clip, wherever it was saved. */
export function companionOutput({ collision, metadata }: OutputPlan, leader: Artifact): OutputPlan {
  const dir = leader.path.includes('/') ? leader.path.slice(0, leader.path.lastIndexOf('/')) : '';
  return { dir, name: companionName(leader), collision, metadata };
}

/** Returns the name of a clip's lyrics: for `hero-2` it is `hero-2.lyrics`. */
function companionName({ path }: Artifact): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}.lyrics`;
}

/** Returns the paths that other results of the run have, or are about to have. `piece` of the task is left out. */
export function listSiblingPaths(
  entries: readonly TaskEntry[],
  { id, run, jobFile }: Task,
  piece: string | null,
): Set<string> {
  const siblings = entries.filter(({ task }) => task.run === run && task.jobFile === jobFile);
  const placings = siblings.flatMap((each) =>
    each.placings.filter((placing) => each.task.id !== id || placing.piece !== piece),
  );
  return new Set(placings.map(({ artifact }) => artifact.path));
}

/** Results of a request that names no number: images of a grid, clips of a song. A sequence may have more. */
const usual = { single: 4, sequence: 15 };

/** Returns how many results a request may have, also by fields that the catalog does not know. */
export function countExpected(body: JsonObject): number {
  const json = stringifyJson(body);
  const isSequence = /"(?:enable_?sequential|sequential_image_generation)":(?:true|"auto")/i.test(json);
  const counts = json.matchAll(/"(?:n|num_(?!\w*steps)\w+|max_images|batch_size)":(\d{1,4})\b/g);
  return Math.max(isSequence ? usual.sequence : usual.single, ...[...counts].map(([, count]) => Number(count)));
}
