import * as vscode from 'vscode';
import { readBoundary, readPlace } from '../adapters/boundary.ts';
import { readSetting } from '../adapters/settings.ts';

/** `vscode.languages.match` reads only these properties of a document, so a file need not be opened for it. */
interface Matcher {
  match(selector: vscode.DocumentSelector, document: Pick<vscode.TextDocument, 'uri' | 'languageId'>): number;
}

const matcher: Matcher = vscode.languages;

/** Whether `genwright.files.exclude` matches a file, or a folder that it is in, relative to the workspace folder. */
export function isExcluded(document: vscode.Uri): boolean {
  const uri = readPlace(document);
  const globs = uri ? readSetting('filesExclude', uri) : [];
  if (!uri || globs.length === 0) return false;
  const base = readBoundary(uri);
  const selector = globs.flatMap((glob) =>
    [glob, `${glob.replace(/(?<!\/)\/+$/, '')}/**`].map((each) => ({
      pattern: new vscode.RelativePattern(base, each),
    })),
  );
  return matcher.match(selector, { uri, languageId: 'yaml' }) > 0;
}
