import { dirname, relative, sep } from 'node:path';
import type * as vscode from 'vscode';
import { isBelow } from '../../node/files/confine.ts';
import { findFileUri, readBoundary } from '../adapters/boundary.ts';

/** Returns the path of a file as a job file writes it. Null for a file that the job file may not read. */
export function readInputPath(file: vscode.Uri, document: vscode.TextDocument): string | null {
  const jobFile = findFileUri(document.uri);
  if (!jobFile || file.scheme !== 'file' || !isBelow(file.fsPath, readBoundary(jobFile))) return null;
  return relative(dirname(jobFile.fsPath), file.fsPath).split(sep).join('/');
}
