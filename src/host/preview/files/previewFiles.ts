import type { Engine } from '../../../engine/index.ts';
import { findArtifactFile, resolveArtifactPath } from '../../../node/files/artifactFile.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { readRegularFile } from '../../../node/files/regularFile.ts';
import type { PreviewDetails } from '../../../protocol/previewItem.ts';
import type { FoundArtifact } from '../taskFacts.ts';

interface PreviewFilesOptions {
  /** Returns the absolute path of the folder that no artifact of a job file (absolute path) may leave. */
  readonly boundaryOf: (jobFile: string) => string;
  readonly isTrusted: () => boolean;
  /** Returns the URI from which an element of the page loads a real path. */
  readonly toUri: (path: string, query: string) => string;
  readonly engine: () => Promise<Pick<Engine, 'readCodecs' | 'findOpenable'>>;
}

/** The artifacts of job files on disk. No function rejects for a missing file. */
export type PreviewFiles = ReturnType<typeof createPreviewFiles>;

export function createPreviewFiles({ boundaryOf, isTrusted, toUri, engine }: PreviewFilesOptions) {
  const placeOf = ({ jobFile }: FoundArtifact) => ({ jobFile, boundary: boundaryOf(jobFile) });
  /** Absolute path of an artifact. Null if the path leaves the boundary. Links are not followed. */
  const pathOf = (artifact: FoundArtifact): string | null => resolveArtifactPath(artifact.path, placeOf(artifact));
  /** Returns the file of an artifact. Null if it is missing or outside the boundary. */
  const statArtifact = async (artifact: FoundArtifact): ReturnType<typeof findArtifactFile> =>
    findArtifactFile(artifact.path, { ...placeOf(artifact), files: nodeFileSystem }).catch(() => null);
  /**
   * Returns the path to open in another program. Null if the file may not be. The workspace must be trusted, because the
   * runs file that names the file comes with the repository.
   */
  const findOpenable = async (artifact: FoundArtifact): Promise<string | null> => {
    const path = pathOf(artifact);
    return path === null || !isTrusted() ? null : (await engine()).findOpenable(path, boundaryOf(artifact.jobFile));
  };
  return {
    pathOf,
    /** Absolute paths of those artifacts that do not leave the boundary. */
    pathsOf: (artifacts: readonly FoundArtifact[]): readonly string[] =>
      artifacts.flatMap((artifact) => pathOf(artifact) ?? []),
    statArtifact,
    /**
     * Returns the URI that an element of the page loads. Null if the file is missing or may not be shown. It names the
     * target of a link, because the page would follow a link anywhere.
     */
    async readUri(artifact: FoundArtifact): Promise<string | null> {
      const file = await statArtifact(artifact);
      // The hash gives a replaced file another URI, so that the cache does not return the old image.
      return file && toUri(file.path, `v=${artifact.sha256.slice(0, 12)}`);
    },
    /** Reads the first `maxBytes`, or the whole file if it is shorter. */
    async readArtifact(artifact: FoundArtifact, maxBytes: number): Promise<Uint8Array> {
      const file = await statArtifact(artifact);
      return file ? readRegularFile(file.path, maxBytes, nodeFileSystem) : new Uint8Array();
    },
    /** Null if the file does not name its codecs. */
    async readCodecs(artifact: FoundArtifact): Promise<PreviewDetails['codecs']> {
      const file = await statArtifact(artifact);
      const codecs = file && (await (await engine()).readCodecs(file.path));
      return codecs && { video: [...codecs.video], audio: [...codecs.audio] };
    },
    findOpenable,
    canOpenOutside: async (artifact: FoundArtifact): Promise<boolean> => (await findOpenable(artifact)) !== null,
  };
}
