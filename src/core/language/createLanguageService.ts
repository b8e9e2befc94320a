import { bundledCatalog } from '../catalog/bundledCatalog.ts';
import { overlayCatalog } from '../catalog/overlayCatalog.ts';
import { createDocument } from './createDocument.ts';
import type { LanguageService, LanguageServiceOptions } from './languageService.ts';
import { fillTemplate } from './messages.ts';

/** Everything an editor needs to know of a job file. Documents are independent; nothing is kept between them. */
export function createLanguageService(options: LanguageServiceOptions = {}): LanguageService {
  const { models = null, isStrict = false, translate = fillTemplate } = options;
  const catalog = models ? overlayCatalog(bundledCatalog, models) : bundledCatalog;
  return { open: (uri, text) => createDocument(uri, text, { catalog, isStrict, translate }) };
}
