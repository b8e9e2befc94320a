// `npm run docs`: writes the pages of docs/ that follow from the sources.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundledCatalog } from '../src/core/catalog/bundledCatalog.ts';
import { buildModelsPage } from './modelsPage.ts';

await writeFile(join(import.meta.dirname, '../docs/models.md'), buildModelsPage(bundledCatalog.families));
