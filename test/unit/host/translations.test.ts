import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { explainProblem } from '../../../src/core/language/problems/explainProblem.ts';
import { allProblems } from '../../../src/core/language/problems/allProblems.ts';
import { fillTemplate } from '../../../src/core/support/text/fillTemplate.ts';
import { makeInert } from '../../../src/core/support/text/makeInert.ts';
import { rootDir } from '../../hosts/paths.ts';

type Strings = Readonly<Record<string, string>>;

interface Sentence {
  readonly key: string;
  readonly english: string;
  readonly translated: string;
}

/** Names and formats, which are the same in every language. */
const untranslated: ReadonlySet<string> = new Set(['Genwright', '= {value}', '{count} / {max}']);

/** Placeholders whose values are words of the same language, so that no space sets them off. */
const words = ['cost', 'expected', 'found', 'time'];

const han = String.raw`\p{Script=Han}`;
const latin = String.raw`[\p{Script=Latin}\d"\x60$]|\{(?!(?:${words.join('|')})\})|(?<!\{(?:${words.join('|')}))\}`;
const withoutSpace = new RegExp(`${han}(?:${latin})|(?:${latin})${han}`, 'u');
const wide = String.raw`[${han}，、；：]`;
const halfWidth = new RegExp(`${han}\\s*[,;:!?]|[,;!?]\\s*${han}|\\([^()]*${wide}[^()]*\\)(?<!\\]\\([^()]*\\))`, 'u');

const sorted = (found: Iterable<RegExpMatchArray>): readonly string[] => [...found].map(([whole]) => whole).sort();
const listPlaceholders = (text: string): readonly string[] => sorted(text.matchAll(/\{\w+\}/g));
/** Returns code, values in quotes, and targets of links, which are not translated. */
const listVerbatim = (text: string): readonly string[] => sorted(text.matchAll(/`[^`]*`|"[^"]*"|(?<=\])\([^)]*\)/g));

async function read(path: string): Promise<Strings> {
  return JSON.parse(await readFile(join(rootDir, path), 'utf8')) as Strings;
}

/** Lists the languages of the translations, by either of their files. */
async function listLanguages(): Promise<readonly string[]> {
  const names = [...(await readdir(rootDir)), ...(await readdir(join(rootDir, 'l10n')))];
  return [...new Set(names.flatMap((name) => /^(?:package\.nls|bundle\.l10n)\.(.+)\.json$/.exec(name)?.[1] ?? []))];
}

async function arrange(language: string) {
  const manifest = { english: await read('package.nls.json'), own: await read(`package.nls.${language}.json`) };
  const bundle = { english: await read('l10n/bundle.l10n.json'), own: await read(`l10n/bundle.l10n.${language}.json`) };
  const sentences = [manifest, bundle].flatMap(({ english, own }): readonly Sentence[] =>
    Object.entries(english).map(([key, text]) => ({ key, english: text, translated: own[key] ?? '' })),
  );
  return { manifest, bundle, sentences };
}

test('the extension is in Simplified Chinese', async () => {
  assert.deepEqual(await listLanguages(), ['zh-cn']);
});

for (const language of await listLanguages()) {
  describe(`the translation ${language}`, () => {
    const list = async (isWrong: (sentence: Sentence) => boolean): Promise<readonly string[]> => {
      const { sentences } = await arrange(language);
      return sentences.filter(isWrong).map(({ key, translated }) => `${key}: ${translated}`);
    };

    test('has the strings of the manifest and of the sources, in their order, and no others', async () => {
      const { manifest, bundle } = await arrange(language);
      for (const { own, english } of [manifest, bundle]) {
        const missing = Object.keys(english).filter((key) => !Object.hasOwn(own, key));
        const superfluous = Object.keys(own).filter((key) => !Object.hasOwn(english, key));
        assert.deepEqual({ missing, superfluous }, { missing: [], superfluous: [] });
        assert.deepEqual(Object.keys(own), Object.keys(english));
      }
    });

    test('leaves nothing in English', async () => {
      assert.deepEqual(
        await list(({ english, translated }) => (translated === english) !== untranslated.has(english)),
        [],
      );
    });

    test('has the placeholders of the English sentences', async () => {
      const isWrong = ({ english, translated }: Sentence): boolean =>
        listPlaceholders(translated).join() !== listPlaceholders(english).join();
      assert.deepEqual(await list(isWrong), []);
    });

    test('has their code, their values in quotes and their links', async () => {
      const isWrong = ({ english, translated }: Sentence): boolean =>
        listVerbatim(translated).join() !== listVerbatim(english).join();
      assert.deepEqual(await list(isWrong), []);
    });

    test('has three periods at the end where more input follows', async () => {
      assert.deepEqual(
        await list(({ english, translated }) => translated.endsWith('...') !== english.endsWith('...')),
        [],
      );
    });

    test('contains no link or icon that VS Code would act on', async () => {
      const { bundle } = await arrange(language);
      const changed = Object.values(bundle.own).filter((text) => makeInert(text) !== text);
      assert.deepEqual(changed, []);
    });

    test('has full-width punctuation, and spaces around Latin words and digits', async () => {
      assert.deepEqual(await list(({ translated }) => withoutSpace.test(translated) || halfWidth.test(translated)), []);
    });

    test('reaches every line of the pages of the problems but their examples', async () => {
      const { bundle } = await arrange(language);
      const pages = Object.keys(allProblems).map((code) =>
        explainProblem(code, (template, args) => fillTemplate(bundle.own[template] ?? template, args)),
      );
      const lines = pages.flatMap((page) => (page ?? '').replaceAll(/^```[^]*?^```$/gm, '').split('\n'));
      assert.ok(lines.length > 400);
      assert.deepEqual(
        lines.filter((line) => line !== '' && !/^`[\w/-]+`$/.test(line) && !new RegExp(han, 'u').test(line)),
        [],
      );
    });

    test('is in the package', async () => {
      const allowed = (await readFile(join(rootDir, '.vscodeignore'), 'utf8')).split('\n');
      assert.ok(allowed.includes('!package.nls*.json') && allowed.includes('!l10n/bundle.l10n.*.json'));
    });
  });
}
