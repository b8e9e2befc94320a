import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { findPrompt } from '../../../core/artifact/findPrompt.ts';
import type { Catalog, ModelFamily } from '../../../core/catalog/catalog.ts';
import type { IndexedSample } from '../../../core/catalog/published/modelIndex.ts';
import { buildExampleText, buildJobText, type JobText, toSnippet } from '../../../core/jobFile/write/jobText.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { modalities, modalityIcons, modalityTitle } from '../../models/modality.ts';
import { describePrice } from '../../models/modelRows.ts';
import { pick, type PickItem } from '../../ui/pick.ts';
import { isThere } from '../../results/resultFiles.ts';
import type { Services } from '../services.ts';
import { listSamples, translateComments } from './samples.ts';

/** The initial content of a new file, and the stem of its name. */
interface Beginning {
  readonly stem: string;
  readonly job: JobText;
}

/**
 * Accepts a folder from the Explorer, a row of the Models view, `{sample, generate?}` from the walkthrough and the
 * welcome of the Tasks view, `{into}` from the lens of an empty file, or nothing. `generate: true` also runs Generate.
 */
export function createNewJobFileHandler(services: Services) {
  const { models, walkthrough } = services;
  return {
    [commands.newJobFile]: async (argument: unknown) => {
      const catalog = await models.catalog();
      const given = readRow(argument, catalog) ?? (await readSample(argument, services));
      const beginning = given ?? (await pickBeginning(catalog, services));
      if (!beginning) return;
      const uri =
        (await fillEmpty(argument, beginning.job)) ?? (await openNewJobFile(beginning, await findFolder(argument)));
      if (!hasKey(argument, 'generate') || argument.generate !== true) return walkthrough.completeWrite();
      walkthrough.expectSample(uri.fsPath);
      await vscode.commands.executeCommand(commands.generate, uri);
    },
  };
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Readonly<Record<Key, unknown>> {
  return typeof value === 'object' && value !== null && key in value;
}

/** The Models view passes its row. */
function readRow(argument: unknown, catalog: Catalog): Beginning | undefined {
  if (!hasKey(argument, 'familyId')) return undefined;
  const family = catalog.families.find(({ id }) => id === argument.familyId);
  const modelId = hasKey(argument, 'modelId') && typeof argument.modelId === 'string' ? argument.modelId : undefined;
  return family && { stem: family.modality, job: buildJobText(family, catalog, modelId) };
}

/** Reads a job file that ships with the extension, by its name without `.gen.yaml`. */
async function readSample(argument: unknown, { extensionUri }: Services): Promise<Beginning | undefined> {
  if (!hasKey(argument, 'sample')) return undefined;
  const { sample } = argument;
  // The name is not a path, so that no file beyond the samples can be read.
  if (typeof sample !== 'string' || !/^[a-z-]+$/.test(sample)) return undefined;
  const uri = vscode.Uri.joinPath(extensionUri, 'samples', `${sample}.gen.yaml`);
  const text = translateComments(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  return { stem: sample, job: { text, selection: findPromptText(text) } };
}

/** Returns the first text of a sample that the user replaces. */
function findPromptText(text: string): JobText['selection'] {
  const found = /^( *(?:prompt|text): )(\|\n *)?/m.exec(text);
  if (!found) return { start: 0, end: 0 };
  const start = found.index + found[0].length;
  // A block ends before the next line that is not indented.
  const length = text.slice(start).search(found[2] === undefined ? /\n/ : /\n+(?! |\n)/);
  return { start, end: length < 0 ? text.trimEnd().length : start + length };
}

interface Choice extends PickItem {
  /** Name of a sample. */
  readonly sample?: string;
  readonly family?: ModelFamily;
}

/** Users know what they want to make, but not the names of models, so the list starts with the samples. */
async function pickBeginning(catalog: Catalog, services: Services): Promise<Beginning | undefined> {
  const examples = services.models.index()?.samples ?? [];
  const separator = (label: string): Choice => ({ label, isSeparator: true });
  const families = modalities.flatMap((modality) => {
    const own = catalog.families.filter((family) => family.modality === modality);
    return own.length > 0 ? [separator(modalityTitle(modality)), ...own.map((family) => itemOf(family, services))] : [];
  });
  const more: Choice = {
    icon: 'library',
    label: l10n.t('From the examples of the gateway...'),
    description: l10n.t('{count} payloads that the gateway uses to test its models', { count: examples.length }),
  };
  const own: readonly Choice[] = [separator(l10n.t('Samples')), ...listSamples(), ...families];
  const picked = await pick(examples.length > 0 ? [...own, separator(''), more] : own, {
    title: l10n.t('New Job File'),
    placeHolder: l10n.t('What do you want to make?'),
  });
  if (picked === more) return pickExample(catalog, examples);
  if (picked?.sample !== undefined) return readSample({ sample: picked.sample }, services);
  return picked?.family && { stem: picked.family.modality, job: buildJobText(picked.family, catalog) };
}

/** The price is what this user has usually paid with the selected profile, or has stated. */
function itemOf(family: ModelFamily, { account, profiles }: Services): Choice {
  const [model] = family.models;
  const cost = model === undefined ? null : account.current()?.estimateModel(model, profiles.selectedName());
  return {
    icon: modalityIcons[family.modality],
    label: family.title,
    description: [...(model === undefined ? [] : [model]), ...(cost ? [describePrice(cost)] : [])].join(' · '),
    detail: l10n.t(family.description),
    family,
  };
}

async function pickExample(catalog: Catalog, examples: readonly IndexedSample[]): Promise<Beginning | undefined> {
  const items = examples.map((sample) => ({
    label: sample.title ?? sample.model ?? sample.endpoint ?? l10n.t('Without a model'),
    description: [sample.title === null ? null : sample.model, sample.endpoint]
      .filter((part) => part !== null)
      .join(' · '),
    // As much of the payload as distinguishes it from the next one.
    detail: cutText(findPrompt(sample.body)?.text ?? Object.keys(sample.body).join(', '), 80),
    sample,
  }));
  const picked = await pick(items, {
    title: l10n.t('New Job File from an Example'),
    placeHolder: l10n.t('Which payload?'),
  });
  if (!picked) return undefined;
  const { sample } = picked;
  const family = sample.model === null ? undefined : catalog.findModel(sample.model)?.families[0];
  return { stem: family?.modality ?? 'job', job: buildExampleText(sample, catalog) };
}

/**
 * Opens a file that is untitled until it is saved, but has a name and a folder, so that saving asks nothing. Returns
 * its URI.
 */
export async function openNewJobFile({ stem, job }: Beginning, folder: string): Promise<vscode.Uri> {
  const uri = (await findFreeUri(folder, stem)).with({ scheme: 'untitled' });
  await insertJob(await vscode.workspace.openTextDocument(uri), job);
  return uri;
}

/** Writes into the file of the argument. Undefined if none is given, or if it has more than comments by now. */
async function fillEmpty(argument: unknown, job: JobText): Promise<vscode.Uri | undefined> {
  if (!hasKey(argument, 'into') || !(argument.into instanceof vscode.Uri)) return undefined;
  const document = await vscode.workspace.openTextDocument(argument.into);
  const lines = document.getText().split('\n');
  if (lines.some((line) => /^[^\S\n]*[^#\s]/.test(line))) return undefined;
  await insertJob(document, job, lines.at(-1)?.trim() === '' ? '' : '\n');
  return argument.into;
}

/** Inserts the job as completion does: at the end, with the prompt selected. */
async function insertJob(document: vscode.TextDocument, job: JobText, before = ''): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  const end = document.positionAt(document.getText().length);
  await editor.insertSnippet(new vscode.SnippetString(before + toSnippet(job)), end);
}

/** Returns the folder in use: the selected one, that of the open file, the workspace, or one in the home folder. */
async function findFolder(argument: unknown): Promise<string> {
  if (argument instanceof vscode.Uri && argument.scheme === 'file') {
    const { type } = await vscode.workspace.fs.stat(argument);
    return type & vscode.FileType.Directory ? argument.fsPath : dirname(argument.fsPath);
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === 'file' && vscode.workspace.getWorkspaceFolder(active)) return dirname(active.fsPath);
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? join(homedir(), 'Genwright');
}

/**
 * Finds a free name: `image.gen.yaml`, then `image-2.gen.yaml`, so that neither a file on disk nor a document that will
 * become one is ever replaced. VS Code keeps documents of deleted files for a while.
 */
async function findFreeUri(folder: string, stem: string): Promise<vscode.Uri> {
  const waiting = vscode.workspace.textDocuments.filter(({ isUntitled, isDirty }) => isUntitled || isDirty);
  const taken = new Set(waiting.map(({ uri }) => uri.fsPath));
  for (let count = 1; ; count += 1) {
    const uri = vscode.Uri.file(join(folder, `${count === 1 ? stem : `${stem}-${count}`}.gen.yaml`));
    if (!taken.has(uri.fsPath) && !(await isThere(uri))) return uri;
  }
}
