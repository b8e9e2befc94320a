import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findChinese } from '../../scripts/proseChinese.ts';
import { listComments, listProse } from '../../scripts/proseTexts.ts';
import { createWordFinder, readWords, type Group } from '../../scripts/proseWords.ts';

const places = (text: string, ...groups: readonly Group[]): readonly string[] =>
  createWordFinder(readWords())({ file: 'a.md', line: 10, text, groups }).map(({ line, found }) => `${line} ${found}`);

describe('advice about prose', () => {
  test('has the line of each word, also of two that a line break separates', () => {
    assert.deepEqual(places('It can not\nbe, and can\nnot be in silence.', 'everywhere'), [
      '10 can not',
      '11 can not',
      '12 in silence',
    ]);
  });

  test('does not look at code, at other words, or at words of other groups', () => {
    assert.deepEqual(places('`can not`, amend\n```sh\nmend it\n```\nPlease click.', 'everywhere'), []);
    assert.deepEqual(places('Please click.', 'messages'), ['10 click', '10 Please']);
  });

  test('reads successive lines of a comment as one, with the line of its first', () => {
    const source =
      'const a = 1;\n/**\n * One\n * two.\n */\n/** Three. */\n// Four\n// five.\n\n  // Six.\nb(); // seven';
    assert.deepEqual(listComments(source), [
      { line: 3, text: 'One\ntwo.' },
      { line: 6, text: 'Three.\nFour\nfive.' },
      { line: 10, text: 'Six.' },
    ]);
  });

  test('reads every kind of text', () => {
    const all = listProse();
    const has = (file: string, text: string): boolean =>
      all.some((prose) => prose.file.startsWith(file) && prose.line > 0 && prose.text.includes(text));
    assert.ok(has('README.md', '# Genwright'));
    assert.ok(has('test/unit/prose.test.ts', 'reads every kind of text'));
    assert.ok(has('src/host/ui/l10n.ts', 'read Translations'));
    assert.ok(has('samples/', 'prompt'));
    assert.ok(has('package.nls.json', 'Generate'));
    assert.ok(all.some(({ file, groups }) => file.startsWith('src/host/') && groups.includes('messages')));
  });
});

describe('advice about Chinese', () => {
  const advise = (own: string, sentence: string | null = 'Some sentence.'): readonly string[] => {
    const english = { ...(sentence === null ? {} : { key: sentence }), other: 'Other.' };
    const translated = { other: '其他。', key: own };
    const content = JSON.stringify(translated, null, 2);
    return findChinese({ language: 'zh-cn', file: 'a.json', content, english, translated }).map(
      ({ line, found }) => `${line} ${found}`,
    );
  };

  test('is about spaces, punctuation, three periods, and what nothing uses', () => {
    assert.deepEqual(advise('将 2 个文件保存到“输出”（{folder}）。'), []);
    assert.deepEqual(advise('将2 个文件'), ['3 将2']);
    assert.deepEqual(advise('文件,任务'), ['3 件,']);
    assert.deepEqual(advise('任务 (结果)'), ['3 (结果)']);
    assert.deepEqual(advise('连接...'), ['3 连接...']);
    assert.deepEqual(advise('连接', null), ['3 连接']);
  });
});
