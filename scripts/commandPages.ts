// The pages about the command line that follow from its command tree: the reference and the page of `man`.
import { PassThrough } from 'node:stream';
import type { Command, Help, Option } from 'commander';
import { exitCodes } from '../src/cli/exitCode.ts';
import { createProgram } from '../src/cli/program.ts';

/** The tree as it is in the sources. Nothing is run. */
export function buildTree(): Command {
  const none = new PassThrough();
  const terminal = { cwd: '/', env: {}, stdin: none, stdout: none, stderr: none, onInterrupt: () => () => undefined };
  return createProgram(terminal, '', () => undefined);
}

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'All results are saved, or existed already.',
  failed: 'A request failed.',
  problems: 'There are problems in the files, and nothing was sent.',
  attention: 'A result is unconfirmed or unsaved: decide with `genwright resolve`.',
  budget: 'A budget or the balance stopped the run.',
  key: 'There is no key, or the gateway refused it.',
  usage: 'The command was written wrongly.',
  internal: 'Internal error in Genwright.',
  unreachable: 'The gateway cannot be reached, and nothing is unclear: try again.',
  interrupted: 'Interrupted by Ctrl+C, or declined. The state is saved.',
  terminated: 'Ended by the system. The state is saved.',
};

/** Each exit code and its meaning. */
const codes = (Object.keys(meanings) as (keyof typeof meanings)[]).map(
  (name) => [String(exitCodes[name]), meanings[name]] as const,
);

interface Documented {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly args: readonly (readonly [term: string, about: string])[];
  readonly options: readonly (readonly [term: string, about: string])[];
  readonly example: string;
}

function listCommands(tree: Command): readonly Documented[] {
  const help = tree.createHelp();
  return help
    .visibleCommands(tree)
    .filter((command) => command.name() !== 'help')
    .map((command) => ({
      name: command.name(),
      usage: help.commandUsage(command),
      about: sentence(command.description()),
      args: command.registeredArguments.map((each) => [help.argumentTerm(each), help.argumentDescription(each)]),
      options: listOptions(help, help.visibleOptions(command)),
      example: readExample(command),
    }));
}

function listOptions(help: Help, options: readonly Option[]) {
  const own = options.filter(({ long }) => long !== '--help');
  return own.map((option) => [help.optionTerm(option), help.optionDescription(option)] as const);
}

/** The example is what the help of a command has after its options. */
function readExample(command: Command): string {
  let written = '';
  command.configureOutput({ writeOut: (text) => void (written += text) }).outputHelp();
  return /Example:\n {2}\$ (.+)/.exec(written)?.[1] ?? '';
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Builds `docs/command-line-reference.md`. */
export function buildReferencePage(tree: Command): string {
  const table = (title: string, rows: Documented['options']): readonly string[] => [
    `| ${title} | meaning |`,
    '| --- | --- |',
    ...rows.map(([term, about]) => `| \`${term}\` | ${about.replaceAll('|', '\\|')} |`),
    '',
  ];
  const sections = listCommands(tree).flatMap(({ name, usage, about, args, options, example }) => [
    `## ${name}`,
    '',
    about,
    '',
    '```sh',
    usage,
    '```',
    '',
    ...(args.length > 0 ? table('argument', args) : []),
    ...(options.length > 0 ? table('option', options) : []),
    `Example: \`${example}\``,
    '',
  ]);
  return [
    '# Commands',
    '',
    'This page is written by `npm run docs` from the commands themselves, and `genwright help COMMAND` shows the same.',
    '[Command line](command-line.md) says how to use them.',
    '',
    '## All commands',
    '',
    ...table('option', listOptions(tree.createHelp(), tree.createHelp().visibleOptions(tree))),
    ...sections,
    '## Exit codes',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...codes.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
  ].join('\n');
}

/** Builds `man/genwright.1`. */
export function buildManPage(tree: Command): string {
  const list = (rows: Documented['options']) =>
    rows.flatMap(([term, about]) => ['.TP', `.B ${roff(term)}`, roff(about)]);
  const sections = listCommands(tree).flatMap(({ usage, about, args, options, example }) => [
    `.SS ${roff(usage)}`,
    roff(about),
    ...list([...args, ...options]),
    '.PP',
    `Example: ${roff(example)}`,
  ]);
  return [
    '.TH GENWRIGHT 1',
    '.SH NAME',
    `genwright \\- ${roff(tree.description())}`,
    '.SH SYNOPSIS',
    'genwright [options] [command]',
    '.SH OPTIONS',
    ...list(listOptions(tree.createHelp(), tree.createHelp().visibleOptions(tree))),
    '.SH COMMANDS',
    ...sections,
    '.SH EXIT STATUS',
    ...list(codes.map(([code, meaning]) => [code, meaning.replaceAll('`', '"')])),
    '.SH FILES',
    ...list([
      ['~/.config/genwright/config.yaml', 'Your gateways, prices and budgets.'],
      ['~/.local/state/genwright/journal', 'What Genwright remembers about tasks and money.'],
    ]),
    '',
  ].join('\n');
}

function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
