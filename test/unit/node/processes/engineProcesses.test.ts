import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createEngineProcesses } from '../../../../src/node/processes/engineProcesses.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { identityOf, unknownIdentity } from '../../../fakes/disk/processes.ts';

/** The identity of an engine in another thread of this process. */
async function createInThread(context: TestContext): Promise<string> {
  const source = join(import.meta.dirname, '../../../../src/node/processes/engineProcesses.ts');
  const program = `const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(source)}).then((file) => parentPort.postMessage(file.createEngineProcesses().self));`;
  const worker = new Worker(program, { eval: true });
  context.after(() => worker.terminate());
  const [identity] = (await once(worker, 'message')) as [string];
  return identity;
}

test('an engine finds the others of its process alive until they are disposed', async (context) => {
  const [own, other] = [createEngineProcesses(), createEngineProcesses()];
  const identities = {
    ourselves: own.self,
    other: other.self,
    'in another thread': await createInThread(context),
    'an ended process': identityOf(),
    'an engine of an ended process': `${identityOf()}.0.1`,
    'on another machine': `${unknownIdentity}.0.1`,
  };
  const find = () => Object.entries(identities).map(([name, identity]) => [name, own.find(identity)] as const);

  const before = find();
  other.dispose();

  assert.deepEqual(Object.fromEntries(before), {
    ourselves: 'self',
    other: 'alive',
    // Without /proc, a thread has another start than its process.
    'in another thread': 'unknown',
    'an ended process': 'gone',
    'an engine of an ended process': 'gone',
    'on another machine': 'unknown',
  });
  assert.deepEqual(Object.fromEntries(find())['other'], 'gone');
});

test('another process knows by the identity of an engine whether its process runs', () => {
  const { self } = createEngineProcesses();
  assert.match(self, /^[0-9a-f]{8}(?:\.[0-9a-z]+){6}$/);
  assert.equal(self.startsWith(`${nodeProcesses.self}.`), true);
  assert.equal(nodeProcesses.find(self) === 'gone', false);
});
