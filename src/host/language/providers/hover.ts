import * as vscode from 'vscode';
import { withoutLyrics } from '../../results/withoutLyrics.ts';
import type { Ask } from '../ask.ts';
import { describeNewest } from '../lens/describeNewest.ts';
import type { ResultReader } from '../lens/resultReader.ts';
import type { StatusReader } from '../lens/statusReader.ts';
import { mapRange } from '../mapRange.ts';
import type { World } from '../world.ts';
import { buildImage } from './image.ts';

interface HoverPorts {
  readonly world: Pick<World, 'locate'>;
  readonly statuses: Pick<StatusReader, 'read'>;
  readonly readNewest: ResultReader;
}

/** Shows the Markdown of core unchanged, because it contains no command. On a job, its newest result follows. */
export function createHoverProvider(ask: Ask, { world, statuses, readNewest }: HoverPorts): vscode.HoverProvider {
  return {
    async provideHover(document, position, token) {
      const hover = await ask(document, token, (opened) => opened.hover(document.offsetAt(position)));
      if (!hover) return undefined;
      const { markdown, imagePath, job } = hover;
      const isJob = job !== undefined;
      const record = isJob ? (await readNewest(document.uri.fsPath)).get(job) : undefined;
      const status = isJob ? statuses.read(document.uri.fsPath).get(job) : undefined;
      const path = record ? withoutLyrics(record.artifacts)[0]?.path : imagePath;
      const image = path === undefined ? null : buildImage(world.locate(document.uri, path));
      const newest = describeNewest({ status, record }, Date.now());
      const texts = [markdown, ...newest].map((text) => new vscode.MarkdownString(text));
      return new vscode.Hover(image ? [...texts, image] : texts, mapRange(document, hover));
    },
  };
}
