import DOMPurify from 'dompurify';
import type { PreviewDetails, PreviewItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';
import { fill } from '../format.ts';
import type { StageView, ViewContext } from '../view.ts';
import { createCopyButton } from './copyButton.ts';
import { createMarkdownBlocks } from './markdownBlocks.ts';
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

/** Markdown as elements. A longer text keeps the elements that did not change, with a selection in them. */
interface MarkdownDocument {
  readonly element: HTMLElement;
  show(text: string, images: ReadonlyMap<string, string>): void;
}

interface Block {
  readonly html: string;
  readonly element: HTMLElement;
}

function createMarkdownDocument(context: ViewContext): MarkdownDocument {
  const { strings } = context;
  const toBlocks = createMarkdownBlocks((name) => fill(strings.imageLeftOut, { name }));
  const body = element('div', { class: 'markdown' });
  let blocks: readonly Block[] = [];
  return {
    element: body,
    show(text, images) {
      const before = blocks;
      blocks = toBlocks(text, images).map((html, index) => {
        const known = before[index];
        return known?.html === html ? known : { html, element: buildBlock(html, context) };
      });
      for (const [index, { element }] of blocks.entries()) {
        const there = body.children[index];
        if (there === element) continue;
        if (there) there.replaceWith(element);
        else body.append(element);
      }
      while (body.children.length > blocks.length) body.lastElementChild?.remove();
    },
  };
}

function buildBlock(html: string, context: ViewContext): HTMLElement {
  const block = element('div', { class: 'markdown-block' }, [sanitize(html)]);
  for (const link of block.querySelectorAll('a')) link.title = link.href;
  for (const image of block.querySelectorAll('img')) {
    image.addEventListener('error', () => image.replaceWith(icon('file-media'), ` ${image.alt}`));
  }
  for (const table of block.querySelectorAll('table')) {
    const frame = element('div', { class: 'table-frame', attributes: { tabindex: 0 } });
    table.replaceWith(frame);
    frame.append(table);
  }
  for (const code of block.querySelectorAll('pre')) frameCode(code, context);
  return block;
}

/** Adds a bar above the code that shows its language and copies it. */
function frameCode(code: HTMLPreElement, context: ViewContext): void {
  const [, language = ''] = /language-(\S+)/.exec(code.firstElementChild?.className ?? '') ?? [];
  const copy = createCopyButton({ label: context.strings.copyCode, read: () => code.textContent ?? '', context });
  const bar = element('div', { class: 'code-bar' }, [element('span', { text: language }), copy]);
  const frame = element('div', { class: 'code-frame' });
  code.replaceWith(frame);
  code.tabIndex = 0;
  frame.append(bar, code);
}

/** Tags that Markdown can produce. Any other tag is dropped. */
const allowedTags =
  'h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre code hr br strong em s a img span table thead tbody tr th td'.split(' ');
const allowedAttributes = ['href', 'src', 'alt', 'title', 'start', 'align', 'class'];
/** VS Code asks before it opens one of these. `command:`, `vscode:` and `data:` are not allowed. */
const allowedUrls = /^(?:https?|mailto):/i;

/** The only way from text to elements. */
function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOWED_URI_REGEXP: allowedUrls,
    ADD_URI_SAFE_ATTR: ['align', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
