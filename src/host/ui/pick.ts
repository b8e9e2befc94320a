import * as vscode from 'vscode';
import { makeInert } from '../../core/support/text/makeInert.ts';
import { createTimer } from '../timer.ts';
import { showUntilAnswered } from './showUntilAnswered.ts';

/** An entry of a list. Its strings may come from others: only `icon`, the name of a product icon, shows an icon. */
export interface PickItem {
  readonly label: string;
  /** Text after the label. */
  readonly description?: string;
  /** Text below the label. */
  readonly detail?: string;
  readonly icon?: string;
  /** A `data:` URL of an image in place of the icon. */
  readonly image?: string;
  /** Whether the entry is a heading, which cannot be selected. */
  readonly isSeparator?: boolean;
}

interface PickOptions {
  readonly title?: string;
  readonly placeHolder: string;
  /** Closes the list when it aborts, because the question has answered itself. */
  readonly signal?: AbortSignal;
}

/**
 * Lets the user select one of the items and searches in all of their strings. Undefined if the user closes the list.
 */
export async function pick<Item extends PickItem>(
  items: readonly Item[],
  { title, placeHolder, signal }: PickOptions,
): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly item: Item }>();
  const search = { matchOnDescription: true, matchOnDetail: true };
  Object.assign(list, { title, placeholder: placeHolder, ...search });
  list.items = items.map((item) => ({ ...mapItem(item), item }));
  return showUntilAnswered<Item>(list, (resolve) => {
    signal?.addEventListener('abort', () => resolve(undefined));
    list.onDidAccept(() => resolve(list.selectedItems[0]?.item));
  });
}

interface LivePickOptions<Item extends PickItem> {
  readonly title: string;
  readonly placeHolder: string;
  /** Returns the entries for what was typed. The signal aborts when something else is typed. */
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly Item[]>;
  /** Called with the entry on which the user has stayed for a moment. */
  readonly look: (item: Item) => void;
}

/** Time in ms on an entry after which the user looks at it. */
const lookMs = 150;

/**
 * Lets the user type, and select one of the items that are found for it. Undefined if the user closes the list. Rejects
 * if `find` does, unless its signal has aborted.
 */
export async function pickLive<Item extends PickItem>(options: LivePickOptions<Item>): Promise<Item | undefined> {
  const { title, placeHolder, find, look } = options;
  type Shown = vscode.QuickPickItem & { readonly item: Item };
  // Without this property, which the types lack, the list would sort the items by their labels.
  const list: vscode.QuickPick<Shown> & { sortByLabel?: boolean } = vscode.window.createQuickPick<Shown>();
  list.sortByLabel = false;
  Object.assign(list, { title: makeInert(title), placeholder: makeInert(placeHolder) });
  let typing = new AbortController();
  const looking = createTimer(lookMs, () => list.activeItems.slice(0, 1).forEach(({ item }) => look(item)));
  try {
    return await showUntilAnswered<Item>(list, (resolve, reject) => {
      const update = async (typed: string): Promise<void> => {
        typing.abort();
        const { signal } = (typing = new AbortController());
        list.busy = true;
        try {
          const found = await find(typed, signal);
          if (signal.aborted) return;
          // The list has filtered the items already, so it shows all of them.
          list.items = found.map((item) => ({ ...mapItem(item), alwaysShow: true, item }));
          list.busy = false;
        } catch (error) {
          if (!signal.aborted) reject(error);
        }
      };
      list.onDidChangeValue((typed) => void update(typed));
      list.onDidChangeActive(() => {
        looking.dispose();
        looking.start();
      });
      list.onDidAccept(() => resolve(list.selectedItems[0]?.item));
      void update('');
    });
  } finally {
    typing.abort();
    looking.dispose();
  }
}

function mapItem({ label, description, detail, icon, image, isSeparator }: PickItem): vscode.QuickPickItem {
  return {
    label: makeInert(label),
    kind: isSeparator ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default,
    ...(description === undefined ? {} : { description: makeInert(description) }),
    ...(detail === undefined ? {} : { detail: makeInert(detail) }),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    ...(image === undefined ? {} : { iconPath: vscode.Uri.parse(image) }),
  };
}
