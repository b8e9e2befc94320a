import * as vscode from 'vscode';
import type { JobFilePlan } from '../../../engine/index.ts';
import { readBoundary, findFileUri } from '../../adapters/boundary.ts';
import { readSetting } from '../../adapters/settings.ts';
import type { Services } from '../services.ts';

/**
 * Plans what a text of the document asks for. Its problems are shown if the editor shows that text. Nothing is written
 * or sent.
 */
export async function planDocument(
  document: vscode.TextDocument,
  text: string,
  { engineHost, profiles, diagnostics }: Services,
): Promise<JobFilePlan> {
  const { uri } = document;
  const jobFile = findFileUri(uri) ?? uri;
  const plan = await (
    await engineHost.engine()
  ).plan({
    text,
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    isStrict: readSetting('strict', uri),
    metadata: readSetting('outputMetadata', uri),
    isTrusted: vscode.workspace.isTrusted,
    profile: profiles.selectedName(),
  });
  if (document.getText() === text) await diagnostics.showPlanned(document, plan.problems);
  return plan;
}
