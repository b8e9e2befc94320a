import type { EnvOutcome } from '../../../../../src/core/jobFile/lookups.ts';
import { filesOf, openAt } from '../openAt.ts';

const files = filesOf(
  { 'brief.md': '# Brief\r\n\r\nA ```fence``` here.\r\n', 'long.md': 'line\n'.repeat(20) },
  { dir: 'art', inspect: (path) => ({ exists: path === 'in/do*or.png', isInside: true, bytes: 150_000 }) },
);

const answers: Readonly<Record<string, EnvOutcome>> = {
  HOME: { state: 'set', value: 'secret' },
  NO: { state: 'unset' },
};

interface Setup {
  readonly isTrusted?: boolean;
}

export function hoverAt(marked: string, { isTrusted = true }: Setup = {}) {
  const { text, offset, document } = openAt(marked, {
    files: () => ({ ...files, isTrusted }),
    env: { read: (name) => answers[name] ?? { state: 'blocked' }, names: Object.keys(answers) },
    typicalCost: (model, profile) =>
      model === 'sonic' && profile !== 'other' ? { amountUsd: 0.04, samples: 3 } : null,
  });
  const hover = document.hover(offset);
  return hover && { ...hover, over: text.slice(hover.start, hover.end) };
}

/** Returns the hovered text, and the lines of the hover that are not empty. */
export function linesAt(marked: string, setup?: Setup): readonly string[] | null {
  const found = hoverAt(marked, setup);
  return found && [found.over.trim(), ...found.markdown.split('\n').filter((line) => line.trim() !== '')];
}
