import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSections } from '../../../../../src/core/jobFile/sections/parseSections.ts';

type Case = readonly [what: string, text: string, problems: readonly string[]];

/** Texts with what their problems span. `*`: a line that is left over. */
const cases: readonly Case[] = [
  ['two versions', 'a: 1\n<<<<<<< x\nb: 1\n=======\nb: 2\n>>>>>>> y\n', ['<<<<<<< x\nb: 1\n=======\nb: 2\n>>>>>>> y']],
  ['no names', '<<<<<<<\na: 1\n=======\n>>>>>>>', ['<<<<<<<\na: 1\n=======\n>>>>>>>']],
  ['a byte order mark', '\ufeff<<<<<<< x\n=======\n>>>>>>> y\n', ['<<<<<<< x\n=======\n>>>>>>> y']],
  ['line breaks of Windows', '<<<<<<< x\r\n=======\r\n>>>>>>> y\r\n', ['<<<<<<< x\r\n=======\r\n>>>>>>> y']],
  ['an end alone', 'a: 1\n>>>>>>> y\n', ['>>>>>>> y*']],
  ['no separator', '<<<<<<< x\na: 1\n>>>>>>> y\n', ['<<<<<<< x*', '>>>>>>> y*']],
  [
    'a start inside a version',
    '<<<<<<< x\n<<<<<<< z\n=======\n>>>>>>> y\n',
    ['<<<<<<< x*', '<<<<<<< z\n=======\n>>>>>>> y'],
  ],
  ['a broken value beside it', 'a: "b\n<<<<<<< x\n=======\n>>>>>>> y\n', ['<<<<<<< x\n=======\n>>>>>>> y']],
  ['the signs in a text', 'a: |\n  <<<<<<< x\n  =======\n  >>>>>>> y\n', []],
  ['more of the signs', 'a: "b\n========\n>>>>>>>>> c"\n', ['yaml-syntax', 'yaml-syntax']],
];

for (const [what, text, problems] of cases) {
  test(`${what}: ${problems.length} problems`, () => {
    const found = parseSections(text).syntaxProblems.map(({ code, start, end, args }) => {
      return code === 'merge-conflict' ? text.slice(start, end) + (args['variant'] === 'left-over' ? '*' : '') : code;
    });
    assert.deepEqual(found, problems);
  });
}
