import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses the arguments of a script. With `--help` it prints the usage and ends the process. An unknown option ends it,
 * too, with the exit code 2.
 */
export function parseOptions<T extends Options>(usage: string, options: T) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) end(usage, 0);
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return end(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2);
  }
}

function end(text: string, code: number): never {
  console[code === 0 ? 'log' : 'error'](text);
  process.exit(code);
}
