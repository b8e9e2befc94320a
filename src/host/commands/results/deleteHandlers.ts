import { basename } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { findResults, parseArtifacts } from './findResult.ts';

/** Deletes results from the disk. Their lines in the runs file and the marks file stay. */
export function createDeleteHandlers({ engineHost }: Services) {
  return {
    /** Resolves to the paths that are gone: none if the user cancels. */
    [commands.deleteResult]: async (target: unknown, selected: unknown): Promise<readonly string[]> => {
      const paths = parseArtifacts(commands.deleteResult, target, selected);
      const results = await findResults(paths, await engineHost.engine());
      return deleteArtifacts(results.map(({ uri }) => uri.fsPath));
    },
  };
}

/**
 * Moves files to the trash, and asks once for several. A file that cannot be moved there is deleted permanently if the
 * user agrees. Returns the paths that are gone. Rejects with the first failure.
 */
export async function deleteArtifacts(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  // Other computers, such as that of a remote window, have no trash.
  const hasTrash = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  if (!hasTrash) return deletePermanently(paths);
  if (paths.length > 1) {
    const text = l10n.t('Move {count} results to the trash?', { count: paths.length });
    if (!(await confirm(text, [], l10n.t('Move to Trash')))) return [];
  }
  const left: string[] = [];
  const reasons: string[] = [];
  for (const path of paths) {
    try {
      await vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash: true });
    } catch (error) {
      left.push(path);
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  const moved = paths.filter((path) => !left.includes(path));
  return left.length === 0 ? moved : [...moved, ...(await deletePermanently(left, reasons[0]))];
}

/** `reason` says why the trash cannot be used, if there is one. */
async function deletePermanently(paths: readonly string[], reason?: string): Promise<readonly string[]> {
  const [first = ''] = paths;
  const text =
    paths.length === 1
      ? l10n.t('Delete {name} permanently?', { name: basename(first) })
      : l10n.t('Delete {count} results permanently?', { count: paths.length });
  const why = reason === undefined ? [] : [l10n.t('The trash cannot be used: {reason}', { reason })];
  const details = [...why, l10n.t('This cannot be undone, and generating again may cost money.')];
  if (!(await confirm(text, details, l10n.t('Delete Permanently')))) return [];
  for (const path of paths) await vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash: false });
  return paths;
}

async function confirm(text: string, details: readonly string[], button: string): Promise<boolean> {
  return (await ask({ kind: 'warning', text, details, buttons: [button] })) === button;
}
