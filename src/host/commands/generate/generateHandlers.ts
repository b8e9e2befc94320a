import * as vscode from 'vscode';
import type { Earlier, RunPlan } from '../../../engine.ts';
import { readSetting } from '../../adapters/settings.ts';
import { commands } from '../../ids.ts';
import { isJobFile } from '../../jobFilePattern.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../../services.ts';
import { rejectAsCall, UserFault } from '../fault.ts';
import type { KeyPrompt } from '../keyPrompt.ts';
import { generate } from './generate.ts';
import { isOptions, isQuiet, parseGenerateCall, type GenerateCall } from './generateCall.ts';
import type { Candidate, GeneratePorts, GatewayState } from './generatePorts.ts';
import { nothing, type GenerateResult } from '../../../engine/generateResult.ts';
import { askUnchanged, confirmRun, showProblems } from './generateUi.ts';
import { pickJobFile, saveJobFile, toUri } from './openJobFile.ts';
import { watchRuns } from './watchRuns.ts';

/** Generate for whole files and for the job at the cursor. */
export function createGenerateHandlers(services: Services, keyPrompt: KeyPrompt) {
  const press = createPress({ ...services, keyPrompt });
  return {
    [commands.generate]: (...args: readonly unknown[]) => {
      const call = parseGenerateCall(args);
      requireTrust();
      return isOptions(args[1]) ? rejectAsCall(press(call)) : press(call);
    },
    [commands.generateAtCursor]: async () => {
      requireTrust();
      const editor = vscode.window.activeTextEditor;
      if (!editor || !isJobFile(editor.document.uri)) throw noJobFileHere();
      const job = await services.language.jobAt(editor.document, editor.selection.active);
      return press({ targets: [editor.document.uri], options: job === null ? {} : { job } });
    },
  };
}

/** The services, and the one who asks for keys. */
type Context = Services & { readonly keyPrompt: KeyPrompt };

/**
 * A second press on the same target while the first still saves, plans or asks is the same press: a double click must
 * not ask or pay twice.
 */
function createPress(services: Context): (call: GenerateCall) => Promise<GenerateResult> {
  const preparing = new Map<string, Promise<GenerateResult>>();
  return async (call) => {
    const targets = call.targets.length > 0 ? call.targets.map(toUri) : await pickTargets();
    if (targets.length === 0) return nothing;
    const named = { ...call, targets };
    if (call.options.unchanged !== undefined)
      return generate(
        named,
        createPorts(services, named, () => undefined),
      );
    const key = JSON.stringify([targets.map(String), call.options]);
    const running = preparing.get(key);
    if (running) return running;
    const forget = (): void => void preparing.delete(key);
    const result = generate(named, createPorts(services, named, forget)).finally(forget);
    preparing.set(key, result);
    return result;
  };
}

/** None when the person backs out. */
async function pickTargets(): Promise<readonly vscode.Uri[]> {
  const picked = await pickJobFile();
  return picked ? [picked] : [];
}

/** `onStart` is called when nothing is left to ask. */
function createPorts(services: Context, { options }: GenerateCall, onStart: () => void): GeneratePorts {
  return {
    engine: () => services.engineHost.engine(),
    saveJobFile,
    readGateway: (profile) => readGateway(services, profile),
    unchangedSetting: readSetting('unchanged'),
    confirmRequests: readSetting('confirmRequests'),
    confirmUsd: readSetting('confirmUsd'),
    markProblems: (plan) => runInBackground(markProblems(plan, services), services.log),
    showProblems: (jobFiles) => runInBackground(showProblems(jobFiles), services.log),
    askUnchanged,
    askKey: (profile) => services.keyPrompt.ask(profile),
    confirm: confirmRun,
    showEarlier: (candidate) => showEarlier(services, candidate),
    watch(runs) {
      onStart();
      const { engineHost, preview, log } = services;
      watchRuns(runs, { engineHost, preview, isQuiet: isQuiet(options), log });
    },
  };
}

/** The document was opened to be planned; one that was edited since has problems of its own. */
async function markProblems(
  { jobFile, problems }: Pick<RunPlan, 'jobFile' | 'problems'>,
  { diagnostics }: Services,
): Promise<void> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === jobFile);
  if (document && !document.isDirty) await diagnostics.showPlanned(document, problems);
}

/** An unknown profile counts as one with a key: the engine says what is wrong with it. */
async function readGateway({ profiles, keyStore }: Context, wanted: string | null): Promise<GatewayState> {
  const name = wanted ?? profiles.selectedName();
  const profile = profiles.find(name);
  const isGateway = profile?.kind === 'gateway';
  const isKeyMissing = isGateway && (await keyStore.read(profile.origin)) === undefined;
  return { profile: name, isSandbox: profile?.kind === 'sandbox', isKeyMissing };
}

/** Saved records know the gateway's id, tasks the journal's; the preview takes either. */
function showEarlier(services: Context, { jobFile, earlier }: Candidate & { readonly earlier: Earlier }): void {
  const id = earlier.kind === 'running' ? earlier.task.id : earlier.record.task_id;
  services.preview.show(vscode.Uri.file(jobFile.path), id ?? undefined);
}

/** Job files name paths and spend money: both need a folder that the person trusts. */
function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserFault(
    vscode.l10n.t('Generate is off in Restricted Mode, since a job file can spend money. Trust this folder to go on.'),
    [{ title: vscode.l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }],
  );
}

/** The palette hides the command elsewhere, a key binding does not. */
function noJobFileHere(): UserFault {
  return new UserFault(vscode.l10n.t('Open a job file (*.gen.yaml) and place the cursor in a job.'));
}
