import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: true }).disable('text_join');

/** Texts that the Markdown of VS Code makes a link of without any syntax: URLs, `www.` and mail addresses. */
const autolink = /(?:(?:ftp|https?):\/\/|www\.)[a-z0-9-]+|[\w.+-]+@[\w-]+\.[\w.-]*[a-z0-9]/i;

/** Returns links, images and HTML of a text as an editor shows it. */
export function findMarkup(text: string): readonly string[] {
  const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens
    .filter(
      ({ type, content }) => /^(?:link_open|image|html_)/.test(type) || (type === 'text' && autolink.test(content)),
    )
    .map(({ type }) => `${type}: ${text}`);
}
