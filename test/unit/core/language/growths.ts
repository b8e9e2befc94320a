import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that has as many of something as asked for. */
export interface Growth {
  readonly what: string;
  readonly grow: (times: number) => string;
  /** How many show whether the work grows: more than what is limited to a hundred. */
  readonly times: number;
}

function many(times: number, write: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => write(index)).join('');
}

const image = 'model: seedream-5-0-260128\nprompt: a\n';
const used = 'model: sonic\nprompt: ${{ matrix.x }}\n';

/** Everything of which a job file can have many. */
export function growContexts(): readonly Growth[] {
  const list = (times: number): string => `[${many(times, (index) => `v${index}, `)}]`;
  const growths: Readonly<Record<string, Growth['grow']>> = {
    'unknown fields': (times) => image + many(times, (index) => `k${index}: 1\n`),
    axes: (times) => `${image}matrix:\n${many(times, (index) => `  k${index}: [1]\n`)}`,
    'values of an axis': (times) => `${used}matrix: {x: ${list(times)}}\n`,
    'values of a field': (times) => `model: sonic\nmatrix: {prompt: ${list(times)}}\n`,
    'equal values': (times) => `${used}matrix: {x: [${many(times, () => 'cat, ')}]}\n`,
    'unknown models': (times) => `prompt: a\nmatrix: {model: ${list(times)}}\n`,
    includes: (times) => `${used}matrix:\n  include:\n${many(times, (index) => `    - {x: v${index}}\n`)}`,
    'includes that add to values': (times) =>
      `${used}matrix:\n  x: ${list(times)}\n  include:\n${many(times, (index) => `    - {x: v${index}, y: 1}\n`)}`,
    excludes: (times) =>
      `${used}matrix:\n  x: ${list(times)}\n  exclude:\n${many(times, (index) => `    - {x: v${index}}\n`)}`,
    'unknown variables': (times) =>
      `${image}vars:\n${many(times, (index) => `  v${index}: a\n`)}title: "${many(times, (index) => `\${{ vars.w${index} }} `)}"\n`,
    variables: (times) =>
      `${image}vars:\n${many(times, (index) => `  v${index}: a\n`)}title: "${many(times, (index) => `\${{ vars.v${index} }} `)}"\n`,
    'unknown members of a variable': (times) =>
      `${image}vars:\n  all: {${many(times, (index) => `v${index}: a, `)}}\ntitle: "${many(times, (index) => `\${{ vars.all.w${index} }} `)}"\n`,
    jobs: (times) => `jobs:\n${many(times, (index) => `  j${index}: {model: sonic, prompt: "${index}"}\n`)}`,
    'jobs without a model': (times) => `jobs:\n${many(times, (index) => `  j${index}:\n    prompt: "${index}"\n`)}`,
    'equal jobs': (times) => `jobs:\n${many(times, (index) => `  j${index}: {model: sonic, prompt: a}\n`)}`,
    'a chain of jobs': (times) =>
      `jobs:\n${many(times, (index) => `  j${index}: {model: gpt-4o, prompt: "\${{ jobs.j${index + 1}.text }}"}\n`)}`,
    'jobs that need unknown ones': (times) =>
      `jobs:\n${many(times, (index) => `  j${index}: {model: sonic, prompt: a, needs: [k${index}]}\n`)}`,
    'pairs of jobs that need each other': (times) =>
      `jobs:\n${many(times, (index) => `  j${index}: {model: sonic, prompt: a, needs: [k${index}]}\n  k${index}: {model: sonic, prompt: b, needs: [j${index}]}\n`)}`,
    'jobs that wait for a cycle': (times) =>
      `jobs:\n  a: {model: sonic, prompt: a, needs: [a]}\n${many(times, (index) => `  j${index}: {model: sonic, prompt: "${index}", needs: [${index === 0 ? 'a' : `j${index - 1}`}]}\n`)}`,
    'jobs with broken YAML': (times) =>
      `jobs:\n${many(times, (index) => `  j${index}:\n    model: sonic\n    prompt: @${index}\n`)}`,
    'open quotes': (times) => `jobs:\n${many(times, (index) => `  j${index}:\n    prompt: "a\n`)}`,
    anchors: (times) => `${image}x-all:\n${many(times, (index) => `  - &a${index} a\n  - *a${index}\n`)}`,
    'jobs with merged maps': (times) =>
      `x-a: &a {model: sonic, vars: {v: b}, prompt: "\${{ vars.v }}"}\njobs:\n${many(times, (index) => `  j${index}: {<<: *a, title: "${index}"}\n`)}`,
    prose: (times) =>
      `model: sonic\nprompt: |\n${many(times, (index) => `  line ${index} of \${{ job.id }}, which goes on and on and on and on and on\n`)}`,
    'items of a list': (times) => `${image}images: [${many(times, (index) => `cats${index}.png, `)}]\n`,
    'unknown members of a field': (times) =>
      `model: wan2.7-image\nprompt: a\ncolor_palette: [{${many(times, (index) => `k${index}: a, `)}}]\n`,
  };
  return Object.entries(growths).map(([what, grow]) => ({ what, grow, times: 110 }));
}

const page = readFileSync(join(import.meta.dirname, '../../../../docs/problems.md'), 'utf8');

/** The first example of each section of the page of problems. */
const examples = page.split(/^## /m).flatMap((section) => {
  const [, code = '', example = ''] = /^`(.+)`$[^]*?^```yaml\n([^]*?)^```$/m.exec(section) ?? [];
  return code === '' ? [] : [{ code, lines: example.trimEnd().split('\n') }];
});

/** A line with those that are indented more below it. */
function blockAt(lines: readonly string[], start: number): readonly string[] {
  const indentOf = (line = ''): number => line.search(/\S|$/);
  const end = lines.findIndex((line, at) => at > start && indentOf(line) <= indentOf(lines[start]));
  return lines.slice(start, end < 0 ? lines.length : end);
}

/** Each problem many times: its lines are repeated, as they are and with other keys, and so is its job. */
export function growProblems(
  problemsOf: (text: string) => readonly { readonly code: string; readonly start: number }[],
): readonly Growth[] {
  return examples.flatMap(({ code, lines }): readonly Growth[] => {
    const times = 25;
    const text = `${lines.join('\n')}\n`;
    const found = problemsOf(text).find((problem) => problem.code === code);
    const start = text.slice(0, found?.start).split('\n').length - 1;
    const block = blockAt(lines, start);
    const repeat = (count: number, isNumbered: boolean): string => {
      const copy = (index: number): string => {
        const [first = '', ...below] = block;
        const named = isNumbered ? first.replace(/^(\s*(?:- )?["']?[\w$-]+)(?=["']?:)/, `$1_${index}`) : first;
        return [named, ...below, ''].join('\n');
      };
      const after = lines.slice(start + block.length).map((line) => `${line}\n`);
      return [...lines.slice(0, start).map((line) => `${line}\n`), many(count, copy), ...after].join('');
    };
    const isJob = !/^(?:jobs|gen|---|\$schema)/m.test(text);
    const inJobs = (count: number): string =>
      `jobs:\n${many(count, (index) => `  j${index}:\n${lines.map((line) => `    ${line}\n`).join('')}`)}`;
    return [
      { what: `${code} under many keys`, times, grow: (count) => repeat(count, true) },
      { what: `${code} again and again`, times, grow: (count) => repeat(count, false) },
      ...(isJob ? [{ what: `${code} in many jobs`, times, grow: inJobs }] : []),
    ];
  });
}
