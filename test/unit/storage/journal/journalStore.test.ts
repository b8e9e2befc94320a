import assert from 'node:assert/strict';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { arrangeJournals, deadIdentity, every, lineOf, project } from '../../../fakes/tasks/journalBench.ts';
import { planned, record } from '../../../fakes/tasks/journalRecords.ts';

test('a journal does not grow with removed tasks', async (context) => {
  const { folder, create, names } = await arrangeJournals(context);
  const journal = create();
  await journal.append([planned('first')]);

  for (let at = 0; at < 1_500; at += 50) {
    const ids = Array.from({ length: 50 }, (_, n) => `t${at + n}`);
    await journal.append(ids.flatMap((id) => [planned(id), record(id, 'removed')]));
  }
  await journal.append([record('first', 'stopped')]);

  const [name = '', ...others] = await names();
  const { size } = await stat(join(folder, name));
  assert.deepEqual([others, size < 400_000], [[], true]);
  assert.deepEqual(project(await create().adopt(every)), ['first stopped']);
});

test('half a line that a failed write has left does not damage the next one', async (context) => {
  const { folder, warnings, create, names } = await arrangeJournals(context);
  const journal = create();
  await journal.append([planned('x')]);
  const [name = ''] = await names();
  await appendFile(join(folder, name), '{"v":1,"ta');

  await journal.append([record('x', 'stopped')]);

  assert.deepEqual([project(await create().adopt(every)), warnings], [['x stopped'], []]);
});

test('lines that others append are read at the next look, and nothing is rebuilt if nothing was added', async (context) => {
  const { folder, create, leave } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x'))], { identity: '00000000.1.1' });
  const journal = create();

  const first = await journal.readForeign();
  const second = await journal.readForeign();
  await appendFile(join(folder, name), `${lineOf(planned('y'))}\n${lineOf(planned('z')).slice(0, 20)}`);
  const third = await journal.readForeign();

  assert.equal(second, first);
  assert.deepEqual(
    [first, third].map((tasks) => tasks.map(({ entry: { task } }) => task.id)),
    [['x'], ['x', 'y']],
  );
});

test('damage affects the task that the line names, or all that have begun if it names none', async (context) => {
  const { create, leave } = await arrangeJournals(context);
  const damaged = lineOf(record('y', 'stopped')).replace('stopped', 'stoppeD');
  await leave([lineOf(planned('x')), lineOf(planned('y')), damaged, lineOf(planned('z'))]);
  await leave([lineOf(planned('a')), '#broken#', lineOf(planned('b'))], { random: '0b' });

  assert.deepEqual(project(await create().adopt(every)), [
    'x planned',
    'y planned ?',
    'z planned',
    'a planned ?',
    'b planned',
  ]);
});

test('damage is known after the next crash, and is reported once', async (context) => {
  const { folder, create, leave, names, warnings } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x')), '#broken#']);
  await create().adopt(every);

  const again = project(await create().adopt(every));

  assert.deepEqual([again, warnings.length], [['x planned ?'], 1]);
  assert.equal((await names()).includes(`damaged-${name}`), true);
  assert.match(await readFile(join(folder, `damaged-${name}`), 'utf8'), /^#broken#$/m);
});

test('if the first line of a task cannot be read, the log names the task', async (context) => {
  const { create, leave, names, warnings } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x')).replace('A cat', 'A car'), lineOf(record('x', 'stopped'))]);

  const adopted = await create().adopt(every);

  assert.deepEqual([adopted, warnings.map((line) => / tasks x\./.test(line))], [[], [true]]);
  assert.deepEqual(await names(), [`damaged-${name}`]);
});

test('a task about which a later version has written is left to that version, with its lines unchanged', async (context) => {
  const { folder, create, leave, names } = await arrangeJournals(context);
  const newer = JSON.stringify({ v: 2, task: 'y', kind: 'dreamt', of: 9007199254740993n.toString() });
  await leave([lineOf(planned('x')), lineOf(planned('y')), newer, '{"v":3,"about":"nobody"}']);

  const adopted = project(await create().adopt(every));
  const again = project(await create().adopt(every));

  const [rest = ''] = (await names()).filter((name) => name.startsWith('journal-nobody-'));
  assert.deepEqual([adopted, again], [['x planned'], ['x planned']]);
  assert.equal(
    await readFile(join(folder, rest), 'utf8'),
    `${[lineOf(planned('y')), newer, '{"v":3,"about":"nobody"}'].join('\n')}\n`,
  );
});

test('drafts of ended processes are removed', async (context) => {
  const { folder, create, names } = await arrangeJournals(context);
  const living = 'journal-00000000.1.1-0b.jsonl.part';
  for (const name of [`journal-${deadIdentity}-0a.jsonl.part`, living]) await writeFile(join(folder, name), 'half');

  await create().adopt(every);

  assert.deepEqual(await names(), [living]);
});
