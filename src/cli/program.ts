import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { check, checkFormats, type CheckOptions } from './commands/check.ts';
import { plan, show, type PlanOptions } from './commands/plan.ts';
import { run, type RunOptions } from './commands/run.ts';
import { resolveTask, status, wait, type ResolveOptions } from './commands/tasks.ts';
import { balance, createJobFile, models, sandbox, schema } from './commands/tools.ts';
import { createContext, type Context, type GlobalOptions, type Outcome } from './context.ts';
import { CommandError, exitCodes } from './exitCode.ts';
import type { GatewayOptions } from './gateway.ts';
import type { Terminal } from './terminal.ts';

/** Runs the command that the arguments name, and returns its exit code. Never rejects. */
export async function runProgram(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const ended: { exitCode: number } = { exitCode: exitCodes.done };
  const program = createProgram(terminal, version, (exitCode) => (ended.exitCode = exitCode));
  try {
    // An option with a value that may be left out would take the name of a file.
    const given = args.map((each) => (each === '--json=events' ? '--events' : each));
    await program.parseAsync(given, { from: 'user' });
    return ended.exitCode;
  } catch (error) {
    // Help and version are no errors, and commander has written about its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return tell(error, createContext(program.opts(), terminal, version));
  }
}

function tell(error: unknown, { output }: Context): number {
  const exitCode = error instanceof CommandError ? error.exitCode : exitCodes.internal;
  const message = error instanceof Error ? error.message : String(error);
  output.warn(`${output.paintNote('red', 'Error:')} ${message}`);
  if (exitCode === exitCodes.internal && error instanceof Error) output.detail(error.stack ?? '');
  output.finish({ exitCode, error: message });
  return exitCode;
}

type Action<Options> = (args: readonly string[], options: Options, context: Context) => Promise<Outcome>;

/** The tree of all commands. Help, completion scripts and the reference page are written from it. */
export function createProgram(terminal: Terminal, version: string, onEnd: (exitCode: number) => void): Command {
  const program = new Command('genwright')
    .description('Makes images, music, speech, video and text from job files.')
    .version(version, '--version', 'show the version')
    .option('-q, --quiet', 'only results and errors')
    .option('-v, --verbose', 'also details for a report of a problem')
    .option('-C, --directory <dir>', 'work in this folder')
    .option('--state <dir>', 'folder that remembers tasks, instead of the one in your home')
    .addOption(new Option('--color <when>', 'colors').choices(['auto', 'always', 'never']).default('auto'))
    .option('--json', 'one JSON document on stdout; --json=events for one line for each event, and the document last')
    .addOption(new Option('--events').hideHelp())
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    });
  const bind =
    <Options>(action: Action<Options>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<GlobalOptions & Options & { readonly format?: string }>();
      const context = createContext(
        { ...options, ...(options.format === 'json' ? { json: true } : {}) },
        terminal,
        version,
      );
      const names = given
        .slice(0, -2)
        .flat()
        .filter((each) => typeof each === 'string');
      const { exitCode, document } = await action(names, options, context);
      context.output.finish({ exitCode, ...document });
      onEnd(exitCode);
    };
  const files = ['[files...]', 'job files, folders or globs (default: the folder)'] as const;

  withGateway(program.command('run'))
    .description('make what is missing')
    .argument(...files)
    .option('--job <name>', 'only this job, with the jobs that it needs')
    .addOption(new Option('--unchanged <what>', 'a result that exists').choices(['skip', 'generate']).default('skip'))
    .option('--concurrency <n>', 'requests at once, if the job file does not say so', toWhole(1, 64))
    .option('--budget <usd>', 'the most that this run may cost', toUsd)
    .option('--strict', 'unknown models and fields are errors')
    .option('-y, --yes', 'agree to what would be asked')
    .option('--allow-failed', 'a request that fails does not count')
    .option('--no-wait', 'leave when everything is sent; "genwright wait" follows it')
    .addHelpText('after', example('genwright run posters --budget 5'))
    .action(bind<RunOptions>(run));

  program
    .command('check')
    .description('show the problems of job files, without key and network')
    .argument(...files)
    .addOption(new Option('--format <format>', 'how problems are written').choices(checkFormats).default('text'))
    .option('--max-warnings <n>', 'more warnings count as an error', toWhole(0, 1_000_000))
    .option('--fix', 'apply the safe fixes')
    .option('--strict', 'unknown models and fields are errors')
    .option('--stdin-path <path>', 'check the text on stdin as this file')
    .addHelpText('after', example('genwright check --fix'))
    .action(bind<CheckOptions>(check));

  withGateway(program.command('plan'))
    .description('say what a run would send, what exists, and what it may cost')
    .argument(...files)
    .option('--job <name>', 'only this job, with the jobs that it needs')
    .option('--strict', 'unknown models and fields are errors')
    .addHelpText('after', example('genwright plan posters'))
    .action(bind<PlanOptions>(plan));

  program
    .command('status')
    .description('list the tasks that are being made or need a decision')
    .option('--all', 'also the finished ones')
    .addHelpText('after', example('genwright status'))
    .action(bind<{ readonly all?: boolean }>(status));

  withGateway(program.command('wait'))
    .description('follow tasks until they end')
    .argument('[ids...]', 'the first digits of their ids (default: all)')
    .addHelpText('after', example('genwright wait'))
    .action(bind<GatewayOptions>(wait));

  withGateway(program.command('resolve'))
    .description('decide about a task that needs a person, or show what is known of it')
    .argument('<id>', 'the first digits of its id')
    .option('--resubmit', 'send it again, which may charge it twice')
    .option('--dismiss', 'give it up')
    .option('--save', 'fetch and save its result')
    .option('--save-to <dir>', 'save its result in another folder')
    .addHelpText('after', example('genwright resolve 1a2b3c4d --dismiss'))
    .action(bind<ResolveOptions>(resolveTask));

  program
    .command('sandbox')
    .description('run the free offline gateway, and print its URL and key')
    .option('--port <n>', 'a fixed port (default: a free one)', toWhole(1, 65_535))
    .addHelpText('after', example('genwright sandbox --port 8787'))
    .action(bind<{ readonly port?: number }>(sandbox));

  program
    .command('models')
    .description('list the models that are known')
    .argument('[word]', 'only those with this word')
    .addHelpText('after', example('genwright models video'))
    .action(bind<object>(models));

  withGateway(program.command('balance'))
    .description('say what is left at the gateway')
    .addHelpText('after', example('genwright balance'))
    .action(bind<GatewayOptions>(balance));

  program
    .command('schema')
    .description('print the format of job files as JSON Schema')
    .addHelpText('after', example('genwright schema > job.schema.json'))
    .action(bind<object>(schema));

  program
    .command('new')
    .description('write a job file to start from')
    .argument('<name>', 'its name, with or without .gen.yaml')
    .option('--model <id>', 'the model that it is for (default: one for images)')
    .addHelpText('after', example('genwright new hero --model seedream-5-0-260128'))
    .action(bind<{ readonly model?: string }>(createJobFile));

  withGateway(program.command('show'))
    .description('print the requests of job files as they would be sent')
    .argument(...files)
    .option('--job <name>', 'only this job, with the jobs that it needs')
    .addHelpText('after', example('genwright show hero.gen.yaml'))
    .action(bind<PlanOptions>(show));
  return program;
}

function withGateway(command: Command): Command {
  return command
    .option('--sandbox', 'use the free offline gateway')
    .option('--base-url <url>', 'the gateway')
    .option('--key-env <name>', 'variable with its key')
    .option('--key-command <command>', 'command that prints its key')
    .option('--profile <name>', 'a gateway of your configuration file');
}

function example(line: string): string {
  return `\nExample:\n  $ ${line}\n`;
}

function toWhole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It has to be a whole number from ${min} to ${max}.`);
  };
}

function toUsd(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('It has to be an amount in US dollars, such as 5 or 0.50.');
}
