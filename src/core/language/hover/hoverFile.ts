import { parseFilePath, isAbsolutePath, normalizePath } from '../../jobFile/filePath.ts';
import { normalizeFileText } from '../../jobFile/lookups.ts';
import { countCodePoints } from '../../support/text/codePoints.ts';
import { formatBytes } from '../../support/text/formatBytes.ts';
import { codeBlock, inlineCode } from '../describe/markdown.ts';
import type { Hover } from '../languageService.ts';
import { hoverMessages as words } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findInputPath } from '../view/inputPath.ts';
import { createFieldFinder } from '../view/listValues.ts';
import type { Hovered } from './findHovered.ts';

/** Describes the file of a value: facts and image of an input file, or the first lines of a text file. */
export function hoverFile(view: DocumentView, { owner, key, node, range }: Hovered): Hover | null {
  if (!node || typeof node.value !== 'string') return null;
  const { start, end } = range;
  const input = findInputPath(view, { path: [...owner, key], node }, createFieldFinder(view));
  if (input !== null) {
    const markdown = describeInput(view, input);
    if (markdown === null) return null;
    return { markdown, start, end, ...(isImage(input) ? { imagePath: input } : {}) };
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

/** Types that an editor can show beside the text. */
function isImage(path: string): boolean {
  return /\.(?:png|jpe?g|webp|gif)$/i.test(path);
}
