import type { YAMLError } from 'yaml';
import { buildProblem, type Problem } from '../problem.ts';

/** The errors of the parser that have their own messages. `other` shows the message of the parser. */
export type YamlProblem =
  | 'bad-escape'
  | 'bad-indent'
  | 'bad-start'
  | 'comment-without-space'
  | 'missing-space'
  | 'missing-colon'
  | 'other'
  | 'tab'
  | 'text-after-value'
  | 'too-deep'
  | 'too-large'
  | 'two-colons'
  | 'unclosed-bracket'
  | 'unclosed-quote';

/** The first match wins. The library uses one code for several errors, so its message distinguishes them. */
const problems: readonly (readonly [code: YAMLError['code'], wording: RegExp, problem: YamlProblem])[] = [
  ['MISSING_CHAR', /quote/, 'unclosed-quote'],
  ['MISSING_CHAR', /^Implicit map keys/, 'missing-colon'],
  ['MISSING_CHAR', /^Comments/, 'comment-without-space'],
  ['MULTILINE_IMPLICIT_KEY', /./, 'missing-colon'],
  ['BLOCK_AS_IMPLICIT_KEY', /./, 'two-colons'],
  ['MISSING_CHAR', /Flow|flow|Missing ,|end with a/, 'unclosed-bracket'],
  ['BAD_INDENT', /end with a/, 'unclosed-bracket'],
  ['BAD_INDENT', /./, 'bad-indent'],
  ['UNEXPECTED_TOKEN', /at node end/, 'text-after-value'],
  ['TAB_AS_INDENT', /./, 'tab'],
  ['BAD_SCALAR_START', /./, 'bad-start'],
  ['BAD_DQ_ESCAPE', /./, 'bad-escape'],
  ['RESOURCE_EXHAUSTION', /./, 'too-deep'],
];

/** Maps an error of the YAML parser to a problem. */
export function mapYamlError(error: YAMLError, text: string): Problem {
  const [start, end] = error.pos;
  const range = { start, end: Math.max(end, start) };
  switch (error.code) {
    case 'MULTIPLE_DOCS':
      return buildProblem('several-documents', range);
    case 'TAG_RESOLVE_FAILED':
      return buildProblem('custom-tag', range);
    default:
      return buildProblem('yaml-syntax', range, { args: describe(error, text) });
  }
}

function describe({ code, message, pos: [start] }: YAMLError, text: string): Problem['args'] {
  const found = problems.find(([each, wording]) => each === code && wording.test(message))?.[2];
  if (!found) return { variant: 'other', detail: message };
  return { variant: found === 'missing-colon' && isTightColonAt(text, start) ? 'missing-space' : found };
}

/** `key:value`, which is one word in YAML. A URL is not a key. */
function isTightColonAt(text: string, offset: number): boolean {
  const word = /[\w$-]+:(?!\/\/)[^\s:]/y;
  word.lastIndex = offset;
  return word.test(text);
}
