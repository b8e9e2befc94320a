import * as vscode from 'vscode';
import type { Log } from '../../../engine/index.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { runInBackground } from '../../runInBackground.ts';
import { createTimer } from '../../timer.ts';
import { gutterSigns } from '../../../protocol/stateIcons.ts';
import type { Ask } from '../languageHost.ts';
import { isInProgress, type JobStatus } from './jobStatus.ts';
import type { StatusReader } from './statusReader.ts';

type GutterSign = (typeof gutterSigns)[number];

interface MarginPorts {
  readonly ask: Ask;
  readonly jobFiles: Pick<JobFiles, 'has'>;
  readonly statuses: Pick<StatusReader, 'read' | 'readResults' | 'onDidChange'>;
  /** Folder of the icons. */
  readonly icons: vscode.Uri;
  readonly log: Log;
}

/** Delay in ms after an edit. VS Code moves the signs with their lines in the meantime. */
const settleMs = 300;

/** Shows beside each job of a visible editor whether its newest run is in progress, was saved in whole or in part, or why not. */
export function createMargin({ ask, jobFiles, statuses, icons, log }: MarginPorts): vscode.Disposable {
  const types = gutterSigns.map(
    (sign) => [sign, vscode.window.createTextEditorDecorationType(iconOf(sign, icons))] as const,
  );
  const disposing = new vscode.CancellationTokenSource();
  /** The lines of each sign as they were last set. */
  const drawn = new WeakMap<vscode.TextEditor, Map<GutterSign, string>>();
  const draw = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    const newest = await statuses.readResults(document.uri.fsPath);
    const found = await ask(document, disposing.token, (opened) =>
      opened.symbols().flatMap(({ kind, job = null, start }) => {
        const status = statuses.read(document.uri.fsPath).get(job);
        const sign = kind === 'job' ? signOf(status, newest.has(job)) : null;
        return sign === null ? [] : [{ sign, line: document.positionAt(start).line }];
      }),
    );
    if (!found) return;
    const before = drawn.get(editor) ?? new Map<GutterSign, string>();
    drawn.set(editor, before);
    for (const [sign, type] of types) {
      const lines = found.filter((each) => each.sign === sign).map(({ line }) => line);
      const now = lines.join();
      if ((before.get(sign) ?? '') === now) continue;
      before.set(sign, now);
      editor.setDecorations(
        type,
        lines.map((line) => new vscode.Range(line, 0, line, 0)),
      );
    }
  };
  const drawAll = (isWanted: (document: vscode.TextDocument) => boolean): void => {
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => jobFiles.has(document));
    const drawing = editors.filter(({ document }) => isWanted(document)).map(draw);
    runInBackground(Promise.all(drawing), log);
  };
  const settle = createTimer(settleMs, () => {
    // Edits can remove signs together with their lines.
    for (const editor of vscode.window.visibleTextEditors)
      drawn.get(editor)?.forEach((lines, sign, all) => all.set(sign, lines && 'edited'));
    drawAll(() => true);
  });
  settle.start();
  return vscode.Disposable.from(
    disposing,
    settle,
    ...types.map(([, type]) => type),
    statuses.onDidChange((jobFile) => drawAll(({ uri }) => uri.fsPath === jobFile)),
    vscode.window.onDidChangeVisibleTextEditors(() => drawAll(() => true)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (jobFiles.has(document)) settle.start();
    }),
  );
}

/** Results of earlier runs count as well, but the newest run comes first. Null if there is nothing to show. */
function signOf(status: JobStatus | undefined, hasResult: boolean): GutterSign | null {
  if (status && isInProgress(status)) return 'running';
  const sign = gutterSigns.find((each) => each === status?.totals.sign) ?? null;
  return sign ?? (hasResult ? (status ? 'partial' : 'saved') : null);
}

function iconOf(sign: GutterSign, icons: vscode.Uri): vscode.DecorationRenderOptions {
  const icon = (theme: string): vscode.DecorationInstanceRenderOptions & vscode.ThemableDecorationRenderOptions => ({
    gutterIconPath: vscode.Uri.joinPath(icons, `${sign}-${theme}.svg`),
  });
  return { light: icon('light'), dark: icon('dark'), gutterIconSize: 'contain' };
}
