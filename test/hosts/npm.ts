import { type CommandOptions, type CommandResult, runCommand } from './commandResult.ts';

/** Removes what `npm run` puts into the environment: it is about the checkout, and npm must not use it elsewhere. */
function withoutRunVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^npm_(package|lifecycle|config_(local_prefix|global_prefix|prefix|global|nodedir|allow_scripts)$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/** Runs the user's npm in a folder outside the project's own packages. */
export function runNpm(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const env = { ...withoutRunVariables(process.env), ...options.env };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return runCommand('npm', [...args, ...quiet], { ...options, env });
}
