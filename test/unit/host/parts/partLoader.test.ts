import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { createPartLoader } from '../../../../src/host/parts/partLoader.ts';

describe('the loader of parts', () => {
  let folder: string;
  let codeFolder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genwright-parts-'));
    codeFolder = join(folder, 'storage/code');
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(async () => {
    mock.timers.reset();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string) => writeFile(join(folder, `${name}.cjs`), text);
  const kept = () => readdir(codeFolder).catch(() => []);

  /** Loads a part in a new window, which keeps what it had to compile. */
  function loadInWindow(name = 'part'): unknown {
    const parts = createPartLoader({ folder, codeFolder });
    const exported = parts.load(`./${name}.cjs`);
    mock.timers.tick(10_000);
    parts.dispose();
    return exported;
  }

  test('a part gets what it requires, its path, and its own exports', async () => {
    await write('other', 'exports.two = 2;');
    await write(
      'part',
      `"use strict"; const { two } = require('./other.cjs');
       module.exports = { two, sep: require('node:path').sep, __filename, __dirname, isStrict: this !== globalThis };`,
    );
    const sep = join('a', 'b').charAt(1);
    const place = { __filename: join(folder, 'part.cjs'), __dirname: folder };
    assert.deepEqual(loadInWindow(), { two: 2, sep, ...place, isStrict: true });
  });

  test('a part is run once, also if two parts need each other', async () => {
    await write('one', "exports.two = require('./two.cjs');");
    await write('two', "exports.one = require('./one.cjs');");
    const parts = createPartLoader({ folder, codeFolder });
    const one = parts.load('./one.cjs') as { readonly two: { readonly one: unknown } };
    assert.equal(one.two.one, one);
    assert.equal(parts.load('./one.cjs'), one);
    parts.dispose();
  });

  test('a part that fails is loaded again the next time', async () => {
    const name = 'partLoaderTest';
    await write('part', `if (!globalThis.${name}) throw new Error('busy'); module.exports = 'ready';`);
    const parts = createPartLoader({ folder, codeFolder });
    assert.throws(() => parts.load('./part.cjs'), /busy/);
    Object.assign(globalThis, { [name]: true });
    assert.equal(parts.load('./part.cjs'), 'ready');
    Reflect.deleteProperty(globalThis, name);
    parts.dispose();
  });

  test('an error names its position in the file', async () => {
    await write('part', "exports.fail = () => { throw new Error('x'); };");
    const { fail } = loadInWindow() as { readonly fail: () => void };
    assert.throws(fail, ({ stack }: Error) => stack?.includes(`${join(folder, 'part.cjs')}:1:30`) ?? false);
  });

  test('what is compiled is kept once, for the next window', async () => {
    await write('part', 'exports.answer = () => 42;');
    loadInWindow();
    assert.deepEqual(await kept(), ['part.code']);
    const { ino } = await stat(join(codeFolder, 'part.code'));
    const { answer } = loadInWindow() as { readonly answer: () => number };
    assert.deepEqual([answer(), (await stat(join(codeFolder, 'part.code'))).ino], [42, ino]);
  });

  test('a part is kept when the first work with it is done, whatever was loaded before', async () => {
    await write('one', '');
    await write('two', '');
    const parts = createPartLoader({ folder, codeFolder });
    parts.load('./one.cjs');
    mock.timers.tick(1_500);
    parts.load('./two.cjs');
    mock.timers.tick(1_000);
    assert.deepEqual(await kept(), ['one.code']);
    mock.timers.tick(1_000);
    assert.deepEqual(await kept(), ['one.code', 'two.code']);
    parts.dispose();
  });

  test('a window that ends early keeps nothing', async () => {
    await write('part', '');
    const parts = createPartLoader({ folder, codeFolder });
    parts.load('./part.cjs');
    parts.dispose();
    mock.timers.tick(10_000);
    assert.deepEqual(await kept(), []);
  });

  test('what was kept of another source of the same length is not used', async () => {
    await write('part', 'module.exports = 1;');
    loadInWindow();
    await write('part', 'module.exports = 2;');
    assert.deepEqual([loadInWindow(), loadInWindow()], [2, 2]);
  });

  for (const [what, damage] of [
    ['cut short', (path: string) => truncate(path, 100)],
    ['empty', (path: string) => truncate(path, 0)],
    ['of other bytes', (path: string) => writeFile(path, Buffer.alloc(500, 7))],
  ] as const) {
    test(`a kept file that is ${what} is replaced`, async () => {
      await write('part', 'module.exports = 1;');
      loadInWindow();
      const path = join(codeFolder, 'part.code');
      await damage(path);
      const damaged = await readFile(path);
      assert.equal(loadInWindow(), 1);
      assert.notDeepEqual(await readFile(path), damaged);
    });
  }

  test('code of another version of V8 is replaced', async () => {
    const source = 'module.exports = 1;';
    await write('one', source);
    loadInWindow('one');
    const own = (await readFile(join(codeFolder, 'one.code'))).subarray(32);
    // V8 begins with a magic number and the hash of its version.
    const other = Buffer.from(own).fill(7, 4, 8);
    const sum = createHash('sha256').update(source).update(other).digest();
    // The part has another name, because V8 remembers in this process what it has compiled.
    await write('two', source);
    const path = join(codeFolder, 'two.code');
    await writeFile(path, Buffer.concat([sum, other]));
    assert.equal(loadInWindow('two'), 1);
    assert.deepEqual((await readFile(path)).subarray(36, 40), own.subarray(4, 8));
  });

  test('a link in place of a kept file is not followed, and replaced', async () => {
    await write('part', 'module.exports = 1;');
    loadInWindow();
    const path = join(codeFolder, 'part.code');
    await rename(path, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), path);
    assert.equal(loadInWindow(), 1);
    assert.equal((await lstat(path)).isFile(), true);
  });

  test('a part loads where nothing can be kept', async () => {
    await write('part', 'module.exports = 1;');
    await mkdir(join(folder, 'storage'));
    await writeFile(codeFolder, 'a file in the place of the folder');
    assert.deepEqual([loadInWindow(), loadInWindow()], [1, 1]);
  });

  test('a kept file that cannot get its name leaves nothing behind', async () => {
    await write('part', 'module.exports = 1;');
    await mkdir(join(codeFolder, 'part.code'), { recursive: true });
    assert.equal(loadInWindow(), 1);
    assert.deepEqual(await kept(), ['part.code']);
  });
});
