import * as vscode from 'vscode';
import type { DocumentLink } from '../../../core/language/languageService.ts';
import { mapRange } from '../mapRange.ts';
import type { World } from '../world/world.ts';
import type { Ask } from '../ask.ts';
import { isSafeLink } from './safeLink.ts';

/** Links to existing files inside the workspace folder, and to `https:` URLs. A job file can open nothing else. */
export function createLinkProvider(ask: Ask, world: World): vscode.DocumentLinkProvider {
  return {
    provideDocumentLinks: (document, token) =>
      ask(document, token, (opened) =>
        opened.links().flatMap((link) => {
          const target = findUri(document.uri, link, world);
          if (!target || !isSafeLink(target.toString(true))) return [];
          return [new vscode.DocumentLink(mapRange(document, link), target)];
        }),
      ),
  };
}

function findUri(document: vscode.Uri, { target }: DocumentLink, world: World): vscode.Uri | undefined {
  if (/^https:\/\//i.test(target)) return parseAddress(target);
  return world.locate(document, target)?.uri;
}

function parseAddress(target: string): vscode.Uri | undefined {
  return URL.canParse(target) ? vscode.Uri.parse(target) : undefined;
}
