import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRules } from '../../../../../src/core/catalog/checkRules.ts';
import type { Rule } from '../../../../../src/core/catalog/rule.ts';
import {
  boxesNeedImages,
  boxesOfFour,
  edgesNeedCustom,
  editNeedsImage,
  jpegOrPngInput,
  largeSizeNeedsText,
  maskNeedsImage,
  noInputImages,
  notWithSequential,
  sizeInSteps,
  sizeWithin,
  smallSizeNeedsText,
} from '../../../../../src/core/catalog/rules/imageRules.ts';
import { stringifyJson, type JsonObject } from '../../../../../src/core/support/json/json.ts';

const within = sizeWithin({ smallest: '768*768', largest: '2048*2048', ratio: 8 });
const url = 'https://example.com/a';

/** A case of a rule. Fields of `open` are present, with a value that only an expression gives later. */
interface Case {
  readonly values: JsonObject;
  readonly open?: readonly string[];
  /** The field at which the problem is shown. Undefined if the rule is kept. */
  readonly shownAt?: string;
}

const cases: readonly (readonly [rule: Rule, readonly Case[]])[] = [
  [
    within,
    [
      { values: { size: '512*4096' } },
      { values: { size: '511*4096' }, shownAt: 'size' },
      { values: { size: '768*768' } },
      { values: { size: '768*767' }, shownAt: 'size' },
      { values: { size: '2K' } },
      { values: { size: 5 } },
      { values: {}, open: ['size'] },
    ],
  ],
  [
    sizeWithin({ largest: '4096*4096' }),
    [
      { values: { size: '4096*4096' } },
      { values: { size: '1*1' } },
      { values: { size: '0*9' }, shownAt: 'size' },
      { values: { size: '4097*4096' }, shownAt: 'size' },
    ],
  ],
  [
    sizeInSteps({ step: 16, longest: 3840, ratio: 3 }),
    [
      { values: { size: '3840x1280' } },
      { values: { size: 'auto' } },
      { values: { size: '1000x1000' }, shownAt: 'size' },
      { values: { size: '3856x3840' }, shownAt: 'size' },
      { values: { size: '3840x1264' }, shownAt: 'size' },
      { values: { size: '0x16' }, shownAt: 'size' },
      { values: { size: '0x0' }, shownAt: 'size' },
      { values: {}, open: ['size'] },
    ],
  ],
  [
    edgesNeedCustom,
    [
      { values: { width: 512, height: 512, aspect_ratio: 'custom' } },
      { values: { width: 512 }, shownAt: 'width' },
      { values: { height: 512, aspect_ratio: '1:1' }, shownAt: 'height' },
      { values: { height: 512 }, open: ['aspect_ratio'] },
      { values: { aspect_ratio: '1:1' } },
    ],
  ],
  [
    largeSizeNeedsText,
    [
      { values: { size: '4K' } },
      { values: { size: '4K', images: [url] }, shownAt: 'size' },
      { values: { size: '4K', images: [] } },
      { values: { size: '4096*2048', enable_sequential: true }, shownAt: 'size' },
      { values: { size: '2048*2048', enable_sequential: true } },
      { values: { size: '2049*2048', enable_sequential: true }, shownAt: 'size' },
      { values: { size: '1K', images: [url] } },
      { values: { images: [url] }, open: ['size'] },
      { values: { size: '4K' }, open: ['enable_sequential'] },
      { values: { size: '4K' }, open: ['image'], shownAt: 'size' },
    ],
  ],
  [
    smallSizeNeedsText,
    [
      { values: { size: '1K', image: url }, shownAt: 'size' },
      { values: { size: '2K', image: url } },
      { values: { size: '2048*2048', image: url } },
      { values: { size: '4K', image: url } },
      { values: { size: '1K' } },
    ],
  ],
  [
    notWithSequential('thinking_mode'),
    [
      { values: { thinking_mode: false, enable_sequential: true }, shownAt: 'thinking_mode' },
      { values: { thinking_mode: true }, open: ['enable_sequential'] },
      { values: { enable_sequential: true } },
    ],
  ],
  [
    boxesNeedImages,
    [
      { values: { bbox_list: [] }, shownAt: 'bbox_list' },
      { values: { bbox_list: [], images: [] }, shownAt: 'bbox_list' },
      { values: { bbox_list: [] }, open: ['images'] },
    ],
  ],
  [
    boxesOfFour,
    [
      { values: { bbox_list: [[[1, 2, 3, 4]], []] } },
      { values: { bbox_list: [[], [[1, 2, 3]]] }, shownAt: 'bbox_list' },
      { values: { bbox_list: 'none' } },
    ],
  ],
  [
    jpegOrPngInput,
    [
      { values: { image: `${url}.JPG?x=1` } },
      { values: { image: url } },
      { values: { images: [url, `${url}.gif#x`] }, shownAt: 'images' },
      { values: { image: 'data:image/webp;base64,AA==' }, shownAt: 'image' },
      { values: { image: 'data:image/png;base64,AA==' } },
      { values: {}, open: ['image'] },
    ],
  ],
  [maskNeedsImage, [{ values: { mask: url }, shownAt: 'mask' }, { values: { mask: url, images: [url] } }]],
  [noInputImages, [{ values: { images: [url] }, shownAt: 'images' }, { values: {} }]],
  [
    editNeedsImage,
    [
      { values: {}, shownAt: '' },
      { values: { images: [] }, shownAt: 'images' },
      { values: { extra_fields: { input: { images: [url] } } } },
      { values: { extra_fields: { input: { images: [] } } }, shownAt: 'extra_fields' },
      { values: { extra_fields: { input: { images: url } } } },
      { values: { extra_fields: { input: { images: '' } } }, shownAt: 'extra_fields' },
      { values: { extra_fields: { input: 5 } }, shownAt: 'extra_fields' },
      { values: {}, open: ['extra_fields'] },
      { values: {}, open: ['image'] },
    ],
  ],
];

function nameOf(rule: Rule): string {
  return rule.kind === 'named' ? rule.name : rule.kind;
}

for (const [rule, table] of cases) {
  for (const { values, open = [], shownAt } of table) {
    const waiting = open.length > 0 ? ` while ${open.join(', ')} is open` : '';
    test(`${nameOf(rule)}: ${stringifyJson(values)}${waiting} is ${shownAt === undefined ? 'valid' : 'a problem'}`, () => {
      const faults = checkRules([rule], { present: new Set([...Object.keys(values), ...open]), values });

      assert.deepEqual(
        faults.map(({ fields }) => fields[0] ?? ''),
        shownAt === undefined ? [] : [shownAt],
      );
    });
  }
}

test('a size has the bounds of its rule, and a rule without a smallest size names only the largest', () => {
  assert.deepEqual([within, sizeWithin({ largest: '4096*4096' })].map(nameOf), ['size-within', 'size-up-to']);
});

test('a rule shows the size, and an input up to 60 characters', () => {
  const argsOf = (rule: Rule, values: JsonObject): unknown =>
    checkRules([rule], { present: new Set(Object.keys(values)), values }).map((fault) => 'args' in fault && fault.args);
  const name = (length: number): string => 'a'.repeat(length - 5).concat('.webp');

  assert.deepEqual(
    [
      argsOf(jpegOrPngInput, { image: name(60) }),
      argsOf(jpegOrPngInput, { image: name(61) }),
      argsOf(largeSizeNeedsText, { size: '4K', image: url }),
    ],
    [[{ input: name(60), index: 0 }], [{ input: `${name(61).slice(0, 60)}…`, index: 0 }], [{ size: '4K' }]],
  );
});

test('the bytes of an input decide, and its name only while they are not known', () => {
  const types: Readonly<Record<string, string>> = { 'a.gif': 'image/png', 'b.png': 'image/gif', 'c.gif': 'image/apng' };
  const check = (images: readonly string[]) =>
    checkRules([jpegOrPngInput], {
      present: new Set(['images']),
      values: { images: [...images] },
      mediaTypeOf: (path) => types[path],
    }).map((fault) => 'args' in fault && fault.args);

  assert.deepEqual(
    [['a.gif', 'c.gif', 'd.png'].map((each) => check([each])), check(['a.gif', 'b.png']), check(['d.gif'])],
    [[[], [], []], [{ input: 'b.png', index: 1 }], [{ input: 'd.gif', index: 0 }]],
  );
});

test('the bytes in a data URI decide, whatever type it names', () => {
  const heads = {
    png: '89504e470d0a1a0a',
    jpeg: 'ffd8ffe000104a46',
    gif: '474946383961',
    webp: '5249464624000000',
    bmp: '424d46',
    tiff: '49492a0008',
    heic: '0000001866747970',
  };
  const isWrong = (image: string): boolean =>
    checkRules([jpegOrPngInput], { present: new Set(['image']), values: { image } }).length > 0;
  const wrong = Object.entries(heads).flatMap(([name, hex]) => {
    const image = `data:image/png;base64,${Buffer.from(hex, 'hex').toString('base64')}`;
    return isWrong(image) ? [name] : [];
  });

  assert.deepEqual(wrong, ['gif', 'webp', 'bmp', 'tiff', 'heic']);
  assert.ok(isWrong('data:text/plain,hello'));
});
