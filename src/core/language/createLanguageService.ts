import { bundledCatalog } from '../catalog/bundledCatalog.ts';
import { overlayCatalog } from '../catalog/published/overlayCatalog.ts';
import { fillTemplate } from '../support/text/fillTemplate.ts';
import { createDocument } from './createDocument.ts';
import type { Environment, LanguageService, LanguageServiceOptions, Translate } from './languageService.ts';

/** No variable is allowed unless the user allows it. */
const noEnvironment: Environment = { read: () => ({ state: 'blocked' }), names: [] };

/**
 * Everything that an editor needs to know about a job file. Documents are independent, and nothing is kept between
 * them.
 */
export function createLanguageService(options: LanguageServiceOptions = {}): LanguageService {
  const { models = null, isStrict = false, messages = {}, files, env = noEnvironment, ...world } = options;
  const catalog = models ? overlayCatalog(bundledCatalog, models) : bundledCatalog;
  const translate: Translate = (template, args) => fillTemplate(messages[template] ?? template, args);
  return {
    open: (uri, text) =>
      createDocument(uri, text, { catalog, isStrict, translate, world: { ...world, env, files: files?.(uri) } }),
  };
}
