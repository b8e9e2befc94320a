import * as vscode from 'vscode';
import type { RunPlan } from '../../engine.ts';
import { readBoundary, readPlace } from '../adapters/boundary.ts';
import { readSetting } from '../adapters/settings.ts';
import type { Services } from '../services.ts';

/** What the text in the editor asks for, saved or not, with its problems shown. Nothing is written or sent. */
export async function planDocument(
  document: vscode.TextDocument,
  { engineHost, profiles, diagnostics }: Pick<Services, 'engineHost' | 'profiles' | 'diagnostics'>,
): Promise<RunPlan> {
  const { uri } = document;
  const jobFile = readPlace(uri) ?? uri;
  const plan = await (
    await engineHost.engine()
  ).plan({
    text: document.getText(),
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    isStrict: readSetting('strict', uri),
    metadata: readSetting('outputMetadata', uri),
    isTrusted: vscode.workspace.isTrusted,
    profile: profiles.selectedName(),
  });
  await diagnostics.showPlanned(document, plan.problems);
  return plan;
}
