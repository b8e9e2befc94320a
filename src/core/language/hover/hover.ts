import { isAbsolutePath, normalizePath, parseFilePath, normalizeFileText } from '../../jobFile/lookups.ts';
import { listAnchors } from '../../jobFile/syntax/parseSyntax.ts';
import type { MapNode } from '../../jobFile/syntax/syntaxNode.ts';
import { countCodePoints } from '../../support/text/countCodePoints.ts';
import { formatBytes } from '../../support/text/formatBytes.ts';
import type { TextRange } from '../../support/textRange.ts';
import { codeBlock, inlineCode } from '../describe/markdown.ts';
import { findNodePath } from '../edits/nodePath.ts';
import type { Hover } from '../languageService.ts';
import { hoverMessages as words } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findInputPath } from '../view/listValues.ts';
import { describeKey } from './describeKey.ts';
import { describeWritten } from './describeWritten.ts';
import { findHovered, type Hovered } from './findHovered.ts';
import { hoverExpression } from './hoverExpression.ts';

/** Returns the hover for an offset, for the smallest part of the text. Null if there is nothing to add to the text. */
export function hover(view: DocumentView, offset: number): Hover | null {
  const part = hoverExpression(view, offset) ?? hoverAlias(view, offset);
  if (part) return part;
  const hovered = findHovered(view, offset);
  if (!hovered) return null;
  const file = hoverFile(view, hovered);
  if (file) return file;
  const markdown = hovered.node ? describeWritten(view, hovered) : describeKey(view, hovered);
  if (markdown === null) return null;
  const job = hovered.node ? undefined : findJob(view, hovered);
  return { markdown, ...(job === undefined ? {} : { job }), start: hovered.range.start, end: hovered.range.end };
}

/** Returns the job that a key names. The job at the root has no id, so its `model` is the key. */
function findJob(view: DocumentView, { owner, key }: Hovered): string | null | undefined {
  if (!view.layout.hasJobs) return owner.length === 0 && key === 'model' ? null : undefined;
  return owner.length === 1 && owner[0] === 'jobs' ? key : undefined;
}

/** Shows the value of an alias, as it is written after the anchor. */
function hoverAlias({ text, checked, translate }: DocumentView, offset: number): Hover | null {
  if (!/\*\S/.test(text.slice(Math.max(0, offset - 200), offset + 2))) return null;
  for (const { name, range, aliases } of listAnchors(text)) {
    const alias = aliases.find(({ start, end }) => start - 1 <= offset && offset <= end);
    if (!alias) continue;
    const node = findNext(checked.jobFile.root, range.end, text);
    if (!node) return null;
    const title = translate(words.anchorOf, { name: inlineCode(name) });
    return {
      markdown: `${title}\n\n${codeBlock(sourceOf(node, text), 'yaml')}`,
      start: alias.start - 1,
      end: alias.end,
    };
  }
  return null;
}

/** Returns the outermost node after an offset with only spaces between. */
function findNext(root: MapNode | null, offset: number, text: string): TextRange | null {
  const start = text.length - text.slice(offset).trimStart().length;
  let nodePath = findNodePath(root, { start, end: start });
  while (nodePath?.parent?.node.start === start) nodePath = nodePath.parent;
  return nodePath?.node.start === start ? nodePath.node : null;
}

/** Removes the indentation that the anchor's position requires. */
function sourceOf({ start, end }: TextRange, text: string): string {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  return text.slice(start, end).replaceAll(new RegExp(`\\n {0,${column}}`, 'g'), '\n');
}

/** Describes the file of a value: facts and image of an input file, or the first lines of a text file. */
function hoverFile(view: DocumentView, { owner, key, node, range }: Hovered): Hover | null {
  if (!node || typeof node.value !== 'string') return null;
  const { start, end } = range;
  const input = findInputPath(view, { path: [...owner, key], node });
  if (input !== null) {
    const markdown = describeInput(view, input);
    if (markdown === null) return null;
    // Types that an editor can show beside the text.
    return { markdown, start, end, ...(/\.(?:png|jpe?g|webp|gif)$/i.test(input) ? { imagePath: input } : {}) };
  }
  const text = parseFilePath(node.value);
  const markdown = text === null || isAbsolutePath(text) ? null : describeText(view, text);
  return markdown === null ? null : { markdown, start, end };
}

/** Returns null if the file does not exist, which a problem reports, and if files are not read. */
function describeInput({ world: { files }, translate }: DocumentView, path: string): string | null {
  const outcome = files?.isTrusted ? files.inspect(normalizePath(path)) : undefined;
  if (!outcome?.exists || !outcome.isInside) return null;
  return `**${inlineCode(path)}** · ${translate(words.inputFile, { size: formatBytes(outcome.bytes, 'en') })}`;
}

function describeText({ world: { files }, translate }: DocumentView, path: string): string | null {
  const outcome = files?.isTrusted ? files.readText(normalizePath(path)) : undefined;
  if (!outcome?.ok) return null;
  const text = normalizeFileText(outcome.text);
  const lines = text.replace(/\n$/, '').split('\n').length;
  const facts = translate(words.fileText, { lines, count: countCodePoints(text) });
  return `**${inlineCode(path)}** · ${facts}\n\n${codeBlock(text.trimEnd())}`;
}
