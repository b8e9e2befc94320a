import { runCommand } from '../hosts/commandResult.ts';
import { rootDir } from '../hosts/paths.ts';
import { UserError } from '../hosts/userError.ts';

/** Builds `dist/` and `out/genwright.vsix`. Throws with the output of what failed. */
export async function buildPackage(): Promise<void> {
  await runOrThrow('npm', ['run', '--silent', 'package']);
}

/** Builds `dist/` for the checkout as an extension under development, with source maps. */
export async function buildForDevelopment(): Promise<void> {
  await runOrThrow(process.execPath, ['esbuild.mjs']);
}

async function runOrThrow(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(command, args, { cwd: rootDir });
  if (code !== 0) throw new UserError(`${[command, ...args].join(' ')} failed:\n${output}`);
}
