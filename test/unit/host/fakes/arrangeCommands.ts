import { posix } from 'node:path';
import { findNotJobFile } from '../../../../src/core/jobFile/recognize/findNotJobFile.ts';
import * as languagePart from '../../../../src/core/language/index.ts';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../src/core/task/money/account.ts';
import type { Account, Engine } from '../../../../src/engine/index.ts';
import type { Services } from '../../../../src/host/commands/services.ts';
import { FakeDocument } from './fakeDocument.ts';
import { createFakeEngine } from './fakeEngine.ts';
import { createSecrets } from './fakeSecrets.ts';
import { commands, Range, resetWindow, shown, Uri, user, window, workspace } from './fakeVscode.ts';

const { createCommandHandlers } = await import('../../../../src/host/commands/index.ts');
const { registerCommands } = await import('../../../../src/host/registerCommands.ts');
const { createProfiles } = await import('../../../../src/host/adapters/profiles.ts');
const { createKeyStore } = await import('../../../../src/host/adapters/keyStore.ts');
const { createModelList } = await import('../../../../src/host/models/modelList.ts');
const { createLanguageHost } = await import('../../../../src/host/language/languageHost.ts');
const { createWalkthrough } = await import('../../../../src/host/commands/newJobFile/walkthrough.ts');
const worldPart = await import('../../../../src/host/language/world.ts');

interface Arrangement {
  readonly tasks?: readonly Task[];
  readonly account?: Account;
  /** Members of the engine. A call of any other one fails. */
  readonly engine?: Partial<Engine>;
  readonly services?: Partial<Services>;
}

/** Arranges a window with all commands, with real services for text and settings, and fakes of what sends and shows. */
export function arrangeCommands({ tasks = [], account = emptyAccount, engine, services }: Arrangement = {}) {
  resetWindow();
  const fake = createFakeEngine();
  const whole: Engine = { ...fake.engine, tasks: () => tasks, ...engine };
  const secrets = createSecrets();
  const logged: string[] = [];
  const note = (message: string): void => void logged.push(message);
  const log = { info: note, warn: note, error: note, show: () => note('shown'), dispose: () => undefined };
  const whyNot = (document: FakeDocument) =>
    findNotJobFile({ name: posix.basename(document.uri.path), text: document.getText() });
  const jobFileChanges = new Emitter<{ readonly document: FakeDocument; readonly isJobFile: boolean }>();
  const jobFiles = {
    has: (document: FakeDocument) => whyNot(document) === null,
    whyNot,
    check: async (uri: Uri) => whyNot(await workspace.openTextDocument(uri).catch(() => new FakeDocument(uri, ''))),
    open: () => workspace.textDocuments.filter((document) => whyNot(document) === null),
    find: async () => workspace.textDocuments.filter((document) => whyNot(document) === null).map(({ uri }) => uri),
    onDidChange: jobFileChanges.event,
  } as unknown as Services['jobFiles'];
  const profiles = createProfiles();
  const keyStore = createKeyStore(secrets);
  const foreign = new Emitter<never>();
  const engineHost: Services['engineHost'] = {
    onDidChangeTask: fake.changed.event,
    onDidRemoveTask: whole.onDidRemoveTask,
    onDidLoad: foreign.event,
    onDidChangeForeignTasks: foreign.event,
    engine: () => Promise.resolve(whole),
    tasks: () => whole.tasks(),
    allTasks: () => whole.tasks(),
    readAccount: () => Promise.resolve(account),
    resume: () => Promise.resolve(),
    rename: () => Promise.resolve(),
    addFolders: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const models = createModelList({ loadLanguage: () => Promise.resolve(languagePart), engineHost, profiles });
  const language = createLanguageHost({
    loadLanguage: () => Promise.resolve(languagePart),
    loadProviders: () => Promise.resolve(worldPart),
    jobFiles,
    models: () => models.index(),
    typicalCost: () => null,
    profiles: () => profiles.list().map(({ name }) => name),
  });
  /** Calls of the preview and the Tasks view. */
  const previewed: unknown[] = [];
  const tell =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void previewed.push([name, ...args.map((arg) => (arg instanceof Uri ? arg.fsPath : arg))]);
  const texts = new Map<string, string>();
  const all: Services = {
    extensionUri: Uri.file('/extension') as never,
    log,
    profiles,
    keyStore,
    engineHost,
    jobFiles,
    language,
    models,
    diagnostics: { showPlanned: () => Promise.resolve(), dispose: () => undefined },
    balance: {
      current: () => undefined,
      onDidChange: new Emitter<void>().event,
      read: fail,
      readIfOld: () => undefined,
      dispose: () => undefined,
    },
    texts: { set: (uri, text) => void texts.set(uri.toString(), text), dispose: () => undefined },
    consents: { has: () => false, add: () => undefined },
    preview: {
      show: tell('show'),
      showSheet: tell('showSheet'),
      showFound: tell('showFound'),
      peek: tell('peek'),
      endPeek: tell('endPeek'),
      compare: tell('compare'),
      makeThumbnails: async () => undefined,
      follow: tell('follow'),
      showResult: tell('showResult'),
      readShown: async () => () => false,
      exportShown: () => false,
      activeJobFile: () => undefined,
      dispose: () => undefined,
    },
    account: { current: () => account, onDidChange: new Emitter<void>().event, dispose: () => undefined },
    walkthrough: createWalkthrough(engineHost),
    taskTree: { reveal: async (id) => tell('reveal')(id), selection: () => [], dispose: () => undefined },
    ...services,
  };
  registerCommands(() => Promise.resolve(createCommandHandlers(all)));
  return {
    services: all,
    fake,
    secrets,
    logged,
    previewed,
    texts,
    jobFileChanges,
    /** Runs a command, and returns what it returns and what was shown meanwhile. */
    run: async (id: string, ...args: readonly unknown[]) => {
      shown.length = 0;
      const result = await commands.registered.get(id)?.(...args);
      // A notification is not awaited.
      await new Promise(setImmediate);
      return { result, shown: shown.filter((each) => typeof each === 'string') };
    },
  };
}

function fail(): never {
  throw new Error('Not part of this fake');
}

/** Opens a document in the active editor, with the cursor at the marked position, or at the start. */
export function openEditor(path: string, marked: string) {
  const at = marked.indexOf('|');
  const document = new FakeDocument(Uri.file(path), at < 0 ? marked : marked.slice(0, at) + marked.slice(at + 1));
  workspace.textDocuments.push(document);
  const position = document.positionAt(Math.max(0, at));
  return window.showTextDocument(document, { selection: new Range(position, position) });
}

/** Adds a gateway to the settings and selects it. */
export function selectStudio(): void {
  user.settings.set('genwright.profiles', [{ name: 'studio', baseUrl: 'https://studio.example' }]);
  user.settings.set('genwright.profile', 'studio');
}
