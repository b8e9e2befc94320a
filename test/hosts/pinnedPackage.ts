import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './commandResult.ts';
import { runNpm } from './npm.ts';
import { UserError } from './userError.ts';

/** An npm package on which the project does not depend, and of which only one tarball is accepted. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** The hash that `npm view <name>@<version> dist.integrity` prints. */
  readonly integrity: `sha512-${string}`;
}

/** Downloads a package and unpacks it into `dir`. Its dependencies are not installed, and no script runs. */
export async function unpackPackage({ name, version, integrity }: PinnedPackage, dir: string): Promise<void> {
  const spec = `${name}@${version}`;
  const download = await mkdtemp(join(dir, 'download-'));
  const { code, output } = await runNpm(['pack', spec, '--ignore-scripts'], { cwd: download });
  if (code !== 0) throw new UserError(`npm could not download ${spec}:\n${output}`);
  const [tarball = ''] = await readdir(download);
  await unpackTarball(join(download, tarball), integrity, dir);
  await rm(download, { recursive: true });
}

/** Unpacks a tarball of npm, without the folder at its root. */
export async function unpackTarball(
  tarball: string,
  integrity: PinnedPackage['integrity'],
  dir: string,
): Promise<void> {
  const hash = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (`sha512-${hash}` !== integrity) throw new UserError(`${tarball} is not the package that was pinned.`);
  const { code, output } = await runCommand('tar', ['-xzf', tarball, '-C', dir, '--strip-components=1']);
  if (code !== 0) throw new UserError(`tar could not unpack ${tarball}:\n${output}`);
}
