import * as vscode from 'vscode';
import { mapRange } from '../mapRange.ts';
import type { World } from '../world/world.ts';
import type { Ask } from './ask.ts';
import { buildImage } from './image.ts';

/** Shows the Markdown of core unchanged, because it contains no command. */
export function createHoverProvider(ask: Ask, world: World): vscode.HoverProvider {
  return {
    provideHover: (document, position, token) =>
      ask(document, token, (opened) => {
        const hover = opened.hover(document.offsetAt(position));
        if (!hover) return undefined;
        const image = hover.imagePath === undefined ? null : buildImage(world.locate(document.uri, hover.imagePath));
        const text = new vscode.MarkdownString(hover.markdown);
        return new vscode.Hover(image ? [text, image] : [text], mapRange(document, hover));
      }),
  };
}
