import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import MarkdownIt from 'markdown-it';
import * as fc from '../../../../support/fastCheck.ts';

await import('../../fakes/fakeVscode.ts');
const { isSafeLink } = await import('../../../../../src/host/language/providers/documentProviders.ts');

/** Returns the hover of a document link as VS Code writes it (`MarkdownString.appendLink`, 1.139). */
function writeHover(target: string): string {
  const escaped = target
    .replaceAll(' ', '%20')
    .replaceAll(')', (sign, at: number, all: string) => (all.charAt(at - 1) === '\\' ? sign : `\\${sign}`));
  return `[Follow link](${escaped}) (ctrl + click)`;
}

function runsCommand(target: string): boolean {
  const tokens = new MarkdownIt({ html: true }).parse(writeHover(target), {}).flatMap(({ children }) => children ?? []);
  return tokens.some((token) => token.type === 'link_open' && String(token.attrGet('href')).startsWith('command:'));
}

describe('a target of a link', () => {
  const hostile = [
    'https://a.example/[Open](command:x',
    String.raw`https://a.example/x\\)[Open](command:x\\)`,
    'https://a.example/(<command:x>',
  ];
  for (const target of hostile) {
    test(`such as ${target} is not a link, because its hover would run a command`, () => {
      assert.deepEqual([runsCommand(target), isSafeLink(target)], [true, false]);
    });
  }

  test('with parentheses and brackets only is a link', () => {
    const targets = ['file:///w/image (1).png', 'file:///w/[draft] door.png', 'https://a.example/x?y=(1)&z=[2]'];
    assert.deepEqual(
      targets.map((target) => isSafeLink(target)),
      [true, true, true],
    );
  });

  test('that is a link never runs a command in its hover', () => {
    const pieces = fc.constantFrom(
      '\\',
      ')',
      '(',
      '[Open]',
      '](',
      'command:x',
      '<',
      '>',
      '![',
      '/',
      'x',
      '"',
      '`',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const target = `https://a.example/${parts.join('')}`;
        return !isSafeLink(target) || !runsCommand(target);
      }),
      { numRuns: 2_000 },
    );
  });
});
