import type { PreviewDetails, PreviewItem } from '../protocol/previewItem.ts';
import { element } from './dom.ts';
import { createMarkdownDocument } from './markdownDocument.ts';
import { createReadingFrame } from './readingFrame.ts';
import type { StageView, ViewContext } from './view.ts';

export interface MarkdownParts {
  readonly item: PreviewItem;
  readonly isWriting: boolean;
  readonly context: ViewContext;
}

/** Markdown as it is meant to look, while it is being written too, with the pictures of the same answer below. */
export function createMarkdownView({ item, isWriting, context }: MarkdownParts): StageView {
  const document = createMarkdownDocument(context);
  const pictures = element('div', {
    class: 'pictures',
    role: 'group',
    attributes: { 'aria-label': context.strings.pictures },
  });
  const content = element('div', { class: 'page' }, [document.element, pictures]);
  let text = '';
  const frame = createReadingFrame({ id: item.id, label: item.name, content, read: () => text, isWriting, context });
  content.classList.toggle('writing', isWriting);
  return {
    element: frame.element,
    showDetails(details) {
      text = details.text ?? '';
      frame.update(() => {
        document.show(text, new Map(details.images.map(({ name, uri }) => [name, uri])));
        pictures.replaceChildren(...buildPictures(details, context));
        if (details.isTextCut) pictures.prepend(element('p', { class: 'hint', text: context.strings.textCut }));
      });
    },
  };
}

/** Those that the text does not show itself. A click goes to the picture. */
function buildPictures({ images, pictures }: PreviewDetails, context: ViewContext): readonly HTMLElement[] {
  const shown = new Set(images.map(({ uri }) => stripVersion(uri)));
  const missing = pictures.filter(({ uri }) => !shown.has(stripVersion(uri)));
  return missing.map(({ id, name, uri }) => {
    const image = element('img', { attributes: { alt: '', src: uri, draggable: 'false' } });
    const button = element('button', { class: 'picture', title: name, attributes: { type: 'button' } }, [image]);
    button.setAttribute('aria-label', name);
    button.addEventListener('click', () => context.select(id));
    return button;
  });
}

/** The same file may be asked for under the hash of the text that names it. */
function stripVersion(uri: string): string {
  return uri.replace(/\?v=\w*$/, '');
}
