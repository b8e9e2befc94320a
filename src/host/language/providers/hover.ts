import * as vscode from 'vscode';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import { withoutLyrics } from '../../../core/artifact/withoutLyrics.ts';
import type { Ask } from '../languageHost.ts';
import { describeNewest } from '../lens/describeNewest.ts';
import type { StatusReader } from '../lens/statusReader.ts';
import { mapRange } from '../mapRange.ts';
import type { LocatedFile, World } from '../world.ts';

/** Shows the Markdown of core unchanged, because it contains no command. On a job, its newest result follows. */
export function registerHover(
  ask: Ask,
  { world, statuses }: { readonly world: World; readonly statuses: StatusReader },
): vscode.Disposable {
  return vscode.languages.registerHoverProvider(jobFileSelector, {
    async provideHover(document, position, token) {
      const hover = await ask(document, token, (opened) => opened.hover(document.offsetAt(position)));
      if (!hover) return undefined;
      const { markdown, imagePath, job } = hover;
      const jobFile = document.uri.fsPath;
      const isJob = job !== undefined;
      const record = isJob ? (await statuses.readResults(jobFile)).get(job) : undefined;
      const status = isJob ? statuses.read(jobFile).get(job) : undefined;
      const path = record ? withoutLyrics(record.artifacts)[0]?.path : imagePath;
      const image = path === undefined ? null : buildImage(world.locate(document.uri, path));
      const newest = describeNewest({ status, record }, Date.now());
      const texts = [markdown, ...newest].map((text) => new vscode.MarkdownString(text));
      return new vscode.Hover(image ? [...texts, image] : texts, mapRange(document, hover));
    },
  });
}

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
