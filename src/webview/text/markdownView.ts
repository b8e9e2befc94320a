import type { PreviewDetails, PreviewItem } from '../../protocol/previewItem.ts';
import { element } from '../dom.ts';
import type { StageView, ViewContext } from '../view.ts';
import { createMarkdownDocument } from './markdownDocument.ts';
import { createReadingFrame } from './readingFrame.ts';

interface MarkdownParts {
  readonly item: PreviewItem;
  readonly isWriting: boolean;
  readonly context: ViewContext;
}

/** Shows rendered Markdown, also while it is being written, with the images of the same response below. */
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

/** Returns the images that the text does not show itself. Each one is a button that shows the image. */
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

/** One file may be requested with the hash of the text that contains it. */
function stripVersion(uri: string): string {
  return uri.replace(/\?v=\w*$/, '');
}
