import { copyFile, link, open, rename, unlink } from 'node:fs/promises';

/** The calls that bring an artifact to its name. A test stands in for a disk that is full, or that knows no links. */
export interface ArtifactFileSystem {
  readonly open: typeof open;
  readonly link: typeof link;
  readonly rename: typeof rename;
  readonly unlink: typeof unlink;
  readonly copyFile: typeof copyFile;
}

export const nodeFileSystem: ArtifactFileSystem = { open, link, rename, unlink, copyFile };
