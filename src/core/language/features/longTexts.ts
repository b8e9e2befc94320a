import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../view/documentView.ts';
import { listValues } from '../view/listValues.ts';

const minLines = 4;

/** Lists the long texts of prose fields, and long block scalars, such as a variable. */
export function listLongTexts(view: DocumentView): readonly TextRange[] {
  const { text, findField } = view;
  return listValues(view, { start: 0, end: text.length }).flatMap(({ path, node: { style, start, end } }) => {
    const lines = text.slice(start, end).trimEnd().split('\n').length;
    // The first line of a block scalar is its header, such as `|`.
    const isLong = style === 'block' ? lines > minLines : lines >= minLines && findField(path)?.isProse === true;
    return isLong ? [{ start, end }] : [];
  });
}
