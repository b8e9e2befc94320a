import { cutText } from '../../support/text/cutText.ts';
import { disguisingMarks } from '../../support/text/makeInert.ts';

const disguising = new RegExp(`[${disguisingMarks}]+`, 'g');

/**
 * Returns text on one line, without the marks that `makeInert` removes. They have to be removed before the text is
 * escaped: backticks or slashes on both sides of a mark would be joined later.
 */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(disguising, '');
}

/** Escapes text of the user or of a gateway, so that nothing in it becomes a link, an image or markup. */
export function escapeMarkdown(text: string): string {
  return onOneLine(text).replaceAll(
    /[\\`*{}[\]()<>|~&@]|(?<![a-z0-9])_|_(?![a-z0-9])|^[-+#]|\.(?<=^\d+\.|www\.)|:(?=\/\/)/gi,
    (sign) => `\\${sign}`,
  );
}

/** Keeps the markup of the catalog. A description of a gateway must not contain links, images or HTML. */
export function withoutLinks(markdown: string): string {
  return markdown.replaceAll('](', ']\\(').replaceAll('<', '\\<');
}

const maxCodeLength = 200;

/** Writes a string between as many backticks as it needs. Around an empty string, they would be text. */
export function inlineCode(text: string): string {
  const shown = cutText(onOneLine(text).trim(), maxCodeLength) || '""';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const pad = fence.length > 1 ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

const maxBlockLines = 8;
const maxLineLength = 160;

/** Writes the first lines of text verbatim. */
export function codeBlock(text: string, language = ''): string {
  const lines = text.split(/\r?\n/);
  const shown = lines.slice(0, maxBlockLines).map((line) => cutText(line, maxLineLength));
  const content = [...shown, ...(lines.length > maxBlockLines ? ['…'] : [])].join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
