import { dirname } from 'node:path';
import { viewKindOf } from '../../core/artifact/viewKind.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Artifact } from '../../core/task/task.ts';
import type { Engine } from '../../engine.ts';
import type { PreviewAction } from '../../protocol/preview.ts';
import type { PreviewDetails } from '../../protocol/previewItem.ts';
import { findConfinedFile } from '../../storage/confine.ts';
import { nodeFileSystem } from '../../storage/files/fileSystem.ts';
import { readRegularFile } from '../../storage/files/regularFile.ts';
import { resolveArtifactPath } from './artifactPath.ts';

/** What the buttons of the preview do in the workbench. Paths are absolute. */
export interface FileActions {
  reveal(path: string): Promise<void>;
  copyPath(path: string): Promise<void>;
  recall(path: string): Promise<void>;
  openInEditor(path: string): Promise<void>;
  /** With the program that this computer has for such files. */
  openOutside(path: string): Promise<void>;
  openJobFile(): Promise<void>;
}

export interface PreviewFilesOptions {
  /** Absolute path. */
  readonly jobFile: string;
  /** Absolute path of the folder that no artifact may leave. */
  readonly boundary: string;
  readonly isTrusted: () => boolean;
  /** What an element of the page loads, for a real path. */
  readonly toUri: (path: string, query: string) => string;
  readonly engine: () => Promise<Pick<Engine, 'readCodecs' | 'findOpenable'>>;
  readonly actions: FileActions;
}

/** A job file's artifacts on disk, and what the buttons of the preview may do with them. */
export class PreviewFiles {
  readonly #options: PreviewFilesOptions;

  constructor(options: PreviewFilesOptions) {
    this.#options = options;
  }

  /** Absolute; null for a path that leaves the boundary. Links are not followed. */
  pathOf(artifact: Artifact): string | null {
    const { jobFile, boundary } = this.#options;
    return resolveArtifactPath(artifact.path, dirname(jobFile), boundary);
  }

  /**
   * The file of an artifact; null when it is missing. The runs file and the links come with the repository, so it is null
   * for a file outside the boundary too.
   */
  async find(artifact: Artifact): ReturnType<typeof findConfinedFile> {
    const path = this.pathOf(artifact);
    return path === null ? null : findConfinedFile(path, this.#options.boundary, nodeFileSystem);
  }

  /** What the page may load; null where `find` finds nothing. Names the linked file, as the page follows links anywhere. */
  async readUri(artifact: Artifact): Promise<string | null> {
    const file = await this.find(artifact);
    // The hash gives a replaced file another URI, so that no old image comes from the cache.
    return file && this.#options.toUri(file.path, `v=${artifact.sha256.slice(0, 12)}`);
  }

  async readStart(artifact: Artifact, maxBytes: number): Promise<Uint8Array> {
    const file = await this.find(artifact);
    return file ? readRegularFile(file.path, maxBytes, nodeFileSystem) : new Uint8Array();
  }

  async readCodecs(artifact: Artifact): Promise<PreviewDetails['codecs']> {
    const file = await this.find(artifact);
    const codecs = file && (await (await this.#options.engine()).readCodecs(file.path));
    return codecs && { video: [...codecs.video], audio: [...codecs.audio] };
  }

  async canOpenOutside(artifact: Artifact): Promise<boolean> {
    return (await this.#findOpenable(artifact)) !== null;
  }

  /** A file that may not be opened is only revealed. */
  async act(action: PreviewAction, artifact: Artifact | null): Promise<void> {
    const { jobFile, actions } = this.#options;
    const path = artifact === null ? jobFile : this.pathOf(artifact);
    if (path === null) return;
    switch (action) {
      case 'reveal':
        return actions.reveal(path);
      case 'copyPath':
        return actions.copyPath(path);
      case 'recall':
        return actions.recall(path);
      case 'openFile':
        return viewKindOf(path) === 'file' ? actions.reveal(path) : actions.openInEditor(path);
      case 'openOutside': {
        const openable = artifact && (await this.#findOpenable(artifact));
        return openable === null ? actions.reveal(path) : actions.openOutside(openable);
      }
      case 'openJobFile':
        return actions.openJobFile();
      default:
        assertNever(action);
    }
  }

  /** The path to open. The runs file names the file and comes with the repository, so the workspace must be trusted. */
  async #findOpenable(artifact: Artifact): Promise<string | null> {
    const { boundary, isTrusted, engine } = this.#options;
    const path = this.pathOf(artifact);
    return path === null || !isTrusted() ? null : (await engine()).findOpenable(path, boundary);
  }
}
