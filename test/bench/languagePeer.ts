import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService } from 'yaml-language-server';
import { jobFileSchema } from '../../src/core/language/index.ts';

/** The features that both sides have, each as one call on a text. */
export interface LanguagePeer {
  open(text: string): void;
  /** Inserts text like a client that sends changes. */
  insert(offset: number, text: string): void;
  problems(): Promise<unknown>;
  complete(offset: number): Promise<unknown>;
  hover(offset: number): Promise<unknown>;
  symbols(): Promise<unknown>;
}

const uri = 'file:///hero.gen.yaml';
const schemaUri = 'file:///jobFile.schema.json';

/** `yaml-language-server` as a library, with the JSON Schema that Genwright exports for it. */
export function createLanguagePeer(): LanguagePeer {
  const service = getLanguageService({
    schemaRequestService: () => Promise.reject(new Error('Nothing is fetched here.')),
    workspaceContext: { resolveRelativePath: (path) => path },
  });
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    schemas: [{ uri: schemaUri, fileMatch: ['*.gen.yaml'], schema: JSON.parse(JSON.stringify(jobFileSchema())) }],
  });
  let version = 0;
  let document = TextDocument.create(uri, 'yaml', version, '');
  return {
    open(text) {
      version += 1;
      document = TextDocument.create(uri, 'yaml', version, text);
    },
    insert(offset, text) {
      version += 1;
      const at = document.positionAt(offset);
      document = TextDocument.update(document, [{ range: { start: at, end: at }, text }], version);
    },
    problems: () => service.doValidation(document, false),
    complete: (offset) => service.doComplete(document, document.positionAt(offset), false),
    hover: (offset) => service.doHover(document, document.positionAt(offset)),
    symbols: () => Promise.resolve(service.findDocumentSymbols2(document)),
  };
}
