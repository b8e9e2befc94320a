import { parseExpression } from '../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { NotedText } from '../languageService.ts';
import { nameMessages } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';

/** Empty if the file names a file of variables, because that one may reference any of them. */
export function listUnused({ text, checked, translate }: DocumentView): readonly NotedText[] {
  const { vars, jobs } = checked.jobFile;
  const sources = [...vars, ...jobs.flatMap((job) => job.vars.slice(vars.length))];
  const declared = sources.flatMap((source) => (source.kind === 'map' ? source.entries : []));
  if (declared.length === 0 || sources.some(({ kind }) => kind === 'file')) return [];
  const used = listUsed(text);
  if (!used) return [];
  // A key that is merged into several jobs is declared once.
  const unused = new Map(declared.filter(({ key }) => !used.has(key)).map((entry) => [entry.keyRange.start, entry]));
  return [...unused.values()].map(({ key, keyRange: { start, end } }) => ({
    start,
    end,
    message: translate(nameMessages.unused, { name: key }),
  }));
}

/** Returns the variables that expressions reference. Null if it may be any, because an expression is not finished. */
function listUsed(text: string): ReadonlySet<string> | null {
  const used = new Set<string>();
  for (const piece of scanTemplate(text)) {
    if (piece.kind === 'text') continue;
    const outcome = parseExpression(piece.source);
    if (!outcome.ok) return null;
    const [context, name] = outcome.expression.path;
    if (context?.step !== 'vars') continue;
    if (!name) return null;
    used.add(String(name.step));
  }
  return used;
}
