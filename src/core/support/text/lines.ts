/** Returns the start of the line of an offset, after a byte order mark. */
export function lineStartAt(text: string, offset: number): number {
  // `lastIndexOf` treats a negative start as 0, and would find a line break there.
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && offset > 0 && text.startsWith('\ufeff') ? 1 : start;
}

/** Returns the end of the line of an offset, before its line break. */
export function lineEndAt(text: string, offset: number): number {
  const lineBreak = text.indexOf('\n', offset);
  const end = lineBreak < 0 ? text.length : lineBreak;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the offset after the line break at `lineEnd`. */
export function nextLineAt(text: string, lineEnd: number): number {
  const lineBreak = text.indexOf('\n', lineEnd);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

export function spaces(count: number): string {
  return ' '.repeat(Math.max(0, count));
}

export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Gives new lines the line breaks of the file. */
export function withLineBreaksOf(text: string, written: string): string {
  return lineBreakOf(text) === '\n' ? written : written.replaceAll(/\r?\n/g, '\r\n');
}
