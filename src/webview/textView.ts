import type { ArtifactItem } from '../protocol/previewItem.ts';
import { element } from './dom.ts';
import type { StageView, ViewContext } from './view.ts';

/** Text as it was written. */
export function createTextView(item: ArtifactItem, { strings }: ViewContext): StageView {
  const text = element('div', {
    class: 'text',
    role: 'document',
    attributes: { tabindex: 0, 'aria-label': item.name },
  });
  return {
    element: text,
    showDetails(details) {
      text.replaceChildren(details.text ?? '');
      if (details.isTextCut) text.append(element('p', { class: 'hint', text: strings.textCut }));
    },
  };
}
