import { isReservedKey } from '../../catalog/reservedKeys.ts';
import { listJobNodes, type JobNode } from '../../jobFile/parse/parseJobFile.ts';
import { findEntry, type SyntaxEntry, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import { describeValue } from '../describe/describeField.ts';
import { describeModality } from '../describe/describeModel.ts';
import { findMap } from '../edits/setKeys.ts';
import type { DocumentSymbol } from '../languageService.ts';
import { featureMessages as words } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';

/** An outline does not accept a symbol without a name. */
const nameless = '?';

/**
 * Lists the outline: one `job` for each job with its fields below, and beside `jobs:` the reserved words of the file.
 * It needs only the YAML, and reads only what changed between versions, because editors request it after every letter.
 */
export function createSymbolLister() {
  const kept: KeptSymbols = new WeakMap();
  return (view: DocumentView): readonly DocumentSymbol[] => {
    const { root } = view.checked.syntax;
    if (root?.kind !== 'map') return [];
    const inherited = findEntry(findMap(root, ['gen', 'defaults']), 'model');
    const defaultModel = inherited ? describeValue(inherited.value, view.text) : '';
    const jobs = listJobNodes(root, () => undefined);
    const found = jobs.map((node) => keepOrBuild(view, node, { defaultModel, kept }));
    const isSet = jobs.every((node) => 'key' in node) && findEntry(root, 'jobs') !== undefined;
    const others = isSet ? root.entries.filter(({ key }) => key !== 'jobs') : [];
    return [...others.map((entry) => keySymbol(entry, view.text)), ...found].sort((a, b) => a.start - b.start);
  };
}

/** Symbols by the origin of an entry of `jobs:`, which stays the same while its text does. */
type KeptSymbols = WeakMap<SyntaxEntry, { readonly symbol: DocumentSymbol; readonly defaultModel: string }>;

function keepOrBuild(
  view: DocumentView,
  node: JobNode,
  { defaultModel, kept }: { readonly defaultModel: string; readonly kept: KeptSymbols },
): DocumentSymbol {
  const origin = 'key' in node ? view.checked.syntax.origins.get(node) : undefined;
  const before = origin && kept.get(origin);
  const symbol =
    before?.defaultModel === defaultModel
      ? moveSymbol(before.symbol, node.start - before.symbol.start)
      : jobSymbol(view, node, defaultModel);
  if (origin) kept.set(origin, { symbol, defaultModel });
  return symbol;
}

function moveSymbol(symbol: DocumentSymbol, by: number): DocumentSymbol {
  if (by === 0) return symbol;
  const { start, end, children } = symbol;
  return { ...symbol, start: start + by, end: end + by, children: children.map((child) => moveSymbol(child, by)) };
}

function jobSymbol({ text, catalog, translate }: DocumentView, node: JobNode, defaultModel: string): DocumentSymbol {
  const id = 'key' in node ? node.key : null;
  const map = 'key' in node ? node.value : node;
  const own = listOwn(map);
  const range = 'key' in node ? node : { start: own[0]?.start ?? node.start, end: own.at(-1)?.end ?? node.end };
  const written = map.kind === 'map' ? findEntry(map, 'model') : undefined;
  const model = written ? describeValue(written.value, text) : defaultModel;
  const modality = catalog.findModel(model)?.families[0].modality;
  // A job at the root already has its model as its name.
  const details = [...(modality ? [describeModality(modality, translate)] : []), ...(id === null ? [] : [model])];
  const detail = details.filter((part) => part !== '').join(' · ');
  return {
    name: (id ?? (model || translate(words.jobDetail, {}))) || nameless,
    ...(detail === '' ? {} : { detail }),
    kind: 'job',
    job: id,
    start: range.start,
    end: range.end,
    children: listChildren(map, range, text),
  };
}

function keySymbol({ key, value, start, end }: SyntaxEntry, text: string): DocumentSymbol {
  const detail = describeValue(value, text);
  return {
    name: key || nameless,
    ...(detail === '' ? {} : { detail }),
    kind: isReservedKey(key) ? 'keyword' : 'field',
    start,
    end,
    children: listChildren(value, { start, end }, text),
  };
}

/** A value of an alias has its range elsewhere and is left out, because children must be inside their parent. */
function listChildren(node: SyntaxNode, { start, end }: TextRange, text: string): readonly DocumentSymbol[] {
  return listOwn(node)
    .filter((entry) => entry.start >= start && entry.end <= end)
    .map((entry) => keySymbol(entry, text));
}

function listOwn(node: SyntaxNode): readonly SyntaxEntry[] {
  return node.kind === 'map' ? node.entries.filter(({ isMerged }) => !isMerged) : [];
}
