import * as vscode from 'vscode';
import type { LocatedFile } from '../world.ts';

/** Types that the editor can show. */
const imagePattern = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i;
/** The editor loads the whole file for a small image. */
const maxBytes = 8 * 1024 * 1024;
/** Less than the height of a hover, which contains text as well. */
const heightPx = 120;

/**
 * Returns an image of a file, for hovers and for the details of a completion. Null if the file is not an image, or too
 * large.
 */
export function buildImage(file: LocatedFile | null): vscode.MarkdownString | null {
  if (!file || file.bytes > maxBytes || !imagePattern.test(file.uri.path)) return null;
  return new vscode.MarkdownString(`![](${file.uri.toString()}|height=${heightPx})`);
}
