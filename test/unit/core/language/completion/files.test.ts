import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from '../openAt.ts';
import { choose, completeAt } from './completeAt.ts';

const contents = {
  'zoo.png': '',
  'door.JPG': '',
  'clip.mp4': '',
  'theme.mp3': '',
  'brief.md': 'A door.',
  'hero.gen.yaml': '',
  'hero.gen.runs.jsonl': '',
  'other.yaml': 'a: 1',
  'brand.vars.yaml': 'a: 1',
  '.cache/a.png': '',
  '.hidden.png': '',
  'images/red door.png': '',
  'images/it: is.png': '',
  'images/deep/a.webp': '',
  'texts/long.txt': '',
  'texts/odd: one/a.png': '',
  'texts/plain/a.png': '',
};
const options = { files: () => filesOf(contents) };

function labelsAt(marked: string): readonly string[] {
  return completeAt(marked, options).map(({ label }) => label);
}

const image = 'model: seedream-5-0-260128\n';
const folders = ['images/', 'texts/'];
const pictures = [...folders, 'door.JPG', 'zoo.png'];

const cases: readonly (readonly [what: string, marked: string, labels: readonly string[]])[] = [
  ['folders and images for an image', `${image}image: |`, pictures],
  ['images while a name is typed', `${image}image: do|`, pictures],
  ['images in quotes', `${image}image: "do|"`, pictures],
  ['images in an item', `${image}images:\n  - |`, pictures],
  ['images in brackets', `${image}images: [door.JPG, |]`, pictures],
  ['images in a job in braces', `jobs: {a: {${image.trim()}, image: |}}`, pictures],
  ['images in an object', 'model: kling-v2-6\nmetadata:\n  image: |', pictures],
  [
    'images in an item of a list of objects',
    'model: happyhorse-1.0-i2v\nmedia:\n  - type: first_frame\n    url: |',
    [...folders, 'clip.mp4', 'door.JPG', 'theme.mp3', 'zoo.png'],
  ],
  ['images for an axis', `${image}matrix:\n  image:\n    - |`, pictures],
  ['images for a variable that is an image', `vars:\n  photo: |\n${image}image: \${{ vars.photo }}\n`, pictures],
  ['images for an unknown model', 'model: someone/new\nimage: |', pictures],
  ['files of a folder', `${image}image: images/|`, ['images/deep/'.slice(7), 'it: is.png', 'red door.png']],
  ['files of a folder, with a dot before it', `${image}image: ./images/re|`, ['deep/', 'it: is.png', 'red door.png']],
  ['other folders in the middle of a path', `${image}image: im|ages/deep/a.webp`, folders],
  ['only folders that need no quotes in the middle of a path', `${image}image: texts/od|d: one/a.png`, ['plain/']],
  ['files of a folder in a folder', `${image}image: images/deep/|`, ['a.webp']],
  ['videos for a video', 'model: wan2.6-r2v\nreference_video_urls:\n  - |', [...folders, 'clip.mp4']],
  ['sounds for a sound', 'model: wan2.6-t2v\naudio_url: |', [...folders, 'theme.mp3']],
  ['nothing for an address', `${image}image: https://a/|`, []],
  ['nothing where a list is expected', `${image}images: |`, []],
  ['nothing in prose', `${image}prompt: im|`, []],
  ['a start for a text of a file', `${image}prompt: file:|`, ['file://./']],
  ['texts', `${image}prompt: file://|`, [...folders, 'brand.vars.yaml', 'brief.md', 'other.yaml']],
  ['texts of a folder', `${image}prompt: file://./texts/|`, ['odd: one/', 'plain/', 'long.txt']],
  ['texts for a variable', 'vars:\n  brief: file://./|', [...folders, 'brand.vars.yaml', 'brief.md', 'other.yaml']],
  ['a start for variables', 'vars: |', ['file://./']],
  ['files of variables, those named so first', 'vars: file://./|', [...folders, 'brand.vars.yaml', 'other.yaml']],
  ['files of variables in a list', 'vars:\n  - file://./|', [...folders, 'brand.vars.yaml', 'other.yaml']],
  [
    'folders for the output',
    'output:\n  dir: |',
    ['images', 'texts', '${{ file.base }}', "${{ now | date('YYYY-MM-DD') }}"],
  ],
  ['no texts for a number', 'model: grok-imagine-image\nn: file://|', []],
];

for (const [what, marked, labels] of cases) {
  test(`offers ${what}`, () => assert.deepEqual(labelsAt(marked), labels));
}

test('no text is offered if files may not be read', () => {
  const untrusted = { files: () => filesOf(contents, { isTrusted: false }) };
  assert.deepEqual(completeAt(`${image}prompt: file://./|`, untrusted), []);
});

const choices: readonly (readonly [marked: string, label: string, line: string])[] = [
  ['image:|', 'zoo.png', 'image: zoo.png'],
  ['image: |', 'images/', 'image: images/'],
  ['image: ./images/re|d', 'red door.png', 'image: ./images/red door.png'],
  ['image: ima|ges/a.png', 'texts/', 'image: texts/a.png'],
  ['image: images|/a.png', 'texts/', 'image: texts/a.png'],
  ['image: images/|', 'it: is.png', 'image: "images/it: is.png"'],
  ["image: 'images/|'", 'it: is.png', "image: 'images/it: is.png'"],
  ['image: "images/|"', 'deep/', 'image: "images/deep/"'],
  ['prompt: file:|', 'file://./', 'prompt: file://./'],
  ['prompt: "file:|"', 'file://./', 'prompt: "file://./|"'],
  ['prompt: file://./b|', 'brief.md', 'prompt: file://./brief.md'],
  ['images: [im|]', 'zoo.png', 'images: [zoo.png]'],
];

for (const [marked, label, line] of choices) {
  test(`selecting ${label} in ${marked} replaces one part of the path`, () => {
    assert.equal(choose(`${image}${marked}`, label, options)?.slice(image.length), line);
  });
}

test('a file has its path, so that it can be shown, and a folder opens the list of its content', () => {
  const [folder, file] = completeAt(`${image}image: ./images/|`, options).slice(0, 2);
  assert.deepEqual(
    [folder?.kind, folder?.triggersNext, folder?.path, file?.kind, file?.triggersNext, file?.path],
    ['folder', true, undefined, 'file', undefined, './images/it: is.png'],
  );
});

test('a field for a file opens its list at once if the files are known', () => {
  const asks = [options, {}].map(
    (each) => completeAt(`${image}ima|`, each).find(({ label }) => label === 'image')?.triggersNext === true,
  );
  assert.deepEqual(asks, [true, false]);
});
