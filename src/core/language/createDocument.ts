import { bundledCatalog } from '../catalog/bundledCatalog.ts';
import { overlayCatalog } from '../catalog/published/overlayCatalog.ts';
import { createJobFileReader } from '../jobFile/check/createJobFileReader.ts';
import type { CheckOptions } from '../jobFile/findTarget.ts';
import { isJobFile } from '../jobFile/recognize/findNotJobFile.ts';
import { listBodies } from '../jobFile/requests/buildBody.ts';
import { lazy } from '../support/lazy.ts';
import { fillTemplate } from '../support/text/fillTemplate.ts';
import { findActions } from './actions/findActions.ts';
import { findFixAll } from './actions/findFixAll.ts';
import { excludeCombinations } from './combination/excludeCombinations.ts';
import { useCombination } from './combination/useCombination.ts';
import { complete } from './completion/complete.ts';
import { listColors } from './features/colors.ts';
import { findSignature } from './features/findSignature.ts';
import { listInlays } from './features/inlays.ts';
import { listInputEdits } from './features/listInputEdits.ts';
import { listUnused } from './features/listUnused.ts';
import { listLongTexts } from './features/longTexts.ts';
import { createSymbolLister } from './features/symbols.ts';
import { listTokens } from './features/tokens.ts';
import { hover } from './hover/hover.ts';
import type {
  JobFileDocument,
  Translate,
  Environment,
  LanguageService,
  LanguageServiceOptions,
} from './languageService.ts';
import { parseLayout } from './layout/parseLayout.ts';
import { nameMessages } from './messages.ts';
import { findDefinition, findReferences } from './names/findDefinition.ts';
import { listAxes } from './names/listAxes.ts';
import { listNames } from './names/listNames.ts';
import { findRenameTarget, rename } from './names/rename.ts';
import { translateProblem } from './problems/describeProblem.ts';
import { isEmptyFile, type DocumentView } from './view/documentView.ts';
import { listLinks } from './view/links.ts';
import { createFieldFinder } from './view/listValues.ts';

/**
 * Creates a document under edit. Each version is parsed at most once, when the first feature needs it, and all features
 * share the result. They answer with nothing while the text is not a job file.
 */
export function createDocument(uri: string, initialText: string, options: ViewOptions): JobFileDocument {
  const { read, forgetWorld } = createViewReader(options);
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const outline = oncePerView(createSymbolLister());
  const bodies = oncePerView(({ checked }) => listBodies(checked));
  const noName = { ok: false, message: options.translate(nameMessages.nothing, {}) } as const;
  let view: DocumentView | null = null;
  const write = (text: string): void => {
    document.text = text;
    view = isJobFile({ name, text }) ? read(text) : null;
  };
  const ask = <T>(question: (view: DocumentView) => T, otherwise: T): T => (view ? question(view) : otherwise);
  const document = {
    uri,
    text: initialText,
    edit({ offset, remove, insert }) {
      const { text } = document;
      write(text.slice(0, offset) + insert + text.slice(offset + remove));
    },
    problems: () => ask((each) => (isEmptyFile(each) ? [] : each.problems), []),
    isEmpty: () => ask(isEmptyFile, false),
    unused: () => ask(listUnused, []),
    complete: (offset) => ask((each) => complete(each, offset), []),
    hover: (offset) => ask((each) => hover(each, offset), null),
    signature: (offset) => ask((each) => findSignature(each, offset), null),
    symbols: () => ask(outline, []),
    actions: (range) => ask((each) => findActions(each, range, read), []),
    fixAll: () => ask((each) => findFixAll(each, read), []),
    definition: (offset) => ask((each) => findDefinition(each, offset), []),
    references: (offset) => ask((each) => findReferences(each, offset), []),
    renameAt: (offset) => ask((each) => findRenameTarget(each, offset), noName),
    rename: (offset, newName) => ask((each) => rename(each, offset, { name: newName, read }), noName),
    profile: () => ask(({ checked }) => checked.jobFile.controls.profile, null),
    bodies: () => ask(bodies, []),
    longTexts: () => ask(listLongTexts, []),
    links: () => ask((each) => listLinks(each), []),
    colors: () => ask(listColors, []),
    inlays: (range) => ask((each) => listInlays(each, range), []),
    tokens: (range) => ask((each) => listTokens(each, range), []),
    axes: () => ask(listAxes, []),
    useCombination: (combination) => ask((each) => useCombination(each, combination), { kind: 'job-missing' }),
    excludeCombinations: (combinations) =>
      ask((each) => excludeCombinations(each, combinations, read), { kind: 'job-missing' }),
    inputEdits: (offset, path) => ask((each) => listInputEdits(each, offset, path), []),
    refresh() {
      forgetWorld();
      write(document.text);
    },
    dispose: () => write(''),
  } satisfies JobFileDocument;
  write(initialText);
  return document;
}

/** Computes a list of a whole file once for each version of the file. */
function oncePerView<T>(list: (view: DocumentView) => T): (view: DocumentView) => T {
  const known = new WeakMap<DocumentView, { readonly listed: T }>();
  return (view) => {
    const { listed } = known.get(view) ?? { listed: list(view) };
    known.set(view, { listed });
    return listed;
  };
}

interface ViewOptions extends Pick<DocumentView, 'catalog' | 'translate' | 'world'> {
  readonly isStrict: boolean;
}

/** Reads the versions of one document, and texts that it could become. Nothing is parsed before a feature needs it. */
export function createViewReader(options: ViewOptions) {
  const jobFiles = createJobFileReader(checkOptionsOf(options));
  return {
    read: (text: string): DocumentView => new View(text, jobFiles.read(text), options),
    /** Drops what was read from files and the environment, because they have changed. */
    forgetWorld: () => jobFiles.forgetChecks(),
  };
}

/** Its getters are those of a class, as an object literal with getters would stay in memory longer. */
class View implements DocumentView {
  readonly text: string;
  readonly catalog: DocumentView['catalog'];
  readonly translate: DocumentView['translate'];
  readonly world: DocumentView['world'];
  readonly checked: DocumentView['checked'];
  readonly #layout = lazy(() => parseLayout(this.text));
  readonly #findField = lazy((): DocumentView['findField'] => createFieldFinder(this));
  readonly #names = lazy(() => listNames({ text: this.text, jobFile: this.checked.jobFile, files: this.world.files }));
  readonly #problems = lazy(() => this.checked.problems.map((problem) => translateProblem(problem, this.translate)));

  constructor(text: string, checked: DocumentView['checked'], { catalog, translate, world }: ViewOptions) {
    this.text = text;
    this.checked = checked;
    this.catalog = catalog;
    this.translate = translate;
    this.world = world;
  }

  get layout() {
    return this.#layout();
  }

  get findField(): DocumentView['findField'] {
    return this.#findField();
  }

  get names() {
    return this.#names();
  }

  get problems() {
    return this.#problems();
  }
}

function checkOptionsOf({ catalog, isStrict, world }: ViewOptions): CheckOptions {
  const { budget, files, env } = world;
  return {
    catalog,
    isStrict,
    ...(budget ? { budgetUsd: budget.runUsd } : {}),
    lookups: {
      ...(files ? { files, isTrusted: files.isTrusted } : {}),
      ...(env ? { env: env.read } : {}),
    },
    ...(files ? { fileName: files.name, fileDir: files.dir } : {}),
  };
}

/** No variable is allowed unless the user allows it. */
const noEnvironment: Environment = { read: () => ({ state: 'blocked' }), names: [] };

/** Everything that an editor needs to know about a job file. Nothing is kept between documents. */
export function createLanguageService(options: LanguageServiceOptions = {}): LanguageService {
  const { models = null, isStrict = false, messages = {}, files, env = noEnvironment, ...world } = options;
  const catalog = models ? overlayCatalog(bundledCatalog, models) : bundledCatalog;
  const translate: Translate = (template, args) => fillTemplate(messages[template] ?? template, args);
  return {
    open: (uri, text) =>
      createDocument(uri, text, { catalog, isStrict, translate, world: { ...world, env, files: files?.(uri) } }),
  };
}
