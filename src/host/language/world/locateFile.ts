import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { DocumentFiles } from '../../../core/language/languageService.ts';

export interface LocatedFile {
  readonly uri: vscode.Uri;
  readonly bytes: number;
}

/** Returns null if the file does not exist, is outside the workspace folder, or may not be read. */
export function locateFile(
  files: DocumentFiles,
  { jobFile, path }: { readonly jobFile: vscode.Uri; readonly path: string },
): LocatedFile | null {
  if (!files.isTrusted) return null;
  const { exists, isInside, bytes } = files.inspect(path);
  return exists && isInside ? { uri: vscode.Uri.file(resolve(dirname(jobFile.fsPath), path)), bytes } : null;
}
