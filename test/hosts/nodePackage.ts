import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from './userError.ts';
import { runNpm } from './npm.ts';

/** The npm package with a Node binary and its headers for this machine. */
export function nodePackage(): string {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `${prefix}-${platform}-${process.arch}`;
}

/** Installs packages into a folder of their own; no install script runs. */
export async function installPackages(dir: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(dir, 'package.json'), '{ "private": true }\n');
  const { code, output } = await runNpm(['install', '--ignore-scripts', ...packages], { cwd: dir });
  if (code !== 0) throw new UserError(`npm could not install ${packages.join(' ')}:\n${output}`);
}
