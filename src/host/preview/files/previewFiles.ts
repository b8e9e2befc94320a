import { viewKindOf } from '../../../core/artifact/viewKind.ts';
import { assertNever } from '../../../core/support/assertNever.ts';
import type { Artifact } from '../../../core/task/model/task.ts';
import type { Engine } from '../../../engine/index.ts';
import { findArtifactFile, resolveArtifactPath } from '../../../node/files/artifactFile.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { readRegularFile } from '../../../node/files/regularFile.ts';
import type { PreviewAction } from '../../../protocol/preview.ts';
import type { PreviewDetails } from '../../../protocol/previewItem.ts';

/** What the buttons of the preview do in the workbench. All paths are absolute. */
export interface FileActions {
  reveal(path: string): Promise<void>;
  copyPath(path: string): Promise<void>;
  recall(path: string): Promise<void>;
  openInEditor(path: string): Promise<void>;
  /** Opens the file with this computer's program for such files. */
  openOutside(path: string): Promise<void>;
  openJobFile(): Promise<void>;
  /** Writes the combination of the artifact into the job. */
  useCombination(path: string): Promise<void>;
}

interface PreviewFilesOptions {
  /** Absolute path of the job file. */
  readonly jobFile: string;
  /** Absolute path of the folder that no artifact may leave. */
  readonly boundary: string;
  readonly isTrusted: () => boolean;
  /** Returns the URI from which an element of the page loads a real path. */
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

  /** Absolute path of an artifact. Null if the path leaves the boundary. Links are not followed. */
  pathOf(artifact: Artifact): string | null {
    return resolveArtifactPath(artifact.path, this.#options);
  }

  /** Absolute paths of those artifacts that do not leave the boundary. */
  pathsOf(artifacts: readonly Artifact[]): readonly string[] {
    return artifacts.flatMap((artifact) => this.pathOf(artifact) ?? []);
  }

  /** Returns the file of an artifact. Null if it is missing or outside the boundary. */
  async find({ path }: Artifact): ReturnType<typeof findArtifactFile> {
    return findArtifactFile(path, { ...this.#options, files: nodeFileSystem }).catch(() => null);
  }

  /**
   * Returns the URI that the page may load, or null if `find` finds nothing. It names the target of a link, because the
   * page would follow a link anywhere.
   */
  async readUri(artifact: Artifact): Promise<string | null> {
    const file = await this.find(artifact);
    // The hash gives a replaced file another URI, so that the cache does not return the old image.
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

  /** Runs an action on a file. A file that may not be opened in another program is only revealed. */
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
      case 'useCombination':
        return actions.useCombination(path);
      default:
        assertNever(action);
    }
  }

  /**
   * Returns the path to open. The workspace must be trusted, because the runs file that names the file comes with the
   * repository.
   */
  async #findOpenable(artifact: Artifact): Promise<string | null> {
    const { boundary, isTrusted, engine } = this.#options;
    const path = this.pathOf(artifact);
    return path === null || !isTrusted() ? null : (await engine()).findOpenable(path, boundary);
  }
}
