import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropClaim, placeFile, replaceFile } from '../../../../src/node/partFiles/placeFile.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';
import { createFakeProcesses } from '../../../fakes/disk/processes.ts';

const part = '/w/.hero.part';
const target = '/w/hero.png';

/** Arranges a disk with a finished part, and other content. */
function arrange(content: Readonly<Record<string, string>> = {}, decide: (step: FileStep) => Fault = () => undefined) {
  let suffix = 0;
  const disk = createMemoryDisk({ createSuffix: () => String((suffix += 1)) });
  for (const [path, text] of Object.entries({ [part]: 'new', ...content })) disk.put(path, text);
  const steps: string[] = [];
  const files = createFaultyFiles((step) => {
    steps.push(`${step.name} ${step.path}`);
    return decide(step);
  }, disk.files);
  const list = () => Object.fromEntries([...disk.list()].map(([path, bytes]) => [path, bytes.toString()]));
  return { disk, list, steps, ports: { files, processes: createFakeProcesses() } };
}

/** Lets the first call of this name for this path fail. */
function failOnce(name: string, path: string, code: string): (step: FileStep) => Fault {
  let isDone = false;
  return (step) => {
    if (isDone || step.name !== name || step.path !== path) return undefined;
    isDone = true;
    return { code };
  };
}

test('a part gets its name, and the name survives a power cut', async () => {
  const { disk, list, ports } = arrange();

  assert.equal(await placeFile(part, target, ports), 'placed');
  disk.cutPower();

  assert.equal(list()[target], 'new');
});

test('a name that is taken keeps its file', async () => {
  const { list, ports } = arrange({ [target]: 'old' });

  assert.equal(await placeFile(part, target, ports), 'taken');

  assert.deepEqual(list(), { [part]: 'new', [target]: 'old' });
});

test('a part that has its name is placed, even if the disk refuses the rest', async () => {
  const refused = ['open', 'unlink'];
  const { list, ports } = arrange({}, ({ name }) => (refused.includes(name) ? { code: 'EIO' } : undefined));

  assert.equal(await placeFile(part, target, ports), 'placed');

  assert.deepEqual(list(), { [part]: 'new', [target]: 'new' });
});

for (const code of ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EISDIR', 'UNKNOWN']) {
  test(`on a disk without hard links (${code}), a part gets a free name and never a taken one`, async () => {
    const noLinks = ({ name }: FileStep): Fault => (name === 'link' ? { code } : undefined);
    const [free, taken] = [arrange({}, noLinks), arrange({ [target]: 'old' }, noLinks)];

    const outcomes = [await placeFile(part, target, free.ports), await placeFile(part, target, taken.ports)];

    assert.deepEqual(
      [outcomes, free.list(), taken.list()],
      [['placed', 'taken'], { [target]: 'new' }, { [part]: 'new', [target]: 'old' }],
    );
  });
}

test('a claim is dropped if the part cannot replace it', async () => {
  const { list, ports } = arrange({}, ({ name }) => {
    if (name === 'link') return { code: 'EPERM' };
    return name === 'rename' ? { code: 'EIO' } : undefined;
  });

  await assert.rejects(placeFile(part, target, ports), { code: 'EIO' });

  assert.deepEqual(list(), { [part]: 'new' });
});

test('an error that says nothing about links is passed on', async () => {
  const { list, ports } = arrange({}, failOnce('link', part, 'ENOSPC'));

  await assert.rejects(placeFile(part, target, ports), { code: 'ENOSPC' });

  assert.deepEqual(list(), { [part]: 'new' });
});

test('a claim that cannot be made does not count as a taken name', async () => {
  const { ports } = arrange({}, ({ name }) => {
    if (name === 'link') return { code: 'EPERM' };
    return name === 'open' ? { code: 'ENOSPC' } : undefined;
  });

  await assert.rejects(placeFile(part, target, ports), { code: 'ENOSPC' });
});

test('a part of another drive is copied next to its name first, and nothing is left of it', async () => {
  const [free, taken] = [
    arrange({}, failOnce('link', part, 'EXDEV')),
    arrange({ [target]: 'old' }, failOnce('link', part, 'EXDEV')),
  ];

  const outcomes = [await placeFile(part, target, free.ports), await placeFile(part, target, taken.ports)];

  assert.deepEqual(
    [outcomes, free.list(), taken.list()],
    [['placed', 'taken'], { [target]: 'new' }, { [part]: 'new', [target]: 'old' }],
  );
});

test('only an empty file counts as a claim', async () => {
  const { disk, list } = arrange({ '/w/empty': '', '/w/full': 'x' });

  for (const path of ['/w/empty', '/w/full', '/w/none', '/w']) await dropClaim(path, disk.files);

  assert.deepEqual(list(), { [part]: 'new', '/w/full': 'x' });
});

async function replaceOld(arranged: ReturnType<typeof arrange>) {
  const facts = await arranged.disk.files.lstat(target);
  return () => replaceFile(part, target, { facts, ports: arranged.ports });
}

test('a file that is as it was is replaced', async () => {
  const arranged = arrange({ [target]: 'old' });

  assert.equal(await (await replaceOld(arranged))(), 'placed');

  assert.deepEqual(arranged.list(), { [target]: 'new' });
});

test('a file that has changed gets its name back', async () => {
  const arranged = arrange({ [target]: 'old' });
  const replace = await replaceOld(arranged);
  arranged.disk.put(target, 'edited by hand');

  assert.equal(await replace(), 'taken');

  assert.deepEqual(arranged.list(), { [part]: 'new', [target]: 'edited by hand' });
});

test('a file that was written again at the same size has changed', async () => {
  const arranged = arrange({ [target]: 'old' });
  const replace = await replaceOld(arranged);
  await arranged.disk.files.touch(target);

  assert.equal(await replace(), 'taken');

  assert.equal(arranged.list()[target], 'old');
});

test('a file that is gone by then leaves a free name', async () => {
  const arranged = arrange({ [target]: 'old' });
  const replace = await replaceOld(arranged);
  await arranged.disk.files.unlink(target);

  assert.equal(await replace(), 'placed');

  assert.deepEqual(arranged.list(), { [target]: 'new' });
});

test('a file whose name another window takes meanwhile is kept beside it, whatever is there already', async () => {
  const kept = `${target}.replaced-1`;
  const arranged = arrange({ [target]: 'old', [kept]: 'older' }, ({ name, what }) => {
    // The other window is quicker, and uses the name as soon as it is free.
    if (name === 'link' && what === target && !arranged.disk.list().has(target)) arranged.disk.put(target, 'theirs');
    return undefined;
  });

  assert.equal(await (await replaceOld(arranged))(), 'taken');

  assert.deepEqual(arranged.list(), {
    [part]: 'new',
    [target]: 'theirs',
    [kept]: 'older',
    [`${target}.replaced-2`]: 'old',
  });
});

test('a file gets its name back if the part cannot be placed', async () => {
  const arranged = arrange({ [target]: 'old' }, failOnce('link', part, 'EIO'));

  await assert.rejects((await replaceOld(arranged))(), { code: 'EIO' });

  assert.deepEqual(arranged.list(), { [part]: 'new', [target]: 'old' });
});
