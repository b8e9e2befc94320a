import childProcess, { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type * as vscode from 'vscode';

/** What an extension did with VS Code and with the computer since the last `clear`. */
export interface ApiRecord {
  /** Terminals, processes, tasks of VS Code, and what was opened outside. */
  readonly started: string[];
  /** Commands that the extension ran itself, with their arguments. */
  readonly commands: readonly { readonly id: string; readonly args: readonly unknown[] }[];
  /** Texts of notifications, progress, the status bar, and their buttons. */
  readonly notices: readonly string[];
  /** Texts of dialogs, with their details. */
  readonly dialogs: readonly string[];
  /** Texts of lists and input boxes. */
  readonly lists: readonly string[];
  /** `host:port` of every connection. */
  readonly connections: readonly string[];
}

/** How the user answers questions. */
export interface User {
  /** Selects the first button of a dialog, which otherwise is canceled. */
  agrees: boolean;
  /** What is entered in the next input boxes; the others are dismissed. */
  inputs: string[];
  /** Where files are saved. Undefined cancels. */
  saveTo: vscode.Uri | undefined;
  /** The folder that is selected in a dialog. Undefined cancels. */
  selects: vscode.Uri | undefined;
  /** Whether the extension is told that the workspace is trusted. */
  trusts: boolean;
}

/** A preview that the extension has opened, without its page. */
export interface OpenedPanel {
  readonly panel: vscode.WebviewPanel;
  /** Everything that was posted to the page. */
  readonly posted: readonly unknown[];
  /** Gives a message to the extension as the page does. */
  readonly send: (message: unknown) => void;
}

export interface ApiRecorder {
  readonly record: ApiRecord;
  readonly user: User;
  readonly panels: OpenedPanel[];
  clear(): void;
  stop(): void;
}

type Lists = { -readonly [Name in keyof ApiRecord]: ApiRecord[Name][number][] };
type Replace = <Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  value: unknown,
) => Owner[Name];

/**
 * Puts recorders between an extension and its own instance of VS Code's API, which VS Code hands to whatever is loaded
 * from the extension's folder. Sees each call of a function by the extension, and the processes and connections that
 * its code starts in this process. Sees no worker thread, and nothing that VS Code does on its own.
 */
export function recordApi(extension: vscode.Extension<unknown>): ApiRecorder {
  const entry = join(extension.extensionPath, 'dist/entry.cjs');
  const api = createRequire(entry)('vscode') as typeof vscode;
  const record: Lists = { started: [], commands: [], notices: [], dialogs: [], lists: [], connections: [] };
  const user: User = { agrees: false, inputs: [], saveTo: undefined, selects: undefined, trusts: true };
  const panels: OpenedPanel[] = [];
  const undo: (() => void)[] = [];
  const replace: Replace = (owner, name, value) => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    const original = owner[name];
    Object.defineProperty(owner, name, { configurable: true, ...toDescriptor(value) });
    undo.push(() => (before ? Object.defineProperty(owner, name, before) : Reflect.deleteProperty(owner, name)));
    return original;
  };
  const context: Context = { api, record, user, panels, replace };
  recordProgram(context);
  recordMessages(context);
  recordQuestions(context);
  recordPanels(context);
  recordProcess(context, extension.extensionPath);
  return {
    record,
    user,
    panels,
    clear: () => Object.values(record).forEach((list) => void list.splice(0)),
    stop: () => undo.toReversed().forEach((each) => each()),
  };
}

interface Context {
  readonly api: typeof vscode;
  readonly record: Lists;
  readonly user: User;
  readonly panels: OpenedPanel[];
  readonly replace: Replace;
}

type Any = (...args: unknown[]) => unknown;

/** A value that is read again each time. */
class Getter {
  readonly read: () => unknown;
  constructor(read: () => unknown) {
    this.read = read;
  }
}

function toDescriptor(value: unknown): PropertyDescriptor {
  return value instanceof Getter ? { get: value.read } : { value, writable: true };
}

/** VS Code's own ways out. They are recorded and not taken. */
function recordProgram({ api, record, user, replace }: Context): void {
  const note =
    (what: string): Any =>
    (...args) => {
      record.started.push(`${what} ${args.map(String).join(' ')}`);
      return Promise.resolve(true);
    };
  replace(api.env, 'openExternal', note('openExternal'));
  replace(api.window, 'createTerminal', note('createTerminal'));
  replace(api.tasks, 'executeTask', note('executeTask'));
  replace(api.debug, 'startDebugging', note('startDebugging'));
  // As on a desktop, where files are opened by the system.
  replace(api.env, 'remoteName', new Getter(() => undefined));
  replace(api.env, 'uiKind', new Getter(() => api.UIKind.Desktop));
  replace(api.workspace, 'isTrusted', new Getter(() => user.trusts));
  const execute = replace(api.commands, 'executeCommand', (id: string, ...args: readonly unknown[]) => {
    record.commands.push({ id, args });
    return execute(id, ...args);
  });
}

function recordMessages({ api, record, user, replace }: Context): void {
  const show = (text: string, options: vscode.MessageOptions, ...buttons: readonly string[]): Promise<unknown> => {
    const isModal = options.modal === true;
    if (isModal) record.dialogs.push([text, options.detail ?? ''].join('\n'));
    else record.notices.push(text, ...buttons);
    // The first button is tried that changes something.
    return Promise.resolve(isModal && !user.agrees ? undefined : buttons.find((button) => button !== 'Keep'));
  };
  replace(api.window, 'showInformationMessage', show);
  replace(api.window, 'showWarningMessage', show);
  replace(api.window, 'showErrorMessage', show);
  const withProgress = replace(api.window, 'withProgress', (options: vscode.ProgressOptions, run: never) => {
    record.notices.push(options.title ?? '');
    return withProgress(options, run);
  });
  replace(api.window, 'setStatusBarMessage', (text: string) => {
    record.notices.push(text);
    return { dispose: () => undefined };
  });
}

function recordQuestions({ api, record, user, replace }: Context): void {
  replace(api.window, 'createQuickPick', () => createList({ api, record, user }));
  replace(api.window, 'createInputBox', () => createBox({ api, record, user }));
  replace(api.window, 'showSaveDialog', () => Promise.resolve(user.saveTo));
  replace(api.window, 'showOpenDialog', () => Promise.resolve(user.selects && [user.selects]));
}

/** A box with a button to go back, which gets the next input. */
function createBox({ api, record, user }: Pick<Context, 'api' | 'record' | 'user'>): unknown {
  const accepted = new api.EventEmitter<void>();
  const hidden = new api.EventEmitter<void>();
  const never = (): vscode.Disposable => new api.Disposable(() => undefined);
  const box = {
    title: '',
    prompt: '',
    value: '',
    onDidChangeValue: never,
    onDidTriggerButton: never,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show: () => {
      record.lists.push(box.title, box.prompt, box.value);
      const input = user.inputs.shift();
      box.value = input ?? '';
      if (input === undefined) hidden.fire();
      else accepted.fire();
    },
    dispose: () => undefined,
  };
  return box;
}

/**
 * A list of which the first entry is selected. In one that is filled while the user types, the next input is entered
 * before.
 */
function createList({ api, record, user }: Pick<Context, 'api' | 'record' | 'user'>): unknown {
  const typed = new api.EventEmitter<string>();
  const accepted = new api.EventEmitter<void>();
  const hidden = new api.EventEmitter<void>();
  const list = {
    title: '',
    placeholder: '',
    busy: false,
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    onDidChangeValue: typed.event,
    onDidChangeActive: () => new api.Disposable(() => undefined),
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show() {
      record.lists.push(list.title, list.placeholder);
      if (!('sortByLabel' in list)) select();
    },
    set items(items: readonly vscode.QuickPickItem[]) {
      for (const { label, description = '', detail = '' } of items) record.lists.push(label, description, detail);
      list.selectedItems = items.filter(({ kind }) => kind !== api.QuickPickItemKind.Separator).slice(0, 1);
      if (!('sortByLabel' in list)) return;
      const input = user.inputs.shift();
      if (input === undefined) select();
      else typed.fire(input);
    },
    dispose: () => undefined,
  };
  const select = (): void => (list.selectedItems.length > 0 ? accepted : hidden).fire();
  return list;
}

function recordPanels({ api, panels, replace }: Context): void {
  const create = replace(
    api.window,
    'createWebviewPanel',
    (...args: Parameters<typeof vscode.window.createWebviewPanel>) => {
      const panel = create(...args);
      const { webview } = panel;
      const posted: unknown[] = [];
      const listeners: Any[] = [];
      const listen = replace(webview, 'onDidReceiveMessage', (listener: Any, ...rest: never[]) => {
        listeners.push(listener);
        return listen(listener, ...rest);
      });
      const post = replace(webview, 'postMessage', (message: unknown) => {
        posted.push(message);
        return post.call(webview, message);
      });
      panels.push({ panel, posted, send: (message) => listeners.forEach((each) => each(message)) });
      return panel;
    },
  );
}

/**
 * Calls by code of the extension are recorded and carried out. The extension host makes the same calls, and the stack
 * tells its calls apart.
 */
function recordProcess({ record, replace }: Context, extensionPath: string): void {
  Error.stackTraceLimit = 100;
  const isOwn = (): boolean => new Error('Who calls?').stack?.includes(extensionPath) === true;
  const prototype = ChildProcess.prototype as unknown as Record<'spawn', Any>;
  const spawn = replace(prototype, 'spawn', function (this: unknown, ...args: unknown[]) {
    if (isOwn()) record.started.push(`process ${describeProcess(args[0])}`);
    return spawn.apply(this, args);
  });
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
    const original = replace(childProcess as Record<typeof name, Any>, name, (...args: unknown[]) => {
      if (isOwn()) record.started.push(`process ${String(args[0])}`);
      return original(...args);
    });
  }
  const sockets = Socket.prototype as unknown as Record<'connect', Any>;
  const connect = replace(sockets, 'connect', function (this: unknown, ...args: unknown[]) {
    if (isOwn()) record.connections.push(describeConnection(args));
    return connect.apply(this, args);
  });
}

function describeProcess(options: unknown): string {
  const { args = [] } = options as { readonly args?: readonly string[] };
  return args.join(' ');
}

/** Node passes arguments that it has normalized as one array. */
function describeConnection(args: readonly unknown[]): string {
  const [first] = Array.isArray(args[0]) ? (args[0] as readonly unknown[]) : args;
  if (typeof first !== 'object' || first === null) return args.slice(0, 2).map(String).join(':');
  const { host, port, path } = first as Readonly<Record<string, unknown>>;
  return typeof path === 'string' ? path : `${String(host)}:${String(port)}`;
}
