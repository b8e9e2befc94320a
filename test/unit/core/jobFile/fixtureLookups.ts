import {
  normalizePath,
  type FoundInput,
  type Lookups,
  type TextOutcome,
} from '../../../../src/core/jobFile/lookups.ts';

const megabyte = 1024 * 1024;

const texts: Readonly<Record<string, TextOutcome>> = {
  'brand.vars.yaml': { ok: true, text: 'palette: {warm: amber}\nweight: 0.4\ntags: [loud, fast]\nsubject: a house\n' },
  'brief.md': { ok: true, text: '\ufeffA calm harbor.\r\n${{ vars.name }} stays.\r\n' },
  'long.txt': { ok: true, text: 'x'.repeat(650) },
  'broken.vars.yaml': { ok: true, text: 'a: 1\nb: [1\n' },
  'list.vars.yaml': { ok: true, text: '- a\n' },
  'large.md': { ok: false, reason: 'too-large' },
};

const inputs: Readonly<Record<string, FoundInput>> = {
  'cat.png': { exists: true, isInside: true, sha256: 'ca7', bytes: 4_000 },
  'images/../cat.png': { exists: true, isInside: true, sha256: 'ca7', bytes: 4_000 },
  'dog.png': { exists: true, isInside: true, sha256: 'd09', bytes: 5_000 },
  'huge.png': { exists: true, isInside: true, sha256: '4u9e', bytes: 30 * megabyte },
  'huge-known.png': { exists: true, isInside: true, sha256: 'f00d', bytes: 30 * megabyte },
};

/** The lookups of the fixtures: a few files, one variable that may be read, and noon of a day. */
export const fixtureLookups: Lookups = {
  files: {
    readText: (path) => texts[path] ?? { ok: false, reason: path.startsWith('..') ? 'outside' : 'missing' },
    inspect: (path) => inputs[normalizePath(path)] ?? { exists: false, isInside: !path.startsWith('..'), bytes: 0 },
    knowsUrl: (sha256) => sha256 === 'f00d',
  },
  env(name) {
    if (name === 'USER_CITY') return { state: 'set', value: 'Bergen' };
    return { state: name === 'UNSET' ? 'unset' : 'blocked' };
  },
  now: Date.UTC(2026, 10, 21, 12, 30, 5),
  utcOffsetMinutes: 60,
  run: { id: 'r1', n: 3 },
};
