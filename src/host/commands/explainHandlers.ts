import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { l10n } from '../l10n.ts';
import { codeOf, pageOf } from '../language/problemPage.ts';
import type { Services } from '../services.ts';
import { UserError } from './errors.ts';
import { requireActiveEditor } from './requireJobFile.ts';

/** Explains a problem and how to fix it: the one whose code was selected, or the one at the cursor. */
export function createExplainHandlers({ language, jobFiles }: Pick<Services, 'language' | 'jobFiles'>) {
  return {
    [commands.explainProblem]: async (target: unknown) => {
      const code = typeof target === 'string' ? target : findCodeAtCursor(jobFiles);
      if ((await language.explain(code)) === null) {
        throw new UserError(l10n.t('There is no problem with the code "{code}".', { code }));
      }
      // The page opens beside the job file, so that both can be read.
      await vscode.commands.executeCommand('vscode.open', pageOf(code), { viewColumn: vscode.ViewColumn.Beside });
    },
  };
}

/** Returns the code of the shortest problem at the cursor, otherwise of the shortest one in its line. */
function findCodeAtCursor(jobFiles: JobFiles): string {
  const editor = requireActiveEditor(jobFiles);
  const { active } = editor.selection;
  const { range: line } = editor.document.lineAt(active.line);
  const ofLine = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((each) => codeOf(each) !== undefined && each.range.intersection(line));
  const atCursor = ofLine.filter(({ range }) => range.contains(active));
  const [found] = (atCursor.length > 0 ? atCursor : ofLine).toSorted((a, b) => lengthOf(a.range) - lengthOf(b.range));
  const code = found && codeOf(found);
  if (code === undefined) throw new UserError(l10n.t('There is no problem at the cursor.'));
  return code;
}

/** Lines weigh more than characters. */
function lengthOf({ start, end }: vscode.Range): number {
  return (end.line - start.line) * 10_000 + end.character - start.character;
}
