/** A half-open span of a text, `[start, end)`, in UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
