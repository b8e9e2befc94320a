import type { TextEdit } from '../languageService.ts';
import { isAlias, isInFlow, type Seat } from './seat.ts';
import { writeLike } from '../../jobFile/write/writeScalar.ts';

/** Replaces a value and keeps its quotes. Returns null if the value is written elsewhere or spans lines. */
export function replaceValue(text: string, seat: Seat, value: string | number | boolean): TextEdit | null {
  const { start, end } = seat.node;
  const source = text.slice(start, end);
  if (seat.node.kind !== 'scalar' || seat.node.style === 'block' || isAlias(seat.node, text) || source.includes('\n'))
    return null;
  if (start === end) return null;
  const newText =
    typeof value === 'string' ? writeLike(source, value, { isFlow: isInFlow(seat, text) }) : String(value);
  return { start, end, newText };
}

/** Whether the file has this value at this position, and only once. */
export function isWritten(seat: Seat | null, value: string): seat is Seat {
  return seat?.node.kind === 'scalar' && String(seat.node.value) === value;
}
