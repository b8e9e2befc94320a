import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { comments as commentsOfSample } from '../src/host/commands/samples.ts';
import { samplesDir } from '../test/hosts/paths.ts';
import * as templates from './templates.ts';

const root = join(import.meta.dirname, '..');

export const l10nBundlePath = join(root, 'l10n/bundle.l10n.json');

/**
 * Builds the text of l10n/bundle.l10n.json: every `l10n.t` string of the host, the message templates of core, and the
 * comments of the samples.
 */
export async function buildL10nBundle(): Promise<string> {
  const files = await listSources(join(root, 'src'));
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  // All sources are one script, because the collector takes most of its time to start.
  const contents = sources
    .filter((source) => source.includes('l10n.t('))
    .map(nameL10n)
    .join('\n');
  const collected: Record<string, unknown> = await getL10nJson([{ extension: '.ts', contents }]);
  const comments = await listSampleComments();
  for (const template of [...collectTemplates(templates), ...comments]) collected[template] = template;
  const sorted = Object.entries(collected).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/**
 * The collector reads only the bare `l10n.t`, and only after an import of it from `vscode`. The host imports it from its
 * own module, or gets it as a property.
 */
function nameL10n(source: string): string {
  return source
    .replace(/^import [^;]*'[^']*\/l10n\.ts';$/m, (own) => `${own}\nimport { l10n } from 'vscode';`)
    .replaceAll(/\b\w+\.l10n\.t\(/g, 'l10n.t(');
}

async function listSampleComments(): Promise<readonly string[]> {
  const names = (await readdir(samplesDir)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(samplesDir, name), 'utf8')));
  return texts.flatMap((text) => text.match(commentsOfSample) ?? []);
}

async function listSources(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => join(folder, name));
}

/** Templates are the strings of exported plain objects, at any depth. */
function collectTemplates(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTemplates) : [];
}
