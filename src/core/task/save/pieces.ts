import type { Artifact } from '../model/task.ts';
import type { Result, ResultSource } from '../model/taskEntry.ts';

/** One file to be made of the results of a task. */
export interface Piece {
  /** Stays the same however often saving is tried. */
  readonly id: string;
  readonly content: ResultSource | { readonly kind: 'text'; readonly text: string };
  /** Counts the media of the task from 1: with a fixed name the second one is `hero-2`. */
  readonly number: number;
  /** Its name follows that of the artifact of this piece. */
  readonly companionOf: string | null;
  readonly title: string | null;
  readonly lyrics: string | null;
}

/** The media of each result, each followed by its lyrics. Texts are counted by themselves: they have names of their own. */
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

/** What a chat has answered, in Markdown. */
export function isText(source: Piece['content']): boolean {
  return source.kind === 'spooled' && source.mediaType === 'text/markdown';
}

/** The name of a clip's lyrics: `hero-2` gives `hero-2.lyrics`. */
export function companionName({ path }: Artifact): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}.lyrics`;
}
