import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { buildPartName } from '../../../../src/node/partFiles/partFile.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { createFakeProcesses, identityOf, unknownIdentity } from '../../../fakes/disk/processes.ts';

const us = createFakeProcesses({
  alive: new Map([
    [1, '1'],
    [7, 's7'],
    [8, null],
  ]),
});

test('only a process of the same machine, boot and process table is found alive or gone', () => {
  const identities = {
    ourselves: us.self,
    alive: createFakeProcesses({ pid: 7, start: 's7' }).self,
    'alive, its start unknown': createFakeProcesses({ pid: 8, start: 's8' }).self,
    'another one with this id': createFakeProcesses({ pid: 7, start: 's6' }).self,
    'no such process': createFakeProcesses({ pid: 9 }).self,
    'in another container': createFakeProcesses({ pid: 9, table: 't2' }).self,
    'before the last boot': createFakeProcesses({ pid: 9, boot: 'b0' }).self,
    'on another machine': createFakeProcesses({ pid: 9, machine: '0000000b' }).self,
    'of an earlier version': '0000000a.9.1',
    'not an identity': 'nobody',
  };

  const found = Object.entries(identities).map(([name, identity]) => [name, us.find(identity)]);

  assert.deepEqual(Object.fromEntries(found), {
    ourselves: 'self',
    alive: 'alive',
    'alive, its start unknown': 'unknown',
    'another one with this id': 'gone',
    'no such process': 'gone',
    'in another container': 'unknown',
    'before the last boot': 'unknown',
    'on another machine': 'unknown',
    'of an earlier version': 'unknown',
    'not an identity': 'unknown',
  });
});

test('if the system reports neither boot nor process table, no process is found', () => {
  for (const untold of [{ boot: null }, { table: null }]) {
    const processes = createFakeProcesses(untold);

    assert.equal(processes.find(createFakeProcesses({ ...untold, pid: 9 }).self), 'unknown');
  }
});

test('only a process of this machine ran before its last boot', () => {
  const bootedAt = (): number => 5;
  const identities = [{ boot: 'b0' }, {}, { boot: 'b0', machine: '0000000b' }, { boot: null }].map(
    (facts) => createFakeProcesses(facts).self,
  );

  assert.deepEqual(
    [...identities, '0000000a.9.1'].map((identity) => createFakeProcesses({ bootedAt }).rebootedAt(identity)),
    [5, null, null, null, null],
  );
});

test('an identity is allowed in file names, with room for a long name next to it', () => {
  const longest = buildPartName('n'.repeat(200), { files: nodeFileSystem, processes: nodeProcesses });

  assert.match(nodeProcesses.self, /^[0-9a-f]{8}(?:\.[0-9a-z]+){4}$/);
  assert.ok(nodeProcesses.self.length <= 38);
  assert.ok(Buffer.byteLength(longest) <= 255);
});

test('no process has the id 0, which means a whole group of processes, or an id beyond all numbers', () => {
  const identities = [identityOf({ pid: 0 }), identityOf().replace(/[^.]+(?=[.]1$)/, 'z'.repeat(300))];

  assert.deepEqual(
    identities.map((identity) => nodeProcesses.find(identity)),
    ['gone', 'gone'],
  );
});

test('a real process is alive, is gone when it has ended, and knows itself', async (context) => {
  const source = join(import.meta.dirname, '../../../../src/node/processes/nodeProcesses.ts');
  const program = `import { nodeProcesses } from ${JSON.stringify(source)};
    console.log(nodeProcesses.self, nodeProcesses.find(nodeProcesses.self));
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  context.after(() => child.kill('SIGKILL'));
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  const [identity = '', found] = output.toString().trim().split(' ');

  const alive = nodeProcesses.find(identity);
  child.kill('SIGKILL');
  await once(child, 'exit');

  // On other systems the start of another process is unknown.
  const expected = process.platform === 'linux' ? 'alive' : 'unknown';
  assert.deepEqual(
    [found, alive, nodeProcesses.find(identity), nodeProcesses.find(unknownIdentity)],
    ['self', expected, 'gone', 'unknown'],
  );
});
