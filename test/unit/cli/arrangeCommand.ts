import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { runProgram } from '../../../src/cli/program.ts';
import type { Interrupt, Terminal } from '../../../src/cli/terminal.ts';
import { startSandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { useHome } from '../../fakes/disk/useHome.ts';

/** The gateway responds with the result at once, so that no test waits for a poll. */
export const model = 'grok-imagine-image';
export const image = `model: ${model}\nprompt: A lighthouse\n`;
export const failing = `model: ${model}\nprompt: '[fail] A lighthouse'\n`;
export const three = `${image}matrix:\n  style: [red, green, blue]\n`;

interface Run {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What is on stdin. */
  readonly input?: string;
  /** A person sits at the terminal, and answers each question so. Null ends the input, as Ctrl+D does. */
  readonly answer?: string | null;
  /** Without a person: stderr is a terminal nevertheless. */
  readonly isTty?: boolean;
  /** Receives what ends the command as Ctrl+C does. */
  readonly meanwhile?: (interrupt: (signal: Interrupt) => void) => void;
  /** These signals come when the output has this text, or when the command begins to listen for them. */
  readonly signals?: readonly [when: RegExp | 'listening', ...Interrupt[]];
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A home, a folder with job files, and a sandbox that is the gateway of the environment, as one that charges. */
export async function arrangeCommand(
  context: TestContext,
  files: Readonly<Record<string, string>> = { 'hero.gen.yaml': image },
  options: Partial<SandboxOptions> = {},
) {
  const root = await makeTempFolder(context);
  const [home, work, state] = ['home', 'work', 'state'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [home, work]) await mkdir(folder);
  useHome(context, home);
  for (const [name, text] of Object.entries(files)) await writeFile(join(work, name), text);
  const posts: string[] = [];
  const sandbox = await startSandbox({
    dataDir: join(root, 'sandbox'),
    speed: 1000,
    draft: true,
    ...options,
    onCall: (call) => {
      if (call.method === 'POST') posts.push(call.path);
      options.onCall?.(call);
    },
  });
  context.after(() => sandbox.close());
  const charged = { GENWRIGHT_BASE_URL: sandbox.url, GENWRIGHT_API_KEY: sandbox.key };
  const run = async (line: string | readonly string[], { env, ...rest }: Run = {}): Promise<Ended> => {
    const args = typeof line === 'string' ? line.split(' ') : line;
    const ended = await runCommand(['--state', state, ...args], { ...rest, env: { ...charged, ...env } }, work);
    assert.ok(!`${ended.out}${ended.err}`.includes(sandbox.key), 'the key is in the output');
    return ended;
  };
  return {
    root,
    home,
    work,
    state,
    sandbox,
    posts,
    run,
    /** Runs with all flags that a run without a terminal needs. */
    generate: (line = '', more: Run = {}): Promise<Ended> => run(`run --budget 5 --yes ${line}`.trim(), more),
    list: async () => (await readdir(work)).toSorted(),
    read: (name: string) => readFile(join(work, name), 'utf8'),
    configure: async (text: string) => {
      await mkdir(join(home, '.config/genwright'), { recursive: true });
      await writeFile(join(home, '.config/genwright/config.yaml'), text);
    },
  };
}

async function runCommand(args: readonly string[], { env = {}, input = '', ...run }: Run, cwd: string): Promise<Ended> {
  const said = { out: '', err: '' };
  const [when, ...signals] = run.signals ?? [];
  const listeners = new Set<(signal: Interrupt) => void>();
  const interrupt = (signal: Interrupt): void => listeners.forEach((listener) => listener(signal));
  const isPerson = run.answer !== undefined;
  const isTty = run.isTty ?? isPerson;
  const stdin = isPerson ? new PassThrough() : Readable.from([Buffer.from(input)]);
  const stream = (name: 'out' | 'err') => {
    const writable = new Writable({
      write(chunk: Buffer, _, done) {
        said[name] += chunk.toString();
        if (said.err.endsWith('[y/N] ')) stdin.push(run.answer === null ? null : `${run.answer ?? ''}\n`);
        if (when instanceof RegExp && when.test(said.out + said.err)) signals.splice(0).forEach(interrupt);
        done();
      },
    });
    return Object.assign(writable, isTty ? { isTTY: true, columns: 80, rows: 24 } : {});
  };
  const terminal: Terminal = {
    cwd,
    env,
    stdin: Object.assign(stdin, isPerson ? { isTTY: true } : {}),
    stdout: stream('out'),
    stderr: stream('err'),
    onInterrupt: (listener) => {
      listeners.add(listener);
      if (when === 'listening') setImmediate(() => signals.splice(0).forEach(interrupt));
      return () => void listeners.delete(listener);
    },
  };
  const ended = runProgram(args, terminal, '1.2.3');
  run.meanwhile?.(interrupt);
  return { code: await ended, ...said };
}
