import type { Catalog } from '../catalog/catalog.ts';
import { listBodies } from '../jobFile/listBodies.ts';
import { listColors } from './colors.ts';
import { createViewReader } from './createViewReader.ts';
import type { DocumentView, World } from './documentView.ts';
import { listFolds } from './folds.ts';
import { listInlays } from './inlays.ts';
import type { JobFileDocument, Translate } from './languageService.ts';
import { listLinks } from './links.ts';
import {
  complete,
  findActions,
  findDefinition,
  findFixAll,
  findReferences,
  findRenameTarget,
  hover,
  rename,
} from './onDemand.ts';
import { createSymbolLister } from './symbols.ts';
import { listTokens } from './tokens.ts';

export interface DocumentOptions {
  readonly catalog: Catalog;
  readonly isStrict: boolean;
  readonly translate: Translate;
  readonly world: World;
}

/** A document under edit. Each version is read at most once, when the first feature asks; all features share that. */
export function createDocument(uri: string, initialText: string, options: DocumentOptions): JobFileDocument {
  const { read, forgetWorld } = createViewReader(options);
  const outline = oncePerView(createSymbolLister());
  const costs = oncePerView(({ checked }) => ({
    profile: checked.jobFile.controls.profile,
    requests: listBodies(checked),
  }));
  const folds = oncePerView(listFolds);
  const links = oncePerView(listLinks);
  const colors = oncePerView(listColors);
  let view = read(initialText);
  return {
    uri,
    get text() {
      return view.text;
    },
    edit({ offset, remove, insert }) {
      const { text } = view;
      view = read(text.slice(0, offset) + insert + text.slice(offset + remove));
    },
    problems: () => view.problems,
    complete: (offset) => complete(view, offset),
    hover: (offset) => hover(view, offset),
    symbols: () => outline(view),
    actions: (range) => findActions(view, range),
    fixAll: () => findFixAll(view, read),
    definition: (offset) => findDefinition(view, offset),
    references: (offset) => findReferences(view, offset),
    renameAt: (offset) => findRenameTarget(view, offset),
    rename: (offset, name) => rename(view, offset, { name, read }),
    costs: () => costs(view),
    folds: () => folds(view),
    links: () => links(view),
    colors: () => colors(view),
    inlays: (range) => listInlays(view, range),
    tokens: (range) => listTokens(view, range),
    refresh() {
      forgetWorld();
      view = read(view.text);
    },
    dispose() {
      view = read('');
    },
  };
}

/** What is listed of a whole file is listed once for each of its versions. */
function oncePerView<T>(list: (view: DocumentView) => T): (view: DocumentView) => T {
  const known = new WeakMap<DocumentView, { readonly listed: T }>();
  return (view) => {
    const { listed } = known.get(view) ?? { listed: list(view) };
    known.set(view, { listed });
    return listed;
  };
}
