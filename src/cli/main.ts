import { readFileSync } from 'node:fs';
import { exitCodes } from './exitCode.ts';
import { runProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

// The manifest is above the sources and above the build.
const manifest = import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json';
const { version } = JSON.parse(readFileSync(new URL(manifest, import.meta.url), 'utf8')) as {
  readonly version: string;
};
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Error: Genwright needs Node 22.19 or later, and this is Node ${process.versions.node}.\n`);
  process.exit(exitCodes.usage);
}
void runProgram(process.argv.slice(2), processTerminal(), version).then((exitCode) => (process.exitCode = exitCode));
