import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrangeCommand } from './arrangeCommand.ts';

const own = { GENWRIGHT_BASE_URL: undefined, GENWRIGHT_API_KEY: undefined };

describe('config.yaml', () => {
  const rows = [
    ['an unknown key', 'profil: a\n', /"profil" in .*config\.yaml is unknown\. Known: profile, /],
    ['a text that is no map', '- a\n', /not valid YAML with keys such as/],
    ['broken YAML', 'a: [\n', /not valid YAML/],
    ['a budget that is no amount', 'budgetDayUsd: five\n', /"budgetDayUsd" in .* must be an amount in USD/],
    ['a profile that is not there', 'profile: a\n', /There is no profile "a"/],
    [
      'a profile without a key',
      'profiles: [{ name: a, baseUrl: https://a.invalid }]\n',
      /item 1 .*"keyEnv" or "keyCommand"/,
    ],
    [
      'a key in the file',
      'profiles: [{ name: a, baseUrl: https://a.invalid, key: sk-1 }]\n',
      /item 1 .*needs .*an https "baseUrl"/,
    ],
    [
      'a profile with the name of the sandbox',
      'profiles: [{ name: sandbox, baseUrl: https://a.invalid, keyEnv: A }]\n',
      /another profile "sandbox"/,
    ],
    [
      'two profiles of one name',
      'profiles: [{ name: a, baseUrl: https://a.invalid, keyEnv: A }, { name: a, baseUrl: https://b.invalid, keyEnv: A }]\n',
      /another profile "a"/,
    ],
    [
      'a URL that is not safe',
      'profiles: [{ name: a, baseUrl: http://a.invalid, keyEnv: A }]\n',
      /item 1 .*needs .*an https "baseUrl"/,
    ],
  ] as const;
  for (const [what, text, said] of rows) {
    test(`with ${what} stops the command before anything is sent`, async (context) => {
      const { generate, configure, posts } = await arrangeCommand(context);
      await configure(text);

      const { code, err } = await generate('', { env: own });

      assert.match(err, said);
      assert.deepEqual([code, posts], [64, []]);
    });
  }

  for (const [where, line] of [
    ['a variable', 'keyEnv: MY_KEY'],
    ['a command', "keyCommand: 'node -p process.env.GENWRIGHT_TEST_KEY'"],
    [
      'the first line of a command',
      `keyCommand: 'node -p "process.env.GENWRIGHT_TEST_KEY + String.fromCharCode(10) + 1"'`,
    ],
  ] as const) {
    test(`names a gateway whose key comes from ${where}`, async (context) => {
      const { generate, configure, sandbox, posts } = await arrangeCommand(context);
      await configure(`profile: mine\nprofiles:\n  - name: mine\n    baseUrl: ${sandbox.url}\n    ${line}\n`);
      process.env['GENWRIGHT_TEST_KEY'] = sandbox.key;
      context.after(() => Reflect.deleteProperty(process.env, 'GENWRIGHT_TEST_KEY'));

      const { code, err } = await generate('', { env: { ...own, MY_KEY: sandbox.key } });

      assert.deepEqual([code, posts.length], [0, 1], err);
    });
  }

  test('is not read from the repository', async (context) => {
    const { run } = await arrangeCommand(context, {
      'hero.gen.yaml': 'model: grok-imagine-image\nprompt: A\n',
      'config.yaml': 'profile: sandbox\n',
    });

    assert.deepEqual((await run('run', { env: own })).code, 64);
  });
});
