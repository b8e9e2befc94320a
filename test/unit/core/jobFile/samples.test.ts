import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../src/core/jobFile/requests/planText.ts';

const folder = join(import.meta.dirname, '../../../../samples');

test('every sample of the repository plans its requests without a problem', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.gen.yaml'));
  const plans = await Promise.all(
    names.map(async (name) =>
      planText(await readFile(join(folder, name), 'utf8'), {
        catalog: bundledCatalog,
        fileName: name,
        isStrict: true,
      }),
    ),
  );
  assert.deepEqual(
    plans.flatMap(({ problems }) => problems),
    [],
  );
  assert.ok(plans.length > 0 && plans.every(({ requests }) => requests.length > 0));
});

for (const family of bundledCatalog.families) {
  test(`the sample of ${family.title} is a job without a problem`, () => {
    const text = JSON.stringify({ model: family.models[0], ...family.sample });
    const options = { catalog: bundledCatalog, fileName: 'a.gen.yaml', isStrict: true };
    const { problems, requests } = planText(text, options);
    assert.deepEqual([problems, requests.length], [[], 1]);
  });
}
