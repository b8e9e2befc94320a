import { basename } from 'node:path';
import * as vscode from 'vscode';
import { jobFileStem } from '../../../core/artifact/jobFileName.ts';
import { toText } from '../../../core/jobFile/expression/toText.ts';
import { commands, textSchemes } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { listProblems, showBriefly } from '../../ui/message.ts';
import { pick } from '../../ui/pick.ts';
import { UserError } from '../errors.ts';
import { resolveJobFile } from '../jobFile/requireJobFile.ts';
import { planDocument } from '../jobFile/planDocument.ts';
import { readCurrentText } from '../jobFile/readCurrentText.ts';
import type { Services } from '../services.ts';
import { buildCurl, buildRequestsText, type RequestRange } from '../../../core/jobFile/requests/requestText.ts';

/** Shows what Generate would send. Nothing is sent. */
export function createRequestHandlers(services: Services) {
  // Ranges of the requests by the URI of their document.
  const shown = new Map<string, readonly RequestRange[]>();
  return {
    [commands.showRequest]: async (target: unknown) => {
      const document = await openJobFile(target, services.jobFiles);
      if (!document) return;
      const job = await readJobAtCursor(document, services);
      const { text, ranges } = await resolve(document, services);
      const name = `${jobFileStem(basename(document.uri.path))}.request.json`;
      const uri = vscode.Uri.from({ scheme: textSchemes.request, path: `/${name}`, query: document.uri.toString() });
      shown.set(uri.toString(), ranges);
      services.texts.set(uri, text);
      await showRequests(uri, { text, start: ranges.find(({ request }) => request.job === job)?.start ?? 0 });
    },
    [commands.copyRequestAsCurl]: async (target: unknown) => {
      const editor = findRequestEditor(target);
      const ranges = editor && shown.get(editor.document.uri.toString());
      const range = ranges ? findRequestAt(ranges, editor) : await pickRequest(target, services);
      if (!range) return;
      await vscode.env.clipboard.writeText(buildCurl(range));
      showBriefly(l10n.t('Copied. Set BASE and GATEWAY_KEY before you run it.'));
    },
  };
}

/** The button in an editor title passes its document. A key binding means the active editor. */
function findRequestEditor(target: unknown): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  if (!(target instanceof vscode.Uri)) return activeTextEditor;
  return visibleTextEditors.find(({ document }) => document.uri.toString() === target.toString());
}

async function openJobFile(target: unknown, jobFiles: JobFiles): Promise<vscode.TextDocument | undefined> {
  // After a reload, only the URI of such a document is left, which contains the URI of the job file.
  const isShown = target instanceof vscode.Uri && target.scheme === textSchemes.request;
  const named = isShown ? vscode.Uri.parse(target.query, true) : target;
  const uri = await resolveJobFile(named, l10n.t('Show Resolved Request'), jobFiles);
  return uri && vscode.workspace.openTextDocument(uri);
}

async function readJobAtCursor(document: vscode.TextDocument, { language }: Services): Promise<string | null> {
  const editor = vscode.window.activeTextEditor;
  return editor?.document === document ? language.jobAt(document, editor.selection.active) : null;
}

async function resolve(
  document: vscode.TextDocument,
  services: Services,
): Promise<ReturnType<typeof buildRequestsText>> {
  const { profiles } = services;
  const { requests, controls, problems } = await planDocument(document, await readCurrentText(document), services);
  const name = vscode.workspace.asRelativePath(document.uri);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (requests.length === 0) {
    const text =
      errors === 1
        ? l10n.t('{name} has an error, so there is no request to show. Fix it first.', { name })
        : l10n.t('{name} has {errors} errors, so there is no request to show. Fix them first.', { name, errors });
    throw new UserError(text, [listProblems()]);
  }
  const profile = profiles.find(controls.profile ?? profiles.selectedName());
  // The port of the sandbox changes with each start.
  return buildRequestsText(requests, profile?.kind === 'gateway' ? profile : { baseUrl: '<sandbox>' });
}

/**
 * Shows the document beside the job file and focuses it, so that its title offers to copy. Another request replaces the
 * one that is shown.
 */
async function showRequests(
  uri: vscode.Uri,
  { text, start }: { readonly text: string; readonly start: number },
): Promise<void> {
  const line = text.slice(0, start).split('\n').length - 1;
  const selection = new vscode.Range(line, 0, line, 0);
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === textSchemes.request);
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(uri, { viewColumn, preview: true, selection });
}

/** A position after the last request counts as the last request. */
function findRequestAt(
  ranges: readonly RequestRange[],
  { document, selection }: vscode.TextEditor,
): RequestRange | undefined {
  const offset = document.offsetAt(selection.active);
  return ranges.find(({ end }) => offset <= end) ?? ranges.at(-1);
}

/** Undefined if the user cancels. */
async function pickRequest(target: unknown, services: Services): Promise<RequestRange | undefined> {
  const document = await openJobFile(target, services.jobFiles);
  if (!document) return undefined;
  const job = await readJobAtCursor(document, services);
  const { ranges } = await resolve(document, services);
  if (ranges.length === 1) return ranges[0];
  const items = ranges
    .toSorted((a, b) => Number(b.request.job === job) - Number(a.request.job === job))
    .map(({ request, ...range }) => ({
      label: request.job ?? request.model ?? request.endpoint,
      description: l10n.t('Request {index}', { index: request.index }),
      detail: Object.entries(request.axes)
        .map(([axis, value]) => `${axis}: ${toText(value)}`)
        .join(', '),
      range: { request, ...range },
    }));
  const options = { title: l10n.t('Copy Request as curl'), placeHolder: l10n.t('Which request?') };
  return (await pick(items, options))?.range;
}
