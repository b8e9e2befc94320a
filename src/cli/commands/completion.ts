import type { Command } from 'commander';
import type { Context, Outcome } from '../context.ts';
import { exitCodes } from '../exitCode.ts';

/**
 * The scripts ask `genwright complete` for what fits, so that they never differ from the command tree. Its first argument
 * is the word at the cursor after `=`, because some shells leave out an empty argument. If nothing fits, files do.
 */
const scripts: Readonly<Record<string, readonly string[]>> = {
  bash: [
    '_genwright() {',
    '  local line',
    '  COMPREPLY=()',
    '  while IFS= read -r line; do COMPREPLY+=("${line%%[[:blank:]]*}"); done < <(',
    '    genwright complete -- "=${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null',
    '  )',
    '}',
    'complete -o default -F _genwright genwright',
  ],
  zsh: [
    '#compdef genwright',
    '_genwright() {',
    '  local -a found',
    '  found=("${(@f)$(genwright complete -- "=${words[CURRENT]}" "${(@)words[2,CURRENT-1]}" 2>/dev/null)}")',
    '  found=("${(@)${(@)found//:/\\:}/[[:blank:]]/:}")',
    '  if [[ -n $found[1] ]]; then _describe genwright found; else _files; fi',
    '}',
    'compdef _genwright genwright',
  ],
  fish: [
    'function __genwright_complete',
    '  set -l before (commandline -opc)',
    '  set -e before[1]',
    '  set -l found (genwright complete -- =(commandline -ct) $before 2>/dev/null)',
    '  if test (count $found) -gt 0; string join -- \\n $found; else; __fish_complete_path (commandline -ct); end',
    'end',
    "complete -c genwright -f -a '(__genwright_complete)'",
  ],
  powershell: [
    'Register-ArgumentCompleter -Native -CommandName genwright -ScriptBlock {',
    '  param($word, $ast, $position)',
    '  $all = $ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position }',
    '  $before = @($all | ForEach-Object { "$_" })',
    '  genwright complete -- "=$word" @before 2>$null | ForEach-Object {',
    '    $name, $about = $_ -split "`t", 2',
    '    [System.Management.Automation.CompletionResult]::new($name, $name, \'ParameterValue\', "$about ")',
    '  }',
    '}',
  ],
};

/** Prints the script of a shell. */
export function completion([shell = '']: readonly string[], _: object, { output }: Context): Promise<Outcome> {
  output.print((scripts[shell] ?? []).join('\n'));
  return Promise.resolve({ exitCode: exitCodes.done, document: { shell } });
}

/** Prints what fits at the cursor, one per line with its meaning after a tab: for the scripts. */
export function complete(
  [at = '=', ...before]: readonly string[],
  _: object,
  { output, tree }: Context & { readonly tree: Command },
): Promise<Outcome> {
  const found = findFitting(tree, before).filter(([name]) => name.startsWith(at.slice(1)));
  for (const [name, about] of found) {
    if (at !== '=' || !name.startsWith('-')) output.print(`${name}\t${about}`);
  }
  return Promise.resolve({ exitCode: exitCodes.done, document: { found } });
}

function findFitting(tree: Command, before: readonly string[]): readonly (readonly [name: string, about: string])[] {
  const visible = tree.createHelp().visibleCommands(tree);
  const command = visible.find((each) => each.name() !== 'help' && before.includes(each.name()));
  const options = [...(command?.options ?? []), ...tree.options].filter((option) => !option.hidden);
  const last = options.find(({ short, long }) => [short, long].includes(before.at(-1)));
  const describe = (choices: readonly string[] = []) => choices.map((choice) => [choice, ''] as const);
  if (last?.required === true) return describe(last.argChoices);
  const names = visible.map((each) => [each.name(), each.description()] as const);
  const first = command ? describe(command.registeredArguments[0]?.argChoices) : names;
  return [...first, ...options.map((option) => [option.long ?? '', option.description] as const)];
}
