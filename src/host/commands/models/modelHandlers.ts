import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RefreshOutcome } from '../../../engine/index.ts';
import { commands, views } from '../../ids.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { showBriefly, withViewProgress } from '../../ui/message.ts';
import { CallError, UserError } from '../errors.ts';
import { parseDocsUrl } from '../profiles/connect.ts';
import type { Services } from '../services.ts';

/** Commands for the models that are known here. */
export function createModelHandlers(services: Services) {
  return {
    /** Queries the selected gateway for its models again. */
    [commands.refreshModels]: () => refreshModels(services),
    /**
     * Writes the format of job files, with the models known here, for other editors and CI. A program may name the
     * file. The user is then not asked, so only a schema is ever overwritten.
     */
    [commands.exportSchema]: (target: unknown) => exportSchema(target, services),
  };
}

async function refreshModels(services: Services): Promise<void> {
  const profile = services.profiles.selectedName();
  const first = await refreshWithProgress(services);
  const outcome =
    first.kind === 'no-docs-url' && (await askDocsUrl(services, profile)) ? await refreshWithProgress(services) : first;
  if (outcome.kind === 'no-docs-url') return;
  if (outcome.kind === 'failed') throw buildError(profile, outcome);
  const { models } = outcome.copy.index;
  showBriefly(l10n.t('{profile}: {count} models in its index', { profile, count: models.length }));
}

function refreshWithProgress({ models }: Services): Promise<RefreshOutcome> {
  return withViewProgress(views.models, () => models.refresh({ maxAgeMs: 0 }));
}

/** The models that were known before are kept. */
function buildError(profile: string, { message, copy }: Extract<RefreshOutcome, { kind: 'failed' }>): UserError {
  const date = copy && new Date(copy.fetchedAt).toLocaleDateString(vscode.env.language);
  const facts = { profile, message, date: date ?? '' };
  const text = date
    ? l10n.t('The model index of {profile} could not be read ({message}). The copy of {date} stays in use.', facts)
    : l10n.t('The model index of {profile} could not be read ({message}). The built-in models stay in use.', facts);
  return new UserError(text, [{ title: l10n.t('Show Log'), command: commands.showLog }]);
}

/** Returns whether the profile has a docs URL now. */
async function askDocsUrl({ profiles }: Services, name: string): Promise<boolean> {
  const profile = profiles.find(name);
  if (profile?.kind !== 'gateway') return false;
  const typed = await inputText({
    title: l10n.t('Docs URL of {name}', { name }),
    prompt: l10n.t('Where the gateway publishes model-index.json. No key is sent there.'),
    placeHolder: 'https://docs.example.com',
    validate: (text) =>
      parseDocsUrl(text) === null ? l10n.t('This is not an https:// URL without a query.') : undefined,
  });
  const docsUrl = typed === undefined ? null : parseDocsUrl(typed);
  if (docsUrl === null) return false;
  await profiles.save({ ...profile, docsUrl });
  return true;
}

async function exportSchema(target: unknown, { models }: Services): Promise<void> {
  const isNamed = target instanceof vscode.Uri;
  const uri = isNamed ? target : await askFile();
  if (!uri) return;
  if (!(await isFreeOrSchema(uri))) {
    const text = l10n.t('{name} is not a JSON Schema, so it was not overwritten. Use another file name.', {
      name: vscode.workspace.asRelativePath(uri),
    });
    throw isNamed ? new CallError(text) : new UserError(text);
  }
  const text = `${JSON.stringify(await models.schema(), null, 2)}\n`;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text, 'utf8'));
  if (!isNamed) await vscode.window.showTextDocument(uri);
}

/** Exported schemas have about 200 KB. A larger file is not read. */
const maxSchemaBytes = 16 * 1024 * 1024;

async function isFreeOrSchema(uri: vscode.Uri): Promise<boolean> {
  const { fs } = vscode.workspace;
  try {
    const { type, size } = await fs.stat(uri);
    const isReadable = (type & vscode.FileType.File) !== 0 && size <= maxSchemaBytes;
    return isReadable && isSchemaText(new TextDecoder().decode(await fs.readFile(uri)));
  } catch (error) {
    // A file that cannot be read for another reason is not overwritten either.
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  }
}

const dialect = /^https?:\/\/json-schema\.org\//;

/**
 * Whether the root of a JSON file has a dialect of JSON Schema as its `$schema`. In a settings file of another tool,
 * which must not be overwritten, `$schema` names the schema that describes the file.
 */
function isSchemaText(text: string): boolean {
  try {
    const named = (JSON.parse(text) as { readonly $schema?: unknown } | null)?.$schema;
    return typeof named === 'string' && dialect.test(named);
  } catch {
    return false;
  }
}

function askFile(): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
  return vscode.window.showSaveDialog({
    title: l10n.t('Export JSON Schema'),
    defaultUri: vscode.Uri.file(join(folder, 'genwright.schema.json')),
    filters: { [l10n.t('JSON Schema')]: ['json'] },
  });
}
