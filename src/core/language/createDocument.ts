import { listBodies } from '../jobFile/requests/listBodies.ts';
import { isJobFile } from '../jobFile/recognize/findNotJobFile.ts';
import { listColors } from './colors.ts';
import { listInlays } from './inlays.ts';
import type { JobFileDocument } from './languageService.ts';
import { listLinks } from './links.ts';
import { listLongTexts } from './longTexts.ts';
import { listUnused } from './names/listUnused.ts';
import { nameMessages } from './names/nameMessages.ts';
import {
  complete,
  excludeCombinations,
  findActions,
  findDefinition,
  findFixAll,
  findReferences,
  findRenameTarget,
  findSignature,
  hover,
  listInputEdits,
  rename,
  useCombination,
} from './onDemand.ts';
import { createSymbolLister } from './symbols.ts';
import { listTokens } from './tokens.ts';
import { createViewReader, type ViewOptions } from './createViewReader.ts';
import type { DocumentView } from './view/documentView.ts';

/**
 * Creates a document under edit. Each version is parsed at most once, when the first feature needs it, and all features
 * share the result.
 */
export function createDocument(uri: string, initialText: string, options: ViewOptions): JobFileDocument {
  const { read, forgetWorld } = createViewReader(options);
  const outline = oncePerView(createSymbolLister());
  const bodies = oncePerView(({ checked }) => listBodies(checked));
  const unused = oncePerView(listUnused);
  const links = oncePerView(listLinks);
  const colors = oncePerView(listColors);
  const content = createContent(uri.slice(uri.lastIndexOf('/') + 1), read);
  const { ask, write } = content;
  write(initialText);
  const noName = { ok: false, message: options.translate(nameMessages.nothing, {}) } as const;
  return {
    uri,
    get text() {
      return content.text();
    },
    edit({ offset, remove, insert }) {
      const text = content.text();
      write(text.slice(0, offset) + insert + text.slice(offset + remove));
    },
    problems: () => ask(({ problems }) => problems, []),
    unused: () => ask(unused, []),
    complete: (offset) => ask((view) => complete(view, offset), []),
    hover: (offset) => ask((view) => hover(view, offset), null),
    signature: (offset) => ask((view) => findSignature(view, offset), null),
    symbols: () => ask(outline, []),
    actions: (range) => ask((view) => findActions(view, range), []),
    fixAll: () => ask((view) => findFixAll(view, read), []),
    definition: (offset) => ask((view) => findDefinition(view, offset), []),
    references: (offset) => ask((view) => findReferences(view, offset), []),
    renameAt: (offset) => ask((view) => findRenameTarget(view, offset), noName),
    rename: (offset, newName) => ask((view) => rename(view, offset, { name: newName, read }), noName),
    profile: () => ask(({ checked }) => checked.jobFile.controls.profile, null),
    bodies: () => ask(bodies, []),
    longTexts: () => ask(listLongTexts, []),
    links: () => ask(links, []),
    colors: () => ask(colors, []),
    inlays: (range) => ask((view) => listInlays(view, range), []),
    tokens: (range) => ask((view) => listTokens(view, range), []),
    useCombination: (combination) => ask((view) => useCombination(view, combination), { kind: 'job-missing' }),
    excludeCombinations: (combinations) =>
      ask((view) => excludeCombinations(view, combinations, read), { kind: 'job-missing' }),
    inputEdits: (offset, path) => ask((view) => listInputEdits(view, offset, path), []),
    refresh() {
      forgetWorld();
      write(content.text());
    },
    dispose: () => write(''),
  };
}

interface Content {
  readonly text: () => string;
  readonly write: (text: string) => void;
  /** Returns the result of a feature, or `otherwise` while the text is not a job file. */
  readonly ask: <T>(question: (view: DocumentView) => T, otherwise: T) => T;
}

function createContent(name: string, read: (text: string) => DocumentView): Content {
  let current = '';
  let view: DocumentView | null = null;
  return {
    text: () => current,
    write(text) {
      current = text;
      view = isJobFile({ name, text }) ? read(text) : null;
    },
    ask: (question, otherwise) => (view ? question(view) : otherwise),
  };
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
