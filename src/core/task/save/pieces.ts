import type { Artifact } from '../model/task.ts';
import type { Result, ResultSource } from '../model/taskEntry.ts';

/** One file that is made from the results of a task. */
export interface Piece {
  /** Stays the same in every attempt to save. */
  readonly id: string;
  readonly content: ResultSource | { readonly kind: 'text'; readonly text: string };
  /** Number among the media of the task, from 1. With a fixed name, the second one is `hero-2`. */
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
export function buildPieces(results: readonly Result[]): readonly Piece[] {
  return results.flatMap(({ source, title, lyrics }, at): Piece[] => {
    const id = String(at);
    const number = results.slice(0, at + 1).filter((each) => isText(each.source) === isText(source)).length;
    const media: Piece = { id, content: source, number, companionOf: null, title, lyrics };
    if (lyrics === null || lyrics.trim() === '') return [media];
    const text = lyrics.endsWith('\n') ? lyrics : `${lyrics}\n`;
    const companion = { id: `${id}.lyrics`, number: 1, companionOf: id, title, lyrics: null };
    return [media, { ...companion, content: { kind: 'text', text } }];
  });
}

/** Whether the content is a chat response in Markdown. */
export function isText(source: Piece['content']): boolean {
  return source.kind === 'spooled' && source.mediaType === 'text/markdown';
}

/** Returns the name of a clip's lyrics: for `hero-2` it is `hero-2.lyrics`. */
export function companionName({ path }: Artifact): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}.lyrics`;
}
