import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resolveInputs } from '../../../../../src/core/jobFile/compile/resolveInputs.ts';
import { lfsPointerType, type FoundInput, type Lookups } from '../../../../../src/core/jobFile/lookups.ts';
import { conceal, isPending, pendingOf } from '../../../../../src/core/jobFile/planValue.ts';

/** Returns the value for a path in a media field, or the problem with its arguments. */
function resolve(
  path: string,
  found: Partial<FoundInput> = {},
  more: { readonly isFromEnv?: boolean; readonly takesData?: boolean; readonly lookups?: Lookups } = {},
): unknown {
  const problems: unknown[] = [];
  const node = { kind: 'scalar', value: path, style: 'plain', start: 1, end: 2 } as const;
  const reading = { kind: 'media', takes: 'image', takesData: more.takesData ?? true } as const;
  const lookups: Lookups = {
    files: {
      readText: () => ({ ok: false, reason: 'missing' }),
      inspect: () => ({ exists: true, isInside: true, sha256: 'aa', bytes: 3, ...found }),
      knowsUrl: (sha256) => sha256 === 'known',
    },
  };
  const value = resolveInputs(
    more.isFromEnv ? conceal(path) : path,
    { node, reading },
    {
      lookups: more.lookups ?? lookups,
      report: ({ code, start, end, args }) => problems.push([code, start, end, args]),
    },
  );
  return problems[0] ?? (isPending(value) ? pendingOf(value) : value);
}

const mebibyte = 1024 * 1024;

describe('a local input file', () => {
  test('is a placeholder with its content', () => {
    const file = { kind: 'file', file: 'images/a.png', sha256: 'aa', takesData: true };
    assert.deepEqual(resolve('./images\\a.png'), file);
    assert.deepEqual(resolve('images/a.png', {}, { isFromEnv: true }), { ...file, isFromEnv: true });
  });

  const cases: readonly (readonly [
    what: string,
    path: string,
    found: Partial<FoundInput>,
    code: string,
    args: unknown,
  ])[] = [
    ['with an absolute path', '/a.png', {}, 'missing-input', { path: '/a.png', variant: 'absolute' }],
    [
      'outside the workspace folder',
      '../a.png',
      { isInside: false, exists: false },
      'missing-input',
      { path: '../a.png', variant: 'outside' },
    ],
    ['that is missing', 'a.png', { exists: false }, 'missing-input', { path: 'a.png', variant: 'missing' }],
    [
      'of another kind',
      'a.mp3',
      { mediaType: 'audio/mpeg' },
      'input-not-sendable',
      { path: 'a.mp3', variant: 'not-image' },
    ],
    [
      'that is a pointer of Git LFS',
      'a.png',
      { mediaType: lfsPointerType },
      'input-not-sendable',
      { path: 'a.png', variant: 'lfs-pointer' },
    ],
    ['of an unknown type', 'a', { mediaType: null }, 'input-not-sendable', { path: 'a', variant: 'not-image' }],
    [
      'that is too large',
      'a.png',
      { bytes: 10 * mebibyte + 1 },
      'input-not-sendable',
      { path: 'a.png', variant: 'too-large', size: 11, max: 10 },
    ],
    [
      'with a path of 80 characters',
      'x'.repeat(80),
      { exists: false },
      'missing-input',
      { path: 'x'.repeat(80), variant: 'missing' },
    ],
    [
      'with a long path',
      'x'.repeat(81),
      { exists: false },
      'missing-input',
      { path: `${'x'.repeat(80)}…`, variant: 'missing' },
    ],
  ];
  for (const [what, path, found, code, args] of cases) {
    test(`${what} is refused`, () => assert.deepEqual(resolve(path, found), [code, 1, 2, args]));
  }

  test('may be as large as the limit, or of any size if the gateway has it', () => {
    const kinds = [
      resolve('a.png', { bytes: 10 * mebibyte }),
      resolve('a.png', { bytes: 90 * mebibyte, sha256: 'known' }),
      resolve('a.png', { mediaType: 'image/webp' }),
      resolve('a.png', { sha256: 'known' }, { takesData: false }),
    ].map((each) => (each as { readonly kind?: string }).kind);
    assert.deepEqual(kinds, ['file', 'file', 'file', 'file']);
  });

  test('must be known to the gateway if the field accepts only URLs, which is not checked while typing', () => {
    const args = { path: 'a.png', variant: 'no-data' };
    assert.deepEqual(resolve('a.png', {}, { takesData: false }), ['input-not-sendable', 1, 2, args]);
    const files = {
      readText: () => ({ ok: false, reason: 'missing' }) as const,
      inspect: () => ({ exists: true, isInside: true, bytes: 3 }),
    };
    const file = { kind: 'file', file: 'a.png', sha256: '', takesData: false };
    assert.deepEqual(resolve('a.png', {}, { takesData: false, lookups: { files } }), file);
  });

  test('is not known without files', () => {
    assert.deepEqual(resolve('a.png', {}, { lookups: {} }), { kind: 'unknown' });
  });
});
