import * as vscode from 'vscode';
import { hasRunsFileName, jobFileOf } from '../../core/artifact/jobFileName.ts';
import type { Mark } from '../../core/artifact/marks.ts';
import { viewKindOf } from '../../core/artifact/viewKind.ts';
import { cutText } from '../../core/support/text/cutText.ts';
import { readBoundary } from '../adapters/boundary.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { LogChannel } from '../adapters/log.ts';
import { findResultFiles, type ResultFiles } from '../results/resultFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { readMarkedFiles } from './matchMarks.ts';

interface DecorationPorts {
  readonly engineHost: Pick<EngineHost, 'engine'>;
  readonly resultFiles: Pick<ResultFiles, 'onDidChange'>;
  readonly log: LogChannel;
}

const maxMarksFiles = 200;

/**
 * Shows marks as badges of files in the Explorer and in tabs. Nothing is read before an artifact is shown, and the
 * engine is loaded only in a workspace with marks.
 */
export function registerMarkDecorations({ engineHost, resultFiles, log }: DecorationPorts): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  let marks: Promise<ReadonlyMap<string, Mark>> | undefined;
  const forget = (): void => {
    if (!marks) return;
    marks = undefined;
    changed.fire(undefined);
  };
  const readAll = async (): Promise<ReadonlyMap<string, Mark>> => {
    const files = await findResultFiles('marks', { max: maxMarksFiles });
    if (files.length === 0) return new Map();
    const engine = await engineHost.engine();
    const all = new Map<string, Mark>();
    for (const jobFile of files.map(jobFileOf)) {
      const boundary = readBoundary(vscode.Uri.file(jobFile));
      const marked = await readMarkedFiles(jobFile, { engine, boundary });
      for (const [path, mark] of marked) all.set(path, mark);
    }
    return all;
  };
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    async provideFileDecoration(uri) {
      if (uri.scheme !== 'file' || viewKindOf(uri.path) === 'file') return undefined;
      marks ??= readAll().catch((error: unknown) => {
        log.error(`Marks cannot be read: ${String(error)}`);
        return new Map<string, Mark>();
      });
      const mark = (await marks).get(uri.fsPath);
      const described = mark && describeMark(mark);
      return described ? new vscode.FileDecoration(described.badge, described.text) : undefined;
    },
  };
  return vscode.Disposable.from(
    changed,
    resultFiles.onDidChange((path) => {
      if (!hasRunsFileName(path)) forget();
    }),
    vscode.window.registerFileDecorationProvider(provider),
  );
}

const maxNote = 200;

/** Describes a mark for a badge of one or two characters and its tooltip. Null if there is nothing to show. */
export function describeMark({ mark, rating, note }: Mark) {
  const sign = mark === 'star' ? '★' : mark === 'reject' ? '✕' : '';
  const badge = `${sign}${rating ?? ''}` || (note ? '✎' : '');
  if (badge === '') return null;
  const parts = [
    mark === 'star' ? l10n.t('Starred') : mark === 'reject' ? l10n.t('Rejected') : '',
    rating === null ? '' : l10n.t('Rating {rating} of 5', { rating }),
    note ? l10n.t('Note: {note}', { note: cutText(note, maxNote) }) : '',
  ];
  return { badge, text: parts.filter(Boolean).join(' · ') };
}
