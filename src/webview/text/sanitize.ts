import DOMPurify from 'dompurify';

/** Tags that Markdown can produce. Any other tag is dropped. */
const tags =
  'h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre code hr br strong em s a img span table thead tbody tr th td'.split(' ');
const attributes = ['href', 'src', 'alt', 'title', 'start', 'align', 'class'];
/** VS Code asks before it opens one of these. `command:`, `vscode:` and `data:` are not allowed. */
const allowedUrls = /^(?:https?|mailto):/i;

/** The only way from text to elements. */
export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOWED_URI_REGEXP: allowedUrls,
    ADD_URI_SAFE_ATTR: ['align', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
