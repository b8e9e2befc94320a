import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from '../hosts/paths.ts';

/** Words and phrases that CONTRIBUTING replaces by others, in everything that people read. */
const avoided: readonly RegExp[] = [
  /\bcan not\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\b(?:speaks?|speaking|spoken) of\b/i,
  /\bblanks?\b(?! lines?)/i,
  /\bany more\b/i,
  /\b(?:in|out)side of\b/i,
  /\bbelongs? into\b/i,
  /\b(?:go|goes|gone|going|went) on\b/i,
  /\b(?:take|takes|took|taken|taking) up\b(?! to\b)/i,
  /\bdear(?:er|est)?\b/i,
  /\bvanish/i,
  /\banew\b/i,
  /\bin silence\b/i,
  /\btime-outs?\b/i,
  /\bfurther in\b/i,
  /\bstands?\b/i,
  /\bby (?:itself|themselves)\b/i,
  /\bof (?:its|their) own(?:$|[^\w ]| \(| (?:and|as|asks|because|in|otherwise|so|with)\b)/i,
  /\bwork(?:s|ed) out\b/i,
  /\bcounts? in\b/i,
  /\b(?:nobody|somebody|anybody|whoever)\b/i,
  /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|other)/i,
  /\b(?:colours?|behaviour|favour|harbours?|neighbours?|centre|catalogue|cancelled|labelled|licence)\b/i,
  /\b(?:organ|recogn|normal|initial|serial|custom|optim|summar|sanit|minim|maxim)is(?:e[sd]?|ing|ation)\b/i,
];

/** The same for messages, labels and settings only. */
const avoidedInMessages: readonly RegExp[] = [
  /\b(?:click|choose)\b/i,
  /\bpress (?!Esc|Enter|Ctrl|Cmd|Alt|Shift|Space|Tab)/i,
  /\b(?:a text|texts)\b(?! file)/i,
  /\bbehind\b/i,
  /\w…$/,
  /!$/,
  /\b(?:please|sorry)\b/i,
  /[“”]/,
];

/** Starts of a comment that has no subject and points at something instead of naming it. */
const fragment = /^(?:Of|That|Those|Who|Whose)\b/;

/** Words that the glossary replaces, as a part of the name of a file or an export. */
const avoidedInNames =
  /(?<![a-z])(?:circle|extent|judge|mend|news|obstacle|seat|spot|trouble|vanish|verdict)|(?:Circle|Extent|Judge|Mend|News|Obstacle|Seat|Spot|Trouble|Vanish|Verdict)(?![a-z])|[tT]aken?Over/;

/** The same outside the sandbox, which answers calls and injects faults. */
const avoidedOutsideSandbox = /(?<![a-z])(?:answer|fault)|(?:Answer|Fault)(?![a-z])/;

test('comments are sentences in the words of the glossary', async () => {
  const folders = ['src', 'test'];
  const names = await Promise.all(
    folders.map(async (folder) => (await listSources(folder)).map((name) => join(folder, name))),
  );
  assert.deepEqual((await Promise.all(names.flat().map(checkComments))).flat(), []);
});

test('titles of tests use the words of the glossary', async () => {
  const found = (await listSources('test')).map(async (name) => {
    const source = await readFile(join(rootDir, 'test', name), 'utf8');
    const titles = [...source.matchAll(testTitle)].flatMap(([, , title]) => title ?? []);
    return titles.flatMap((title) => findWords(title, avoided).map((word) => `${name}: ${word} in ${title}`));
  });
  assert.deepEqual((await Promise.all(found)).flat(), []);
});

test('messages, labels and settings use the words of the glossary', async () => {
  const bundle: unknown = JSON.parse(await readFile(join(rootDir, 'l10n/bundle.l10n.json'), 'utf8'));
  const manifest: unknown = JSON.parse(await readFile(join(rootDir, 'package.nls.json'), 'utf8'));
  assert.ok(typeof bundle === 'object' && bundle && typeof manifest === 'object' && manifest);
  const texts = [...Object.values(bundle), ...Object.values(manifest)].map(String);
  assert.deepEqual(
    texts.flatMap((text) => findWords(text, [...avoided, ...avoidedInMessages]).map((word) => `${word}: ${text}`)),
    [],
  );
});

test('documents, styles and the build script use the words of the glossary', async () => {
  const names = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/threat-model.md',
    'docs/troubleshooting.md',
    'esbuild.mjs',
    ...(await listFiles('samples')),
    ...(await listFiles('syntaxes')),
    ...(await listFiles('media')).filter((name) => name.endsWith('.css')),
    ...(await listFiles('test', { recursive: true })).filter((name) => name.endsWith('README.md')),
  ];
  const found = names.map(async (name) => {
    const lines = (await readFile(join(rootDir, name), 'utf8')).split('\n');
    // The tables of CONTRIBUTING quote the words to avoid.
    const prose = lines.filter((line) => name !== 'CONTRIBUTING.md' || !line.startsWith('|'));
    return findWords(prose.join(' '), avoided).map((word) => `${name}: ${word}`);
  });
  assert.deepEqual((await Promise.all(found)).flat(), []);
});

test('files and exports are named in the words of the glossary', async () => {
  const found = (await listSources('src')).map(async (name) => {
    const patterns = name.startsWith('sandbox/') ? [avoidedInNames] : [avoidedInNames, avoidedOutsideSandbox];
    const source = await readFile(join(rootDir, 'src', name), 'utf8');
    const names = [...source.matchAll(exported)].flatMap(([, exportedName]) => exportedName ?? []);
    return [basename(name, '.ts'), ...names].flatMap((each) =>
      findWords(each, patterns).map((word) => `${name}: ${word} in ${each}`),
    );
  });
  assert.deepEqual((await Promise.all(found)).flat(), []);
});

test('a mark is what the user says about a result, and nothing else', async () => {
  const folders = ['src/node', 'src/storage/journal', 'src/core/jobFile', 'src/core/task'];
  const found = folders.map(async (folder) => {
    const names = (await listSources(folder)).map((name) => join(rootDir, folder, name));
    const sources = await Promise.all(names.map((name) => readFile(name, 'utf8')));
    return sources.flatMap((source, index) => findWords(source, [otherMark]).map((word) => `${names[index]}: ${word}`));
  });
  assert.deepEqual((await Promise.all(found)).flat(), []);
});

/** The noun in code or text of folders in which no result is marked. Unicode and YAML have marks, too. */
const otherMark = /(?<!byte order |question )\b(?:mark|(?!latin)[a-z]*Mark|marks(?! file)|(?!latin)[a-z]*Marks)\b/;

const testTitle = /\b(?:describe|it|test)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;

const exported = /^export (?:async )?(?:const|function\*?|class|interface|type)\s+(\w+)/gm;

async function listSources(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(rootDir, folder), { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => name.replaceAll('\\', '/'));
}

/** Paths below the root. */
async function listFiles(folder: string, options?: { readonly recursive: true }): Promise<readonly string[]> {
  return (await readdir(join(rootDir, folder), options)).map((name) => join(folder, name));
}

async function checkComments(name: string): Promise<readonly string[]> {
  const comments = listComments(await readFile(join(rootDir, name), 'utf8'));
  return comments.flatMap(({ line, text }) =>
    [...findWords(text, avoided), ...findWords(text, [fragment])].map((word) => `${name}:${line}: ${word}`),
  );
}

function findWords(text: string, patterns: readonly RegExp[]): readonly string[] {
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

interface Comment {
  readonly line: number;
  readonly text: string;
}

/** Comments on lines without code, which nearly all are. Lines that follow each other are one comment. */
function listComments(source: string): readonly Comment[] {
  const comments: Comment[] = [];
  let open: Comment | null = null;
  for (const [index, content] of source.split('\n').entries()) {
    const [, start, text = ''] = /^\s*(\/\*\*?|\/\/|\*(?!\/))\s?(.*?)(?:\s*\*\/)?$/.exec(content) ?? [];
    if (start === undefined) open = null;
    else if (open && !start.startsWith('/*')) open = { line: open.line, text: `${open.text} ${text}`.trim() };
    else open = { line: index + 1, text };
    if (open?.line === index + 1) comments.push(open);
    else if (open) comments[comments.length - 1] = open;
  }
  return comments;
}
