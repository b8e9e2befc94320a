import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, openEditor, selectStudio } from '../../fakes/arrangeCommands.ts';
import { env, Position, Selection, Uri, window, workspace, user } from '../../fakes/fakeVscode.ts';
import { planJobFile } from '../../fakes/builders.ts';

const text = `jobs:
  still:
    model: seedream-5-0-260128
    prompt: A door
  night:
    model: seedream-5-0-260128
    prompt: A door| at night
`;

/** Arranges a job file in the active editor that has not been saved. */
async function arrange(marked = text) {
  const arranged = arrangeCommands({
    engine: {
      plan: planJobFile,
    },
  });
  selectStudio();
  const editor = await openEditor('/w/hero.gen.yaml', marked);
  editor.document.isDirty = true;
  return { ...arranged, editor };
}

/** Returns the prompt of the shell command that was copied. */
const copiedPrompt = (): string | undefined => /"prompt": ?"([^"]*)"/.exec(env.copied)?.[1];

describe('Show Resolved Request', () => {
  test('shows what would be sent, at the job of the cursor', async () => {
    const { run, texts } = await arrange();
    await run(commands.showRequest);
    const [[uri, shown] = ['', '']] = [...texts];

    assert.match(uri, /^genwright-request:\/hero\.request\.json\?/);
    assert.match(shown, /https:\/\/studio\.example\/v1\/images\/generations/);
    const { line } = (window.activeTextEditor as unknown as { readonly selection: Selection }).selection.active;
    const lines = shown.split('\n');
    // The job is the first member of its request.
    assert.equal(line, lines.findIndex((each) => each.includes('"job": "night"')) - 1);
  });

  test('shows nothing if the user selects no job file', async () => {
    const { run, texts } = await arrange();
    window.activeTextEditor = undefined;
    user.answers.push(undefined, undefined);
    const said = [await run(commands.showRequest), await run(commands.copyRequestAsCurl)];

    assert.deepEqual([said.flatMap((each) => each.shown), texts.size, env.copied], [[], 0, '']);
  });

  test('shows the request again for a document that has stayed open across a reload, without a port of the sandbox', async () => {
    const { run, texts } = await arrange();
    user.settings.set('genwright.profile', 'sandbox');
    await run(commands.showRequest);
    const [uri = ''] = texts.keys();
    texts.clear();
    await run(commands.showRequest, Uri.parse(uri));

    assert.deepEqual([...texts.keys()], [uri]);
    assert.match([...texts.values()].join(), /<sandbox>\/v1\/images\/generations/);
  });

  test('says how many errors there are instead', async () => {
    for (const [broken, reason] of [
      ['model: seedream-5-0-260128\nprompt: [a\n', 'hero.gen.yaml has an error, so there is no request to show.'],
      [
        'model: seedream-5-0-260128\nprompt: 7\nsize: 7\n',
        'hero.gen.yaml has 2 errors, so there is no request to show.',
      ],
    ] as const) {
      const { run, texts } = await arrange(broken);
      const { shown } = await run(commands.showRequest);
      assert.ok(shown[0]?.startsWith(reason));
      assert.deepEqual(shown.slice(1), ['Show Problems']);
      assert.equal(texts.size, 0);
    }
  });

  test('refuses a document that is not a job file', async () => {
    const { run } = await arrange();
    workspace.textDocuments.length = 0;
    await openEditor('/w/values.yaml', 'replicas: 2\n');
    const { shown } = await run(commands.showRequest, Uri.file('/w/values.yaml'));

    assert.match(String(shown[0]), /"values\.yaml" is not a job file/);
  });
});

describe('Copy Request as curl', () => {
  test('copies the request at the cursor of the shown document', async () => {
    const { run, texts } = await arrange();
    await run(commands.showRequest);
    const editor = window.activeTextEditor as unknown as { selection: Selection; readonly document: { uri: Uri } };
    const [shown = ''] = texts.values();
    workspace.textDocuments.find(({ uri }) => uri.scheme === 'genwright-request')?.write(shown);
    const prompts: unknown[] = [];
    for (const line of [1, shown.split('\n').length - 1]) {
      editor.selection = new Selection(new Position(line, 0), new Position(line, 0));
      const { shown: said } = await run(commands.copyRequestAsCurl);
      prompts.push(copiedPrompt(), said[0]);
    }

    const hint = 'Copied. Set BASE and GATEWAY_KEY before you run it.';
    assert.deepEqual(prompts, ['A door', hint, 'A door at night', hint]);
    assert.match(env.copied, /^curl -X POST "\$BASE"'\/v1\/images\/generations' -H .*\$GATEWAY_KEY/);
  });

  test('asks which request of a job file, with that at the cursor first, if there are several', async () => {
    const { run } = await arrange();
    await run(commands.copyRequestAsCurl, Uri.file('/w/hero.gen.yaml'));
    assert.equal(copiedPrompt(), 'A door at night');

    env.copied = '';
    user.answers.push(undefined);
    await run(commands.copyRequestAsCurl, Uri.file('/w/hero.gen.yaml'));
    assert.equal(env.copied, '');

    const one = await arrange('model: seedream-5-0-260128\nprompt: One\n');
    user.answers.push(undefined);
    await one.run(commands.copyRequestAsCurl, Uri.file('/w/hero.gen.yaml'));
    assert.equal(copiedPrompt(), 'One');
  });
});
