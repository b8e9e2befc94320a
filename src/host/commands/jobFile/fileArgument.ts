import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { CallError } from '../errors.ts';

/** A file as the caller of a command names it: a path, a URI as a string, or the parts of a Uri. */
export type FileArgument = string | { readonly scheme: string; readonly path: string };

/** Whether the argument of a command names a file. Menus may pass a context object instead. */
export function isFileArgument(value: unknown): value is string | vscode.Uri {
  return typeof value === 'string' || value instanceof vscode.Uri;
}

/** A string is an absolute path or a URI. Throws a `CallError` for any other string. */
export function toUri(target: FileArgument): vscode.Uri {
  if (typeof target !== 'string') return target instanceof vscode.Uri ? target : vscode.Uri.from(target);
  if (isAbsolute(target)) return vscode.Uri.file(target);
  try {
    return vscode.Uri.parse(target, true);
  } catch {
    throw new CallError(`"${target}" is neither an absolute path nor a URI`);
  }
}
