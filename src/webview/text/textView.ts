import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { element } from '../dom.ts';
import type { StageView, ViewContext } from '../view.ts';
import { createReadingFrame } from './readingFrame.ts';

/** Shows text verbatim. */
export function createTextView(item: ArtifactItem, context: ViewContext): StageView {
  const content = element('div', { class: 'page plain' });
  let text = '';
  const parts = { id: item.id, label: item.name, content, read: () => text, isWriting: false, context };
  const frame = createReadingFrame(parts);
  return {
    element: frame.element,
    showDetails(details) {
      text = details.text ?? '';
      frame.update(() => {
        content.replaceChildren(text);
        if (details.isTextCut) content.append(element('p', { class: 'hint', text: context.strings.textCut }));
      });
    },
  };
}
