import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isJobText } from '../../../core/jobFile/recognize/findNotJobFile.ts';
import { joinSentences } from '../../../core/support/text/joinSentences.ts';
import type { Gateway, GeneratePorts, GenerateResult, JobFilePlan, SavedJobFile } from '../../../engine/index.ts';
import { readSetting } from '../../adapters/settings.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n, translate } from '../../ui/l10n.ts';
import { ask, listProblems, showMessage } from '../../ui/message.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../services.ts';
import { rejectAsCall } from '../errors.ts';
import { pickJobFile, requireActiveEditor, toUri } from '../jobFile/requireJobFile.ts';
import { askKey } from '../profiles/askKey.ts';
import { buildConfirmDialog, buildUnchangedDialog, type Dialog } from './dialog.ts';
import {
  isOptions,
  isQuiet,
  nothing,
  parseGenerateCall,
  type GenerateCall,
  type GenerateOptions,
} from './generateCall.ts';
import { saveJobFile } from './saveJobFile.ts';
import { watchRun } from './watchRun.ts';

/** Generate for whole files and for the job at the cursor. */
export function createGenerateHandlers(services: Services) {
  /** Presses that still save, plan or ask, by their targets and options. */
  const preparing = new Map<string, Promise<GenerateResult>>();
  /** Generates for the targets, or for the job file of the active editor, or for one that the user selects. */
  const generate = async ({ targets, options }: GenerateCall): Promise<GenerateResult> => {
    const uris = targets.length > 0 ? targets.map(toUri) : await pickTargets(services.jobFiles);
    // A program passes `unchanged`, and means a new press with each of its calls.
    if (options.unchanged !== undefined) return press(uris, { options, onStart: () => undefined }, services);
    // A second press on the same targets meanwhile is the same press, so that a double click neither asks nor pays twice.
    const key = JSON.stringify([uris.map(String), options]);
    const forget = (): void => void preparing.delete(key);
    const result = preparing.get(key) ?? press(uris, { options, onStart: forget }, services).finally(forget);
    preparing.set(key, result);
    return result;
  };
  return {
    [commands.generate]: (...args: readonly unknown[]) => {
      const call = parseGenerateCall(args);
      return isOptions(args[1]) ? rejectAsCall(generate(call)) : generate(call);
    },
    [commands.generateAtCursor]: async () => {
      const editor = requireActiveEditor(services.jobFiles);
      const job = await services.language.jobAt(editor.document, editor.selection.active);
      return generate({ targets: [editor.document.uri], options: job === null ? {} : { job } });
    },
  };
}

interface PressOptions {
  readonly options: GenerateOptions;
  /** Called when no question is left to ask. */
  readonly onStart: () => void;
}

/** Saves the targets and generates. */
async function press(
  uris: readonly vscode.Uri[],
  { options, onStart }: PressOptions,
  services: Services,
): Promise<GenerateResult> {
  const jobFiles: SavedJobFile[] = [];
  for (const uri of uris) {
    const jobFile = await saveJobFile(uri, services.jobFiles);
    if (!jobFile) return nothing;
    jobFiles.push(jobFile);
  }
  if (jobFiles.length === 0) return nothing;
  const engine = await services.engineHost.engine();
  const rule = { requests: readSetting('confirmRequests'), usd: readSetting('confirmUsd') };
  const order = {
    jobFiles,
    job: options.job ?? undefined,
    unchanged: options.unchanged ?? readSetting('unchanged'),
    confirm: options.confirm === false ? null : rule,
    asksForKey: !isQuiet(options),
  };
  return engine.generate(order, createPorts(services, { jobFiles, options, onStart }));
}

/**
 * Returns an empty list if the user selects none. An untitled document that says what to generate gets its name when it
 * is saved.
 */
async function pickTargets(jobFiles: JobFiles): Promise<readonly vscode.Uri[]> {
  const active = vscode.window.activeTextEditor?.document;
  if (active?.isUntitled && jobFiles.whyNot(active) === 'name' && isJobText(active.getText())) return [active.uri];
  const picked = await pickJobFile(jobFiles, l10n.t('Generate'));
  return picked ? [picked] : [];
}

function createPorts(
  services: Services,
  { jobFiles, options, onStart }: PressOptions & { readonly jobFiles: readonly SavedJobFile[] },
): GeneratePorts {
  const { preview, log } = services;
  return {
    readGateway: (profile) => readGateway(services, profile),
    markProblems: (plan) => runInBackground(markProblems(plan, jobFiles, services), log),
    showProblems: (broken) => runInBackground(showProblems(broken, services), log),
    askUnchanged: async (question) => (await askDialog(buildUnchangedDialog(question))) ?? 'cancel',
    askKey: (profile) => askKey(profile, services),
    confirm: async (confirmation) => (await askDialog(buildConfirmDialog(confirmation))) ?? false,
    consents: services.consents,
    // Saved records contain the gateway's id, tasks contain the journal's. The preview accepts either.
    showEarlier({ jobFile, earlier }) {
      if (earlier.kind === 'elsewhere') return;
      const id = earlier.kind === 'task' ? earlier.task.id : earlier.record.task_id;
      preview.show(vscode.Uri.file(jobFile.path), id ?? undefined);
    },
    watch(run) {
      onStart();
      watchRun(run, isQuiet(options), services);
    },
  };
}

/** Shows the problems of a plan. A document whose text differs from the planned text has its own problems. */
async function markProblems(
  { jobFile, problems }: Pick<JobFilePlan, 'jobFile' | 'problems'>,
  jobFiles: readonly SavedJobFile[],
  { diagnostics }: Services,
): Promise<void> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === jobFile);
  const text = jobFiles.find(({ path }) => path === jobFile)?.text;
  if (document && document.getText() === text) await diagnostics.showPlanned(document, problems);
}

/** A profile that does not exist counts as one with a key, because its tasks say what is wrong. */
async function readGateway({ profiles, keyStore }: Services, wanted: string | null): Promise<Gateway> {
  const name = wanted ?? profiles.selectedName();
  const profile = profiles.find(name);
  const origin = profile?.kind === 'gateway' ? profile.origin : null;
  return {
    profile: name,
    origin,
    isSandbox: profile?.kind === 'sandbox',
    isSelected: name === profiles.userSelectedName(),
    isKeyMissing: origin !== null && (await keyStore.read(origin)) === undefined,
  };
}

/** Undefined when the user cancels. */
async function askDialog<Answer>({ kind, text, details, buttons }: Dialog<Answer>): Promise<Answer | undefined> {
  const selected = await ask({ kind, text, details, buttons: buttons.map(({ title }) => title) });
  return buttons.find(({ title }) => title === selected)?.answer;
}

/** A job file (absolute path) of which nothing is sent, with its errors. */
type BrokenJobFile = Parameters<NonNullable<GeneratePorts['showProblems']>>[0][number];

/** Shows broken job files, each with the cursor at its first error, and says so once. The log names each file. */
async function showProblems(jobFiles: readonly BrokenJobFile[], { language, log }: Services): Promise<void> {
  const { translateProblem } = await language.load();
  let text = '';
  for (const { path, errors } of jobFiles.toReversed()) {
    log.warn(`Nothing was sent: ${path} has errors: ${errors.length}`);
    const [first] = errors.toSorted((a, b) => a.start - b.start);
    if (!first) continue;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const at = document.positionAt(first.start);
    await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(at, at) });
    const { message } = translateProblem(first, translate);
    const summary = describeBroken({ path, errors: errors.length }, jobFiles.length - 1);
    text = jobFiles.length === 1 ? joinSentences([summary, message]) : summary;
  }
  showMessage('error', { text, actions: [listProblems()] }, log);
}

/** All files of a press have one message. */
function describeBroken({ path, errors }: { readonly path: string; readonly errors: number }, others: number): string {
  const name = basename(path);
  if (others > 0) {
    const facts = { count: others + 1, name };
    return l10n.t('Nothing was sent: {count} job files have errors. The first one is {name}.', facts);
  }
  return errors === 1
    ? l10n.t('Nothing was sent: {name} has an error.', { name })
    : l10n.t('Nothing was sent: {name} has {errors} errors.', { name, errors });
}
