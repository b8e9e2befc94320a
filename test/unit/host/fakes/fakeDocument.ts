import { Position, Range, type Uri } from './vscodeTypes.ts';

interface DocumentOptions {
  readonly isDirty?: boolean;
}

/** A text document of the window. */
export class FakeDocument {
  readonly uri: Uri;
  readonly languageId = 'yaml';
  readonly encoding = 'utf-8';
  version = 1;
  isClosed = false;
  isDirty: boolean;
  #text: string;

  constructor(uri: Uri, text: string, { isDirty = false }: DocumentOptions = {}) {
    this.uri = uri;
    this.#text = text;
    this.isDirty = isDirty;
  }

  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
  }

  getText(range?: Range): string {
    return range ? this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.#text;
  }

  get lineCount(): number {
    return this.#text.split('\n').length;
  }

  lineAt(line: number): { readonly range: Range; readonly text: string } {
    const text = this.#text.split('\n')[line] ?? '';
    return { text, range: new Range(line, 0, line, text.length) };
  }

  positionAt(offset: number): Position {
    const lines = this.#text.slice(0, offset).split('\n');
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  }

  offsetAt({ line, character }: Position): number {
    const above = this.#text.split('\n').slice(0, line);
    return above.reduce((sum, { length }) => sum + length + 1, character);
  }

  /** Replaces a part of the text, like an edit of the user. */
  replace(range: Range, newText: string): void {
    const [start, end] = [this.offsetAt(range.start), this.offsetAt(range.end)];
    this.write(this.#text.slice(0, start) + newText + this.#text.slice(end));
    this.isDirty = true;
  }

  /** Gives the document another text, like a change on disk. */
  write(text: string): void {
    this.#text = text;
    this.version += 1;
  }

  save(): Promise<boolean> {
    this.isDirty = false;
    return Promise.resolve(true);
  }
}
