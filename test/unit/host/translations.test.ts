import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { makeInert } from '../../../src/core/support/text/makeInert.ts';
import {
  bringUpToDate,
  findGaps,
  listPlaceholders,
  readTranslations,
  type Strings,
} from '../../../scripts/translations.ts';
import { rootDir } from '../../hosts/paths.ts';

const translations = readTranslations();

/** A translation of sentences that are their own keys. */
function arrange(sentences: readonly string[], translated: Strings) {
  const english = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
  return { language: 'zh-cn', file: 'a.json', content: JSON.stringify(translated, null, 2), english, translated };
}

const listGaps = (sentences: readonly string[], translated: Strings): readonly string[] =>
  findGaps(arrange(sentences, translated)).map(({ line, found, advice }) => `${line} ${found}: ${advice}`);

// What harms a user fails a test. Such a mistake is always one of the translation: a changed English sentence is a new
// key, and shows in English.
for (const { file, translated } of translations.filter((each) => each.file.startsWith('l10n/'))) {
  describe(`the translation ${file}`, () => {
    test('contains no link or icon that VS Code would act on', () => {
      assert.deepEqual(
        Object.values(translated).filter((text) => makeInert(text) !== text),
        [],
      );
    });

    test('loses no value of a sentence, such as an amount, and invents none', () => {
      const wrong = Object.entries(translated).filter(
        ([english, own]) => listPlaceholders(own).join() !== listPlaceholders(english).join(),
      );
      assert.deepEqual(wrong, []);
    });
  });
}

test('no translation is empty, which VS Code would show instead of English', () => {
  const empty = translations.flatMap(({ translated }) =>
    Object.keys(translated).filter((key) => translated[key] === ''),
  );
  assert.deepEqual(empty, []);
});

test('translations are in the package', () => {
  const allowed = readFileSync(join(rootDir, '.vscodeignore'), 'utf8').split('\n');
  assert.ok(allowed.includes('!package.nls*.json') && allowed.includes('!l10n/bundle.l10n.*.json'));
  assert.ok(translations.some(({ file, language }) => file.startsWith('l10n/') && language === 'zh-cn'));
});

describe('gaps of a translation', () => {
  test('are sentences that it lacks or leaves in English', () => {
    assert.deepEqual(listGaps(['Stop.', 'Go.', 'Genwright', '{a} / {b}'], { 'Stop.': '停止。' }), [
      'null Go.: translate it; it shows in English',
    ]);
    const same = { Genwright: 'Genwright', '{a} / {b}': '{a} / {b}', 'Go.': 'Go.' };
    assert.deepEqual(listGaps(Object.keys(same), same), ['4 Go.: translate it; it shows in English']);
  });

  test('are placeholders, code, quoted values and links that differ', () => {
    const gapOf = (english: string, own: string): readonly string[] => listGaps([english], { [english]: own });
    assert.deepEqual(gapOf('{a} of {b}', '共 {b} 个'), ['2 共 {b} 个: keep {a} {b}, as in English']);
    assert.deepEqual(gapOf('Write `a`.', '写入 `b`。'), ['2 写入 `b`。: keep `a`, as in English']);
    assert.deepEqual(gapOf('[Open](command:a)', '[打开](command:b)'), [
      '2 [打开](command:b): keep (command:a), as in English',
    ]);
    assert.deepEqual(gapOf('Set "a" of {b}.', '设置 {b} 的 "a"。'), []);
  });

  test('are named by a release, which is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'genwright-release-'));
    try {
      const files = ['scripts', 'l10n', 'samples', 'package.json', 'package.nls.json', 'package.nls.zh-cn.json'];
      for (const name of [...files, 'CHANGELOG.md'])
        cpSync(join(rootDir, name), join(folder, name), { recursive: true });
      symlinkSync(join(rootDir, 'src'), join(folder, 'src'), 'junction');
      const file = 'l10n/bundle.l10n.zh-cn.json';
      const bundle = translations.find((each) => each.file === file);
      const [key, ...others] = Object.keys(bundle?.translated ?? {}).filter((each) => bundle?.english[each]);
      writeFileSync(
        join(folder, file),
        JSON.stringify(Object.fromEntries(others.map((each) => [each, bundle?.translated[each]]))),
      );
      const script = join(folder, 'scripts/package.ts');
      const { status, stderr } = spawnSync(process.execPath, [script, '--release'], { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.ok(stderr.includes(`- ${file}: ${key}: translate it`), stderr);
      assert.ok(!stderr.includes(`${others[0]}:`), stderr);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('are filled in English, in its order, while what is no longer used goes', () => {
    const translation = arrange(['A.', 'B.', 'C.'], { 'C.': '丙。', 'D.': '丁。', 'A.': '甲。' });
    assert.deepEqual(Object.entries(JSON.parse(bringUpToDate(translation)) as Strings), [
      ['A.', '甲。'],
      ['B.', 'B.'],
      ['C.', '丙。'],
    ]);
  });
});
