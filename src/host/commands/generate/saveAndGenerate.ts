import * as vscode from 'vscode';
import type { GenerateResult, SavedJobFile } from '../../../engine/index.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { readSetting } from '../../adapters/settings.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { CallError, UserError } from '../errors.ts';
import { readCurrentText } from '../readCurrentText.ts';
import { describeNotJobFile } from '../requireJobFile.ts';
import { nothing, type GenerateOptions } from './generateCall.ts';

/** What a press of Generate needs of the window. */
interface WindowPorts {
  readonly jobFiles: Pick<JobFiles, 'check' | 'whyNot'>;
  /** `onStart` is called when nothing is left to ask. */
  generate(
    jobFiles: readonly SavedJobFile[],
    context: { readonly options: GenerateOptions; readonly onStart: () => void },
  ): Promise<GenerateResult>;
}

/**
 * Returns a function that saves the targets and generates. A second press on the same targets while the first one still
 * saves, plans or asks is the same press, so that a double click neither asks nor pays twice.
 */
export function createSaveAndGenerate(
  ports: WindowPorts,
): (targets: readonly vscode.Uri[], options: GenerateOptions) => Promise<GenerateResult> {
  const preparing = new Map<string, Promise<GenerateResult>>();
  const saveAndGenerate = async (
    targets: readonly vscode.Uri[],
    context: { readonly options: GenerateOptions; readonly onStart: () => void },
  ): Promise<GenerateResult> => {
    const jobFiles: SavedJobFile[] = [];
    for (const target of targets) {
      const jobFile = await saveJobFile(target, ports.jobFiles);
      if (!jobFile) return nothing;
      jobFiles.push(jobFile);
    }
    return ports.generate(jobFiles, context);
  };
  return (targets, options) => {
    // A program passes `unchanged`, and means a new press with each of its calls.
    if (options.unchanged !== undefined) return saveAndGenerate(targets, { options, onStart: () => undefined });
    const key = JSON.stringify([targets.map(String), options]);
    const running = preparing.get(key);
    if (running) return running;
    const forget = (): void => void preparing.delete(key);
    const result = saveAndGenerate(targets, { options, onStart: forget }).finally(forget);
    preparing.set(key, result);
    return result;
  };
}

/**
 * Opens the job file, saves unsaved edits, and then reads the text on disk. Undefined if the user does not name an
 * untitled file. Throws a `CallError`, before anything is saved or asked, for a document that is not a job file.
 */
async function saveJobFile(
  target: vscode.Uri,
  jobFiles: Pick<JobFiles, 'check' | 'whyNot'>,
): Promise<SavedJobFile | undefined> {
  const document = await openDocument(target, jobFiles);
  const saved = document.isUntitled ? await saveUntitled(document, jobFiles) : await saveDirty(document);
  if (!saved) return undefined;
  return {
    path: saved.uri.fsPath,
    text: await readCurrentText(saved),
    boundary: readBoundary(saved.uri),
    isStrict: readSetting('strict', saved.uri),
    metadata: readSetting('outputMetadata', saved.uri),
    concurrency: readSetting('concurrency', saved.uri),
  };
}

/** An untitled document may have any name. It is checked again after it was saved under another name. */
async function openDocument(uri: vscode.Uri, jobFiles: Pick<JobFiles, 'check'>): Promise<vscode.TextDocument> {
  const reason = await jobFiles.check(uri);
  const isUnnamed = uri.scheme === 'untitled' && reason === 'name';
  if (reason !== null && !isUnnamed) throw new CallError(describeNotJobFile(uri, reason));
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new CallError(`genwright.generate: ${uri.fsPath} cannot be opened: ${String(error)}`);
  }
}

/**
 * Saves the document, because requests are built from the text on disk, which the runs file then describes correctly.
 */
async function saveDirty(document: vscode.TextDocument): Promise<vscode.TextDocument> {
  const isSaved = !document.isDirty || (await document.save());
  // Auto save may have been faster.
  if (isSaved || !document.isDirty) return document;
  throw new UserError(
    l10n.t('{name} could not be saved, so nothing was sent. Save it, then run Generate again.', {
      name: vscode.workspace.asRelativePath(document.uri),
    }),
  );
}

/** VS Code asks for a name if the document has none. Undefined if the user cancels. */
async function saveUntitled(
  document: vscode.TextDocument,
  jobFiles: Pick<JobFiles, 'whyNot'>,
): Promise<vscode.TextDocument | undefined> {
  const uri = await vscode.workspace.save(document.uri);
  if (!uri) return undefined;
  const saved = await vscode.workspace.openTextDocument(uri);
  const reason = jobFiles.whyNot(saved);
  if (reason === null) return saved;
  if (reason !== 'name') throw new UserError(describeNotJobFile(uri, reason));
  throw new UserError(
    l10n.t('The name of a job file ends in .gen.yaml, so {name} was saved but nothing was sent. Rename it.', {
      name: vscode.workspace.asRelativePath(uri),
    }),
  );
}
