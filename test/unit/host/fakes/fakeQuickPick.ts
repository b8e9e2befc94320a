import { Emitter } from '../../../../src/core/support/emitter.ts';
import { neverAnswers, QuickPickItemKind, type ThemeIcon } from './vscodeTypes.ts';

/** The members of a list item that VS Code uses. */
export interface ListItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly iconPath?: ThemeIcon;
  readonly kind?: number;
}

interface Context {
  readonly user: {
    asked: string | undefined;
    readonly liveIndex: number;
    listed: readonly string[];
    listedDescriptions: readonly ListItem['description'][];
    listedIcons: readonly ListItem['iconPath'][];
  };
  readonly answer: (preset: string | undefined) => string | undefined;
  readonly shown: unknown[];
}

/** A list that gets the next answer when it is shown. One that follows what is typed gets an entry by its index. */
export function createQuickPick({ user, answer, shown }: Context) {
  const [accepted, hidden, never] = [new Emitter<void>(), new Emitter<void>(), new Emitter<never>()];
  const list = {
    title: undefined as string | undefined,
    placeholder: undefined as string | undefined,
    items: [] as readonly ListItem[],
    selectedItems: [] as readonly (ListItem | undefined)[],
    activeItems: [] as readonly ListItem[],
    ignoreFocusOut: false,
    onDidChangeValue: never.event,
    onDidChangeActive: never.event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show: () => void setImmediate('sortByLabel' in list ? follow : respond),
    dispose: () => accepted.dispose(),
  };
  const follow = (): void => {
    user.listed = list.items.map(({ label, kind }) => (kind === QuickPickItemKind.Separator ? `-- ${label}` : label));
    user.listedDescriptions = list.items.map(({ description }) => description);
    user.listedIcons = list.items.map(({ iconPath }) => iconPath);
    list.selectedItems = [list.items[user.liveIndex]];
    accepted.fire();
  };
  const respond = (): void => {
    const { items, placeholder } = list;
    user.asked = placeholder;
    shown.push(...items.map(({ label, description, detail, iconPath }) => ({ label, description, detail, iconPath })));
    const label = answer(items[0]?.label);
    if (label === neverAnswers) return;
    const found = items.find((item) => item.label === label);
    list.selectedItems = [found];
    if (found) accepted.fire();
    else hidden.fire();
  };
  return list;
}
