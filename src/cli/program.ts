import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { createContext, type Context, type GlobalOptions, type Outcome } from './context.ts';
import { CommandError, exitCodes, usageError } from './exitCode.ts';
import type { Shard } from '../core/task/shards/selectRequests.ts';
import type { Terminal } from './terminal.ts';

/** Runs the command that the arguments name, and returns its exit code. Never rejects. */
export async function runProgram(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const ended: { exitCode: number } = { exitCode: exitCodes.done };
  const program = createProgram(terminal, version, (exitCode) => (ended.exitCode = exitCode));
  try {
    // An option with a value that may be left out would take the name of a file.
    const given = args.map((each) => (each === '--json=events' ? '--events' : each));
    await program.parseAsync(given, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are no errors, and commander has written about its own.
    if (error.exitCode === 0) return exitCodes.done;
    const options = { json: args.includes('--json'), events: args.includes('--json=events') };
    const message = error.code === 'commander.help' ? 'A command is missing.' : describeUsage(error.message);
    createContext(options, terminal, version).output.finish({ exitCode: exitCodes.usage, error: message });
    return exitCodes.usage;
  }
  return ended.exitCode;
}

/** Writes a message of commander as the others are written. */
function describeUsage(text: string): string {
  return text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase()).replaceAll("'", '"');
}

function tell(error: unknown, { output }: Context): number {
  const isExpected = error instanceof CommandError;
  const reason = error instanceof Error ? error.message : String(error);
  const hint = output.options.isVerbose ? '' : ' Run the same command with --verbose for details.';
  const message = isExpected ? reason : `Internal error in Genwright: ${reason}.${hint}`;
  output.warn(`${output.paintNote('red', 'Error:')} ${message}`);
  if (!isExpected && error instanceof Error) output.detail(error.stack ?? '');
  const exitCode = isExpected ? error.exitCode : exitCodes.internal;
  output.finish({ exitCode, error: message });
  return exitCode;
}

/** `options` holds what the table of the command and the one of all commands say. `tree` is the whole program. */
export type Action = (
  names: readonly string[],
  options: never,
  context: Context & { readonly tree: Command },
) => Promise<Outcome>;

/** Flags, what they do, and how the value is read: its choices, or a function. */
type OptionRow = readonly [
  flags: string,
  about: string,
  read?: readonly string[] | ((text: string, before: never) => unknown),
  otherwise?: string,
];

interface CommandRow {
  /** The arguments with what they are. */
  readonly args?: readonly (readonly [name: string, about: string, choices?: readonly string[]])[];
  readonly about: string;
  readonly options?: readonly OptionRow[];
  readonly example: string;
  readonly isHidden?: boolean;
  /** A command is loaded when it runs. */
  readonly load: () => Promise<Action>;
}

const files = [['[files...]', 'job files, folders or globs (default: the folder)']] as const;
const ofJob: OptionRow = ['--job <name>', 'only this job, with the jobs that it needs'];
const strict: OptionRow = ['--strict', 'unknown models and fields are errors'];
const ofGateway: readonly OptionRow[] = [
  ['--sandbox', 'use the free offline gateway'],
  ['--base-url <url>', 'the gateway'],
  ['--key-env <name>', 'variable with its key'],
  ['--key-command <command>', 'command that prints its key'],
  ['--profile <name>', 'a gateway of your configuration file'],
];

const ofAll: readonly OptionRow[] = [
  ['-q, --quiet', 'only results and errors'],
  ['-v, --verbose', 'also details for a report of a problem'],
  ['-C, --directory <dir>', 'work in this folder'],
  ['--state <dir>', 'folder that remembers tasks, instead of the one in your home'],
  ['--trust-state', 'the state folder is from a cache or a runner of your own'],
  ['--color <when>', 'colors', ['auto', 'always', 'never'], 'auto'],
  ['--json', 'one JSON document on stdout; --json=events for one line for each event, and the document last'],
];

const commands: Readonly<Record<string, CommandRow>> = {
  run: {
    about: 'make what is missing',
    args: files,
    options: [
      ofJob,
      ['--unchanged <what>', 'what to do about a result that exists', ['skip', 'generate'], 'skip'],
      ['--concurrency <n>', 'requests at once, if the job file does not say so', toWhole(1, 64)],
      ['--budget <usd>', 'the most that this run may cost', toUsd],
      strict,
      ['-y, --yes', 'agree to what would be asked'],
      ['--shard <i/n>', 'only this part of all requests', toShard],
      ['--plan <file>', 'the shards of "genwright plan --out"'],
      ['--again', 'this shard ran before, and its state may be lost'],
      ['--report <kind=file>', 'also write a report: html, junit or markdown', toReport],
      ['--allow-failed', 'a request that fails does not count'],
      ['--no-wait', 'leave when everything is sent; "genwright wait" follows it'],
      ...ofGateway,
    ],
    example: 'genwright run posters --budget 5',
    load: async () => (await import('./commands/run.ts')).run,
  },
  check: {
    about: 'show the problems of job files, without key and network',
    args: files,
    options: [
      ['--format <format>', 'how problems are written', ['text', 'json', 'sarif', 'github', 'gitlab'], 'text'],
      ['--max-warnings <n>', 'more warnings count as an error', toWhole(0, 1_000_000)],
      ['--fix', 'apply the safe fixes'],
      strict,
      ['--stdin-path <path>', 'check the text on stdin as this file'],
    ],
    example: 'genwright check --fix',
    load: async () => (await import('./commands/check.ts')).check,
  },
  plan: {
    about: 'say what a run would send, what exists, and what it may cost',
    args: files,
    options: [
      ofJob,
      strict,
      ['--shards <n>', 'cut the requests into at most so many shards at once', toWhole(1, 200)],
      ['--out <file>', 'write the shards, for "genwright run --plan"'],
      ['--budget <usd>', 'the most that all shards may cost', toUsd],
      ['--matrix <format>', 'print what starts the shards', ['github', 'gitlab']],
      ...ofGateway,
    ],
    example: 'genwright plan posters --shards 4 --out plan.json --budget 5',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  merge: {
    about: 'join the records, marks, artifacts and states of other checkouts',
    args: [['<dirs...>', 'the checkouts of shards']],
    options: [
      ['--into <dir>', 'the checkout that gets all of it', String, '.'],
      ['--dry-run', 'only say what would change'],
    ],
    example: 'genwright merge shards/* --into . --state genwright-state --trust-state',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  report: {
    about: 'write reports about what was made, from records alone',
    args: files,
    options: [
      ['--html <file>', 'a page with all pictures in it'],
      ['--junit <file>', 'a suite for each job file, a case for each request'],
      ['--markdown <file>', 'a table, for the summary of a build'],
    ],
    example: 'genwright report --html report.html --junit report.xml',
    load: async () => (await import('./commands/report.ts')).report,
  },
  status: {
    about: 'list the tasks that are being made or need a decision',
    options: [['--all', 'also the finished ones']],
    example: 'genwright status',
    load: async () => (await import('./commands/tasks.ts')).status,
  },
  wait: {
    about: 'follow tasks until they end',
    args: [['[ids...]', 'the first digits of their ids (default: all)']],
    options: ofGateway,
    example: 'genwright wait',
    load: async () => (await import('./commands/tasks.ts')).wait,
  },
  resolve: {
    about: 'decide about a task, or show what is known of it',
    args: [['<id>', 'the first digits of its id']],
    options: [
      ['--resubmit', 'send it again, which may charge it twice'],
      ['--dismiss', 'give it up'],
      ['--save', 'fetch and save its result'],
      ['--save-to <dir>', 'save its result in another folder'],
      ...ofGateway,
    ],
    example: 'genwright resolve 1a2b3c4d --dismiss',
    load: async () => (await import('./commands/tasks.ts')).resolveTask,
  },
  sandbox: {
    about: 'run the free offline gateway, and print its URL and key',
    options: [['--port <n>', 'a fixed port (default: a free one)', toWhole(1, 65_535)]],
    example: 'genwright sandbox --port 8787',
    load: async () => (await import('./commands/tools.ts')).sandbox,
  },
  models: {
    about: 'list the models that are known',
    args: [['[word]', 'only those with this word']],
    example: 'genwright models video',
    load: async () => (await import('./commands/tools.ts')).models,
  },
  balance: {
    about: 'say what is left at the gateway',
    options: ofGateway,
    example: 'genwright balance',
    load: async () => (await import('./commands/tools.ts')).balance,
  },
  schema: {
    about: 'print the format of job files as JSON Schema',
    example: 'genwright schema > job.schema.json',
    load: async () => (await import('./commands/tools.ts')).schema,
  },
  new: {
    about: 'write a job file to start from',
    args: [['<name>', 'its name, with or without .gen.yaml']],
    options: [['--model <id>', 'the model that it is for (default: one for images)']],
    example: 'genwright new hero --model seedream-5-0-260128',
    load: async () => (await import('./commands/tools.ts')).createJobFile,
  },
  show: {
    about: 'print the requests of job files as they would be sent',
    args: files,
    options: [ofJob, ...ofGateway],
    example: 'genwright show hero.gen.yaml',
    load: async () => (await import('./commands/plan.ts')).show,
  },
  doctor: {
    about: 'say what this machine has, and what is missing',
    options: ofGateway,
    example: 'genwright doctor',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  completion: {
    about: 'print the script that completes commands and options in a shell',
    args: [['<shell>', 'the shell', ['bash', 'zsh', 'fish', 'powershell']]],
    example: 'source <(genwright completion bash)',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  complete: {
    about: 'print what fits at the cursor, for the scripts of "genwright completion"',
    args: [['[words...]', 'the word at the cursor, and those before it']],
    example: 'genwright complete -- =ru',
    isHidden: true,
    load: async () => (await import('./commands/completion.ts')).complete,
  },
};

/** The tree of all commands. Help, completion scripts and the reference pages are written from it. */
export function createProgram(terminal: Terminal, version: string, onEnd: (exitCode: number) => void): Command {
  const program = new Command('genwright')
    .description('Makes images, music, speech, video and text from job files.')
    .version(version, '--version', 'show the version')
    .addOption(new Option('--events').hideHelp())
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(`Error: ${describeUsage(text)}`),
    })
    .configureHelp({ minWidthToWrap: 20 });
  for (const option of ofAll) program.addOption(buildOption(option));
  for (const [name, row] of Object.entries(commands)) {
    const { about, args = [], options = [], example, isHidden: hidden = false, load } = row;
    const command = program.command(name, { hidden }).description(about);
    for (const [argument, meaning, choices] of args) {
      const built = command.createArgument(argument, meaning);
      command.addArgument(choices ? built.choices(choices) : built);
    }
    for (const option of options) command.addOption(buildOption(option));
    command.addHelpText('after', `\nExample:\n  $ ${example}\n`).action(async (...given: readonly unknown[]) => {
      const written = command.optsWithGlobals<GlobalOptions & { readonly format?: string }>();
      const globals = { ...written, ...(written.format === 'json' ? { json: true } : {}) };
      const context = createContext(globals, terminal, version);
      const names = given.slice(0, -2).flat();
      const texts = names.filter((each) => typeof each === 'string');
      try {
        if (!existsSync(context.cwd)) throw usageError(`There is no folder "${globals.directory}".`);
        const action = await load();
        const { exitCode, document } = await action(texts, written as never, { ...context, tree: program });
        context.output.finish({ exitCode, ...document });
        onEnd(exitCode);
      } catch (error) {
        onEnd(tell(error, context));
      }
    });
  }
  return program;
}

function buildOption([flags, about, read, otherwise]: OptionRow): Option {
  const option = new Option(flags, about);
  if (typeof read === 'function') option.argParser<unknown>(read as (text: string) => unknown);
  else if (read) option.choices(read);
  return otherwise === undefined ? option : option.default(otherwise);
}

function toWhole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It has to be a whole number from ${min} to ${max}.`);
  };
}

function toShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It has to be a part such as 1/4.');
}

/** Returns the names of files by what is written into them. */
function toReport(text: string, before: object = {}): object {
  const [, kind, file] = /^(html|junit|markdown)=(.+)$/.exec(text) ?? [];
  if (kind !== undefined && file !== undefined) return { ...before, [kind]: file };
  throw new InvalidArgumentError('It has to be a kind and a file, such as html=report.html.');
}

function toUsd(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('It has to be an amount in US dollars, such as 5 or 0.50.');
}
