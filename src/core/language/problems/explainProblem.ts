import type { ProblemCode } from '../../jobFile/problem.ts';
import type { Translate } from '../languageService.ts';
import { allProblems } from './allProblems.ts';

export const pageWords = { wrong: 'Wrong', right: 'Right', fix: 'What to do' } as const;

/** Explains a problem and how to fix it, as Markdown. Null for an unknown code. */
export function explainProblem(code: string, translate: Translate): string | null {
  if (!Object.hasOwn(allProblems, code)) return null;
  const { title, meaning, fix, wrong, right } = allProblems[code as ProblemCode].page;
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
