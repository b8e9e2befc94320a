// `npm run docs`: writes the pages that follow from the sources.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledCatalog } from '../src/core/catalog/bundledCatalog.ts';
import { buildManPage, buildReferencePage, buildTree } from './commandPages.ts';
import { buildModelsPage } from './modelsPage.ts';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'docs/models.md'), buildModelsPage(bundledCatalog.families));
writeFileSync(join(root, 'docs/command-line-reference.md'), buildReferencePage(buildTree()));
mkdirSync(join(root, 'man'), { recursive: true });
writeFileSync(join(root, 'man/genwright.1'), buildManPage(buildTree()));
