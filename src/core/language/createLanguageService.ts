import { bundledCatalog } from '../catalog/bundledCatalog.ts';
import { createDocument } from './createDocument.ts';
import type { LanguageService, LanguageServiceOptions } from './languageService.ts';
import { fillTemplate } from './messages.ts';

/** Everything an editor needs to know of a job file. Documents are independent; nothing is kept between them. */
export function createLanguageService(options: LanguageServiceOptions = {}): LanguageService {
  const { catalog = bundledCatalog, isStrict = false, translate = fillTemplate } = options;
  return { open: (uri, text) => createDocument(uri, text, { catalog, isStrict, translate }) };
}
