import type { Catalog } from '../catalog/catalog.ts';
import { checkJobFile } from '../jobFile/checkJobFile.ts';
import { complete } from './complete.ts';
import { hover } from './hover.ts';
import type { DocumentView } from './documentView.ts';
import type { JobFileDocument, LanguageServiceOptions, LanguageProblem } from './languageService.ts';
import { describeProblem } from './messages.ts';
import { parseLayout } from './parseLayout.ts';
import { symbols } from './symbols.ts';

interface DocumentOptions extends Required<Omit<LanguageServiceOptions, 'models'>> {
  readonly catalog: Catalog;
}

/** A document under edit. Each version is read at most once, when the first feature asks; all features share that. */
export function createDocument(uri: string, initialText: string, options: DocumentOptions): JobFileDocument {
  let view = createView(initialText, options);
  return {
    uri,
    get text() {
      return view.text;
    },
    edit({ offset, remove, insert }) {
      const { text } = view;
      view = createView(text.slice(0, offset) + insert + text.slice(offset + remove), options);
    },
    problems: () => listProblems(view),
    complete: (offset) => complete(view, offset),
    hover: (offset) => hover(view, offset),
    symbols: () => symbols(view),
    dispose() {
      view = createView('', options);
    },
  };
}

/** A new version; parts are read when they are first asked for. */
function createView(text: string, { catalog, isStrict, translate }: DocumentOptions): DocumentView {
  let checked: DocumentView['checked'] | undefined;
  let layout: DocumentView['layout'] | undefined;
  return {
    text,
    catalog,
    translate,
    get checked() {
      return (checked ??= checkJobFile(text, { catalog, isStrict }));
    },
    get layout() {
      return (layout ??= parseLayout(text));
    },
  };
}

function listProblems({ checked, translate }: DocumentView): readonly LanguageProblem[] {
  return checked.problems.map((problem) => {
    const { code, severity, start, end } = problem;
    return { code, severity, message: describeProblem(problem, translate), start, end };
  });
}
