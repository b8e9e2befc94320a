import { basename } from 'node:path';
import type * as vscode from 'vscode';
import { noMark, type MarkChange } from '../../../core/artifact/marks.ts';
import { inputText } from '../../inputText.ts';
import { l10n } from '../../l10n.ts';
import { pick, type PickItem } from '../../pick.ts';

/** Lets the user select a mark, a rating or a note for these artifacts. Undefined if the user cancels. */
export async function askForMark(paths: readonly vscode.Uri[]): Promise<MarkChange | undefined> {
  const title = l10n.t('Mark Result');
  const [first] = paths;
  const placeHolder =
    first && paths.length === 1
      ? l10n.t('What do you think of {name}?', { name: basename(first.fsPath) })
      : l10n.t('What do you think of these {count} results?', { count: paths.length });
  const picked = await pick(listChoices(), { title, placeHolder });
  if (picked?.change !== 'note') return picked?.change;
  const note = await inputText({ title, prompt: l10n.t('Note. Leave it empty to remove the present one.') });
  return note === undefined ? undefined : { note: note === '' ? null : note };
}

function listChoices(): readonly (PickItem & { readonly change: MarkChange | 'note' })[] {
  return [
    { label: l10n.t('Star'), icon: 'star-full', change: { mark: 'star' } },
    { label: l10n.t('Reject'), icon: 'close', change: { mark: 'reject' } },
    ...[5, 4, 3, 2, 1].map((rating) => ({
      label: l10n.t('Rating {rating} of 5', { rating }),
      icon: 'graph',
      change: { rating },
    })),
    { label: l10n.t('Note...'), icon: 'note', change: 'note' },
    { label: l10n.t('Clear Mark'), icon: 'clear-all', change: noMark },
  ];
}
