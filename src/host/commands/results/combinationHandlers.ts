import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { PlannedRequest } from '../../../core/jobFile/request.ts';
import type {
  CombinationRefusal,
  CombinationOutcome,
  JobFileDocument,
} from '../../../core/language/languageService.ts';
import { assertNever } from '../../../core/support/assertNever.ts';
import { canonicalJson } from '../../../core/support/json/canonicalJson.ts';
import type { JsonObject } from '../../../core/support/json/json.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../l10n.ts';
import type { Services } from '../../services.ts';
import { CallError, rejectAsCall } from '../commandError.ts';
import { planDocument } from '../planDocument.ts';
import { replaceText } from '../replaceText.ts';
import { requireJobFile } from '../requireJobFile.ts';
import { findResult, readArtifacts, type Result } from './findResult.ts';

/** Carries what a result was made with back into the matrix of its job. Nothing is saved or sent. */
export function createCombinationHandlers(services: Services) {
  const { engineHost } = services;
  return {
    [commands.promoteResult]: (target: unknown) =>
      rejectAsCall(
        (async () => {
          const [path, ...others] = readArtifacts(commands.promoteResult, target);
          if (!path || others.length > 0) throw new CallError(l10n.t('Select one result.'));
          const result = await findResult(path, await engineHost.engine());
          const { job, axes = {} } = result.record;
          const edited = await editJobFile(result, (document) => document.useCombination({ job, axes }), services);
          if (!(await isSameRequest(edited, { job, axes }, services))) throw notEditable(edited.name);
          await write(edited);
        })(),
      ),
  };
}

/** A job file with a text that is not applied yet. */
interface EditedFile {
  readonly name: string;
  readonly document: vscode.TextDocument;
  readonly before: string;
  readonly after: string;
}

async function editJobFile(
  { jobFile }: Result,
  edit: (document: JobFileDocument) => CombinationOutcome,
  { language, jobFiles }: Services,
): Promise<EditedFile> {
  const name = basename(jobFile.fsPath);
  await requireJobFile(jobFile, jobFiles);
  const document = await vscode.workspace.openTextDocument(jobFile);
  const opened = await language.open(document);
  const before = document.getText();
  const outcome: CombinationOutcome = opened?.text === before ? edit(opened) : { kind: 'not-editable' };
  if (outcome.kind !== 'edited') throw new CallError(describeRefusal(outcome, name));
  return { name, document, before, after: outcome.text };
}

function describeRefusal(refusal: CombinationRefusal, file: string): string {
  switch (refusal.kind) {
    case 'job-missing':
      return l10n.t('{file} no longer has the job that made this result.', { file });
    case 'axis-missing':
      return refusal.names.length === 0
        ? l10n.t('This result was made without a matrix.')
        : l10n.t('The matrix in {file} no longer has {axes}.', { file, axes: refusal.names.join(', ') });
    case 'value-missing':
      return l10n.t('The matrix in {file} no longer has the recorded value of {axes}.', {
        file,
        axes: refusal.names.join(', '),
      });
    case 'not-editable':
      return notEditable(file).message;
    default:
      return assertNever(refusal);
  }
}

function notEditable(file: string): CallError {
  return new CallError(l10n.t('{file} cannot be edited safely. Change its matrix by hand.', { file }));
}

/**
 * Whether the job makes the same requests as its combination did before the edit. Nothing can be compared if the file
 * has errors, or if a value is recorded only by its hash.
 */
async function isSameRequest(
  { document, before, after }: EditedFile,
  { job, axes }: { readonly job: string | null; readonly axes: JsonObject },
  services: Services,
): Promise<boolean> {
  const [now, then] = [await planDocument(document, before, services), await planDocument(document, after, services)];
  const bodiesOf = (requests: readonly PlannedRequest[]): string =>
    requests.map(({ recordBody }) => canonicalJson(recordBody)).join('\n');
  const combination = now.requests.filter(
    (each) => each.job === job && canonicalJson(each.axes) === canonicalJson(axes),
  );
  return (
    combination.length === 0 || bodiesOf(combination) === bodiesOf(then.requests.filter((each) => each.job === job))
  );
}

/** Applies an edit, unless the user has changed the file meanwhile, and shows the file beside the results. */
async function write({ name, document, before, after }: EditedFile): Promise<void> {
  if (document.getText() !== before) throw new CallError(l10n.t('{name} has just changed. Try again.', { name }));
  await replaceText(document, after);
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const isInPage = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  const viewColumn = visible?.viewColumn ?? (isInPage ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
  await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true });
}
