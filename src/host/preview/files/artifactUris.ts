import type { Artifact } from '../../../core/task/model/task.ts';

/** URIs that webview elements load, by artifact. Each decision is kept, because a list may name ten thousand files. */
export class ArtifactUris {
  readonly #read: (artifact: Artifact) => Promise<string | null>;
  readonly #known = new Map<string, string | null>();

  constructor(read: (artifact: Artifact) => Promise<string | null>) {
    this.#read = read;
  }

  /** Decides about the artifacts whose URI is not known yet. */
  async learn(artifacts: readonly Artifact[]): Promise<void> {
    const unknown = new Map(artifacts.map((artifact) => [keyOf(artifact), artifact]));
    for (const key of this.#known.keys()) unknown.delete(key);
    await Promise.all([...unknown].map(async ([key, artifact]) => this.#known.set(key, await this.#read(artifact))));
  }

  /** Returns null for a file that may not be shown, is missing, or is not known yet. */
  of(artifact: Artifact): string | null {
    return this.#known.get(keyOf(artifact)) ?? null;
  }

  forget(artifact: Artifact): void {
    this.#known.delete(keyOf(artifact));
  }

  forgetAll(): void {
    this.#known.clear();
  }
}

/** The key contains the hash, so that a replaced file is checked again. */
function keyOf({ path, sha256 }: Artifact): string {
  return `${sha256} ${path}`;
}
