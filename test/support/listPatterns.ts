import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../hosts/paths.ts';

/** A regular expression in the text of a source. */
export interface WrittenPattern {
  readonly file: string;
  readonly pattern: RegExp;
}

/** Lists all regular expressions that are written out in the sources of a folder. */
export async function listPatterns(folder: string): Promise<readonly WrittenPattern[]> {
  const names = await readdir(join(rootDir, folder), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  const lists = files.sort().map(async (file) => {
    const source = await readFile(join(rootDir, file), 'utf8');
    // The slashes of tags begin no pattern.
    const patterns = [...scanPatterns(file.endsWith('.tsx') ? source.replaceAll(/<\/|\/>/g, '') : source)];
    return patterns.map((pattern) => ({ file, pattern }));
  });
  return (await Promise.all(lists)).flat();
}

/** Comments, strings and words, in which a slash does not begin a pattern. */
const skipped = /\/\/.*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\w$]+|\s+/y;
/** Text of a template, up to its end or to an expression in it. */
const templateText = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const written = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;

function* scanPatterns(source: string): Generator<RegExp> {
  /** For each open brace, whether a template continues after it is closed. */
  const braces: boolean[] = [];
  /** The last sign or word. After an operand, a slash divides. */
  let last = '';
  for (let at = 0; at < source.length;) {
    const take = (pattern: RegExp): RegExpExecArray | null => {
      pattern.lastIndex = at;
      const found = pattern.exec(source);
      at += found?.[0].length ?? 0;
      return found;
    };
    const [text = ''] = take(skipped) ?? [];
    if (text !== '') {
      if (/^[\w$'"]/.test(text)) last = text;
      continue;
    }
    const sign = source[at] ?? '';
    const mayBegin = /^(?:[(,=:[!&|?{};<>+]|return|case|)$/.test(last);
    const [, body, flags] = (sign === '/' && mayBegin && take(written)) || [];
    if (body !== undefined) yield new RegExp(body, flags);
    else at += 1;
    last = sign;
    if (sign === '{') braces.push(false);
    if (sign === '`' || (sign === '}' && braces.pop())) {
      if (take(templateText)?.[0].endsWith('{')) braces.push(true);
      last = '`';
    }
  }
}
