import * as vscode from 'vscode';
import { isJobText } from '../../../core/jobFile/recognize/findNotJobFile.ts';
import type {
  Confirmation,
  Gateway,
  GeneratePorts,
  GenerateResult,
  Log,
  Press,
  JobFilePlan,
  SavedJobFile,
  UnchangedCandidate,
  UnchangedChoice,
  UnchangedQuestion,
} from '../../../engine/index.ts';
import { readSetting } from '../../adapters/settings.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask, showMessage } from '../../ui/message.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../services.ts';
import { rejectAsCall } from '../errors.ts';
import { toUri } from '../fileArgument.ts';
import { pickJobFile } from '../pickJobFile.ts';
import type { KeyPrompt } from '../profiles/keyPrompt.ts';
import { requireActiveEditor } from '../requireJobFile.ts';
import { type BrokenJobFile, describeBroken } from './describeBroken.ts';
import type { Words } from './describeFiles.ts';
import { buildConfirmDialog, buildUnchangedDialog, type Dialog } from './dialog.ts';
import {
  isOptions,
  isQuiet,
  nothing,
  parseGenerateCall,
  type GenerateCall,
  type GenerateOptions,
} from './generateCall.ts';
import { createSaveAndGenerate } from './saveAndGenerate.ts';
import { watchRun } from './watchRun.ts';

/** Generate for whole files and for the job at the cursor. */
export function createGenerateHandlers(services: Services, keyPrompt: KeyPrompt) {
  const generate = createHandler({ ...services, keyPrompt });
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

/** The services, and the prompt for keys. */
type Context = Services & { readonly keyPrompt: KeyPrompt };

/** Runs Generate on the targets of the call, or on the job file of the active editor, or one that the user selects. */
function createHandler(context: Context): (call: GenerateCall) => Promise<GenerateResult> {
  const saveAndGenerate = createSaveAndGenerate({
    jobFiles: context.jobFiles,
    async generate(jobFiles, { options, onStart }) {
      const engine = await context.engineHost.engine();
      return engine.generate(buildPress(jobFiles, options), createPorts(context, { jobFiles, options, onStart }));
    },
  });
  return async ({ targets, options }) => {
    const named = targets.length > 0 ? targets.map(toUri) : await pickTargets(context.jobFiles);
    return named.length === 0 ? nothing : saveAndGenerate(named, options);
  };
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

function buildPress(jobFiles: readonly SavedJobFile[], options: GenerateOptions): Press {
  const rule = { requests: readSetting('confirmRequests'), usd: readSetting('confirmUsd') };
  return {
    jobFiles,
    job: options.job,
    unchanged: options.unchanged ?? readSetting('unchanged'),
    confirm: options.confirm === false ? null : rule,
    asksForKey: !isQuiet(options),
  };
}

interface PressContext {
  readonly jobFiles: readonly SavedJobFile[];
  readonly options: GenerateOptions;
  /** Called when no question is left to ask. */
  readonly onStart: () => void;
}

function createPorts(context: Context, { jobFiles, options, onStart }: PressContext): GeneratePorts {
  return {
    readGateway: (profile) => readGateway(context, profile),
    markProblems: (plan) => runInBackground(markProblems(plan, jobFiles, context), context.log),
    showProblems: (broken) => runInBackground(showProblems(broken, context.log), context.log),
    askUnchanged,
    askKey: (profile) => context.keyPrompt.ask(profile),
    confirm: askToConfirm,
    consents: context.consents,
    showEarlier: (candidate) => showEarlier(context, candidate),
    watch(run) {
      onStart();
      const { engineHost, preview, log } = context;
      watchRun(run, { engineHost, preview, isQuiet: isQuiet(options), log });
    },
  };
}

/** Shows the problems of a plan. A document whose text differs from the planned text has its own problems. */
async function markProblems(
  { jobFile, problems }: Pick<JobFilePlan, 'jobFile' | 'problems'>,
  jobFiles: readonly SavedJobFile[],
  { diagnostics }: Pick<Services, 'diagnostics'>,
): Promise<void> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === jobFile);
  const text = jobFiles.find(({ path }) => path === jobFile)?.text;
  if (document && document.getText() === text) await diagnostics.showPlanned(document, problems);
}

/** A profile that does not exist counts as one with a key, because its tasks say what is wrong. */
async function readGateway(
  { profiles, keyStore }: Pick<Context, 'profiles' | 'keyStore'>,
  wanted: string | null,
): Promise<Gateway> {
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

/** Saved records contain the gateway's id, tasks contain the journal's. The preview accepts either. */
function showEarlier({ preview }: Pick<Context, 'preview'>, { jobFile, earlier }: UnchangedCandidate): void {
  const id = earlier.kind === 'task' ? earlier.task.id : earlier.record.task_id;
  preview.show(vscode.Uri.file(jobFile.path), id ?? undefined);
}

/** Asks what to do about requests whose result or open task exists. Nothing has been sent yet. */
async function askUnchanged(question: UnchangedQuestion): Promise<UnchangedChoice> {
  return (await askDialog(buildUnchangedDialog(question, words()))) ?? 'cancel';
}

/** Asks for all that a press has to confirm. */
async function askToConfirm(confirmation: Confirmation): Promise<boolean> {
  return (await askDialog(buildConfirmDialog(confirmation, words()))) ?? false;
}

const words = (): Words => ({ l10n, locale: vscode.env.language });

/** Undefined when the user cancels. */
async function askDialog<Answer>({ kind, text, details, buttons }: Dialog<Answer>): Promise<Answer | undefined> {
  const selected = await ask({ kind, text, details, buttons: buttons.map(({ title }) => title) });
  return buttons.find(({ title }) => title === selected)?.answer;
}

/** Shows broken job files and where they are broken, and says so once. The log names each file. */
async function showProblems(jobFiles: readonly BrokenJobFile[], log: Pick<Log, 'error' | 'warn'>): Promise<void> {
  for (const { path, errors } of jobFiles) log.warn(`Nothing was sent: ${path} has errors: ${errors}`);
  for (const { path } of jobFiles) await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  const text = describeBroken(jobFiles, l10n);
  if (text !== null) showMessage('error', { text }, log);
}
