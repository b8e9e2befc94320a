// `npm run watch`: builds dist/ and checks the types, again and again. The default build task of VS Code runs it and reads
// its lines.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copySamples } from '../test/hosts/copySamples.ts';
import { playgroundDir, rootDir } from '../test/hosts/paths.ts';
import { parseOptions } from './options.ts';
import { typeChecks } from './typeProjects.ts';

parseOptions(
  `npm run watch: builds dist/ for development and checks all types, and again after each change. Ctrl+C ends.

Reload the window of VS Code in which the extension runs to use the new build. A new icon needs a new start.`,
  {},
);

/** Starts a script of the project under this Node, and passes on each line of its output. */
function start(args: readonly string[], onLine: (line: string) => void): void {
  const child = spawn(process.execPath, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface(child.stdout).on('line', onLine);
  child.once('exit', (code) => process.exit(code ?? 1));
  process.once('exit', () => child.kill());
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));

await copySamples(playgroundDir);

let hasTypes = false;
start(['esbuild.mjs', '--watch'], (line) => {
  console.log(line);
  // The first build has the processor to itself, because it is the one that the user waits for.
  if (hasTypes || !line.startsWith('Build ended')) return;
  hasTypes = true;
  watchTypes();
});

const settleMs = 300;

/** Each project has a compiler. Their errors are printed together, when all of them have ended. */
function watchTypes(): void {
  const errors = typeChecks.map((): string[] => []);
  const busy = new Set<number>();
  let isReported = true;
  // The compilers notice a change one after the other.
  const reportSoon = (): void => {
    setTimeout(() => {
      if (busy.size > 0 || isReported) return;
      isReported = true;
      reportTypes(new Set(errors.flat()));
    }, settleMs);
  };
  for (const [index, args] of typeChecks.entries()) {
    const watching = ['--watch', '--preserveWatchOutput', '--pretty', 'false'];
    start([join(rootDir, 'node_modules/typescript/bin/tsc'), ...args, ...watching], (line) => {
      if (/Starting (?:incremental )?compilation/.test(line)) {
        if (isReported) console.log('Types started');
        isReported = false;
        busy.add(index);
        errors[index] = [];
      } else if (/Found \d+ errors?\./.test(line)) {
        busy.delete(index);
        reportSoon();
      } else if (line.trim() !== '') errors[index]?.push(line);
    });
  }
}

function reportTypes(lines: ReadonlySet<string>): void {
  for (const line of lines) console.log(line);
  console.log(`Types ended: ${lines.size === 0 ? 'no errors' : 'errors'}`);
}
