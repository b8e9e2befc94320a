import DOMPurify from 'dompurify';
import { render } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { PreviewDetails, PreviewItem } from '../../protocol/previewItem.ts';
import { Icon, joinClasses } from '../elements.tsx';
import { fill } from '../format.ts';
import type { Page } from '../page.ts';
import { usePage } from '../usePage.ts';
import { CopyButton } from './copyButton.tsx';
import { createMarkdownBlocks } from './markdownBlocks.ts';
import { ReadingFrame } from './readingFrame.tsx';

interface MarkdownProps {
  readonly item: PreviewItem;
  readonly details: PreviewDetails | null;
  readonly isWriting: boolean;
}

/** Shows rendered Markdown, also while it is being written, with the images of the same response below. */
export function MarkdownView({ item, details, isWriting }: MarkdownProps) {
  const { strings } = usePage();
  const text = details?.text ?? '';
  const toBlocks = useMemo(() => createMarkdownBlocks((name) => fill(strings.imageLeftOut, { name })), []);
  const blocks = useMemo(
    () => toBlocks(text, new Map(details?.images.map(({ name, uri }) => [name, uri]))),
    [text, details?.images],
  );
  return (
    <ReadingFrame item={item} text={text} isWriting={isWriting}>
      <div class={joinClasses('page', isWriting && 'writing')}>
        <div class="markdown">
          {blocks.map((html, index) => (
            <Block key={index} html={html} />
          ))}
        </div>
        <div class="pictures" role="group" aria-label={strings.pictures}>
          {details?.cut && <p class="hint">{details.cut}</p>}
          {details?.isTextCut && <p class="hint">{strings.textCut}</p>}
          {details && <Pictures {...details} />}
        </div>
      </div>
    </ReadingFrame>
  );
}

/** The images that the text does not show itself. Each one is a button that shows the image. */
function Pictures({ images, pictures }: PreviewDetails) {
  const page = usePage();
  const shown = new Set(images.map(({ uri }) => stripVersion(uri)));
  const missing = pictures.filter(({ uri }) => !shown.has(stripVersion(uri)));
  return missing.map(({ id, name, uri }) => (
    <button type="button" class="picture" key={id} title={name} aria-label={name} onClick={() => page.select(id)}>
      <img alt="" src={uri} draggable={false} />
    </button>
  ));
}

/** One file may be requested with the hash of the text that contains it. */
function stripVersion(uri: string): string {
  return uri.replace(/\?v=\w*$/, '');
}

/** A block of a text. If only other blocks change, it keeps its elements, with a selection in them. */
function Block({ html }: { readonly html: string }) {
  const page = usePage();
  const block = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    block.current?.replaceChildren(sanitize(html));
    if (block.current) improve(block.current, page);
  }, [html]);
  return <div class="markdown-block" ref={block} />;
}

/** Adds what Markdown does not have: titles of links, signs for broken images, and frames around tables and code. */
function improve(block: HTMLElement, page: Page): void {
  for (const link of block.querySelectorAll('a')) link.title = link.href;
  for (const image of block.querySelectorAll('img')) {
    image.addEventListener('error', () => {
      const sign = document.createElement('span');
      image.replaceWith(sign, ` ${image.alt}`);
      render(<Icon name="file-media" />, sign);
    });
  }
  for (const table of block.querySelectorAll('table')) frame(table, 'table-frame').tabIndex = 0;
  for (const code of block.querySelectorAll('pre')) {
    const [, language = ''] = /language-(\S+)/.exec(code.firstElementChild?.className ?? '') ?? [];
    const bar = document.createElement('div');
    bar.className = 'code-bar';
    code.tabIndex = 0;
    frame(code, 'code-frame').prepend(bar);
    render(
      <>
        <span>{language}</span>
        <CopyButton page={page} label={page.strings.copyCode} read={() => code.textContent ?? ''} />
      </>,
      bar,
    );
  }
}

function frame(content: Element, className: string): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  content.replaceWith(made);
  made.append(content);
  return made;
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
