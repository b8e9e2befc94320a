import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Artifact } from '../../core/task/task.ts';
import type { PreviewAction } from '../../protocol/preview.ts';
import type { Engine } from '../../engine.ts';
import type { PreviewDetails } from '../../protocol/previewItem.ts';
import { readBoundary } from '../adapters/boundary.ts';
import { commands } from '../ids.ts';
import { resolveArtifactPath } from './artifactPath.ts';
import { readStart } from './readStart.ts';

/** A job file's artifacts on disk, and what the buttons of the preview do with them. */
export class PreviewFiles {
  readonly jobFile: vscode.Uri;
  /** Artifacts lie in here. */
  readonly boundary: vscode.Uri;

  constructor(jobFile: vscode.Uri) {
    this.jobFile = jobFile;
    this.boundary = vscode.Uri.file(readBoundary(jobFile));
  }

  /** Null for a path that leaves the boundary. */
  uriOf(artifact: Artifact): vscode.Uri | null {
    const path = resolveArtifactPath(artifact.path, dirname(this.jobFile.fsPath), this.boundary.fsPath);
    return path === null ? null : vscode.Uri.file(path);
  }

  /** Null when there is no such file, or it may not be looked at. */
  async stat(artifact: Artifact): Promise<{ bytes: number } | null> {
    const uri = this.uriOf(artifact);
    if (uri === null) return null;
    try {
      const { size, type } = await vscode.workspace.fs.stat(uri);
      return type & vscode.FileType.File ? { bytes: size } : null;
    } catch {
      return null;
    }
  }

  async readStart(artifact: Artifact, maxBytes: number): Promise<Uint8Array> {
    const uri = this.uriOf(artifact);
    return uri === null ? new Uint8Array() : await readStart(uri.fsPath, maxBytes);
  }

  async readCodecs(artifact: Artifact, engine: Pick<Engine, 'readCodecs'>): Promise<PreviewDetails['codecs']> {
    const uri = this.uriOf(artifact);
    const codecs = uri && (await engine.readCodecs(uri.fsPath));
    return codecs && { video: [...codecs.video], audio: [...codecs.audio] };
  }

  /** Files open in the first column: the preview stays in view beside them. */
  async act(action: PreviewAction, artifact: Artifact | null): Promise<void> {
    const uri = artifact === null ? this.jobFile : this.uriOf(artifact);
    if (uri === null) return;
    switch (action) {
      case 'reveal':
        await vscode.commands.executeCommand('revealInExplorer', uri);
        return;
      case 'copyPath':
        await vscode.env.clipboard.writeText(uri.fsPath);
        return;
      case 'recall':
        await vscode.commands.executeCommand(commands.recallJob, uri, this.jobFile);
        return;
      case 'openFile':
        await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: vscode.ViewColumn.One });
        return;
      case 'openOutside':
        await openOutside(uri);
        return;
      case 'openJobFile':
        await vscode.window.showTextDocument(this.jobFile, { viewColumn: vscode.ViewColumn.One });
        return;
      default:
        assertNever(action);
    }
  }
}

/** With the program that this computer has for such files. A file of another computer has to be fetched first. */
async function openOutside(uri: vscode.Uri): Promise<void> {
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.env.openExternal(uri);
    return;
  }
  await vscode.commands.executeCommand('revealInExplorer', uri);
  const text = vscode.l10n.t('Choose Download in the Explorer to open it with a program of this computer.');
  void vscode.window.showInformationMessage(text);
}
