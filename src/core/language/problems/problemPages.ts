import type { ProblemCode } from '../../jobFile/problem.ts';
import type { Translate } from '../languageService.ts';
import { expressionPages } from './pages/expressionPages.ts';
import { fieldPages } from './pages/fieldPages.ts';
import { filePages } from './pages/filePages.ts';
import type { ProblemPage } from './pages/problemPage.ts';
import { trapPages } from './pages/trapPages.ts';

/** One page for each code. */
export const problemPages: Readonly<Record<ProblemCode, ProblemPage>> = {
  ...filePages,
  ...fieldPages,
  ...expressionPages,
  ...trapPages,
};

export const pageWords = { wrong: 'Wrong', right: 'Right', fix: 'What to do' } as const;

/** Explains a problem and how to fix it, as Markdown. Null for an unknown code. */
export function explainProblem(code: string, translate: Translate): string | null {
  const page = Object.hasOwn(problemPages, code) ? problemPages[code as ProblemCode] : undefined;
  if (!page) return null;
  const { title, meaning, fix, wrong, right } = page;
  return [
    `# ${translate(title, {})}`,
    `\`${code}\``,
    translate(meaning, {}),
    ...writeExample(translate(pageWords.wrong, {}), wrong),
    ...writeExample(translate(pageWords.right, {}), right),
    `## ${translate(pageWords.fix, {})}`,
    `${translate(fix, {})}\n`,
  ].join('\n\n');
}

function writeExample(title: string, yaml: string): readonly string[] {
  return [`## ${title}`, `\`\`\`yaml\n${yaml}\`\`\``];
}
