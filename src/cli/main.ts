import { readFileSync } from 'node:fs';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

// The manifest is above the sources and above the build.
const manifest = import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json';
const { version } = JSON.parse(readFileSync(new URL(manifest, import.meta.url), 'utf8')) as {
  readonly version: string;
};
void runProgram(process.argv.slice(2), processTerminal(), version).then((exitCode) => (process.exitCode = exitCode));
