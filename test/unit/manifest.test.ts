import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { userLevel } from '../../src/host/adapters/settingChecks.ts';
import * as ids from '../../src/host/ids.ts';
import { buildPartName } from '../../src/node/partFiles/partFile.ts';

const root = join(import.meta.dirname, '../..');

const entries = <Shape extends z.core.SomeType>(shape: Shape) => z.record(z.string(), z.array(shape));
const manifestSchema = z.looseObject({
  activationEvents: z.array(z.string()),
  capabilities: z.looseObject({
    untrustedWorkspaces: z.looseObject({ restrictedConfigurations: z.array(z.string()) }),
  }),
  name: z.string(),
  publisher: z.string(),
  contributes: z.looseObject({
    commands: z.array(z.looseObject({ command: z.string(), title: z.string(), category: z.string() })),
    menus: entries(z.looseObject({ command: z.string(), when: z.optional(z.string()), group: z.optional(z.string()) })),
    viewsContainers: entries(z.looseObject({ id: z.string() })),
    views: entries(z.looseObject({ id: z.string() })),
    viewsWelcome: z.array(z.looseObject({ view: z.string(), when: z.optional(z.string()) })),
    configuration: z.looseObject({
      properties: z.record(z.string(), z.looseObject({ scope: z.string(), default: z.unknown() })),
    }),
    configurationDefaults: z.looseObject({
      'explorer.fileNesting.patterns': z.record(z.string(), z.string()),
      'files.exclude': z.record(z.string(), z.boolean()),
    }),
    keybindings: z.array(z.looseObject({ command: z.string(), key: z.string(), when: z.string() })),
    walkthroughs: z.array(
      z.looseObject({
        id: z.string(),
        steps: z.array(z.looseObject({ id: z.string(), completionEvents: z.array(z.string()) })),
      }),
    ),
  }),
});

async function arrange() {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const strings: unknown = JSON.parse(await readFile(join(root, 'package.nls.json'), 'utf8'));
  const manifest = z.parse(manifestSchema, JSON.parse(text));
  return {
    text,
    manifest,
    contributes: manifest.contributes,
    strings: z.parse(z.record(z.string(), z.string()), strings),
  };
}

/** Ids of the settings that have a scope. */
async function idsOfScope(scope: string): Promise<readonly string[]> {
  const { contributes } = await arrange();
  const found = Object.entries(contributes.configuration.properties).filter(([, each]) => each.scope === scope);
  return sorted(found.map(([id]) => id));
}

/** The document of an editor is a job file. In a remote window, a file on disk has another scheme. */
const onJobFile = `resourcePath in ${ids.contextKeys.jobFiles} && resourceScheme =~ /^(?:file|untitled|vscode-remote)$/ && !isInDiffEditor`;

const sorted = (values: Iterable<string>): string[] => [...values].sort();
const matches = (text: string, pattern: RegExp): string[] =>
  sorted(new Set([...text.matchAll(pattern)].map(([, id = '']) => id)));

describe('the manifest', () => {
  test('names the commands of ids.ts, each once', async () => {
    const { contributes } = await arrange();
    assert.deepEqual(sorted(contributes.commands.map(({ command }) => command)), sorted(Object.values(ids.commands)));
  });

  test('puts every command into the category Genwright', async () => {
    const { contributes, strings } = await arrange();
    const categories = new Set(contributes.commands.map(({ category }) => category));
    assert.deepEqual([[...categories], strings['category']], [['%category%'], 'Genwright']);
  });

  test('uses only commands that exist in its menus, texts and completion events', async () => {
    const { contributes, text, strings } = await arrange();
    const known = new Set<string>(Object.values(ids.commands));
    const inMenus = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
    const inTexts = matches(Object.values(strings).join('\n'), /\(command:(genwright\.[\w.]+?)(?:\.focus)?[)?]/g);
    const inEvents = matches(text, /"onCommand:([\w.]+)"/g);
    const views = new Set<string>(Object.values(ids.views));
    const unknown = [...inMenus, ...inTexts, ...inEvents].filter((id) => !known.has(id) && !views.has(id));
    assert.deepEqual(unknown, []);
  });

  test('leads to its walkthrough by its publisher and its name', async () => {
    const { manifest, contributes } = await arrange();
    const walkthrough = `${manifest.publisher}.${manifest.name}#${contributes.walkthroughs[0]?.id}`;
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
      const text = decodeURIComponent(await readFile(join(root, file), 'utf8'));
      assert.deepEqual(matches(text, /openWalkthrough\?\["([^"]+)"/g), [walkthrough]);
    }
  });

  test('hides from the palette what needs a task or a file', async () => {
    const { contributes } = await arrange();
    const hidden = contributes.menus['commandPalette']
      ?.filter(({ when }) => when === 'false')
      .map(({ command }) => command);
    const onTasks = Object.values(ids.commands).filter((id) => id.startsWith('genwright.task.'));
    assert.deepEqual(sorted(hidden ?? []), sorted([...onTasks, ids.commands.useAsInput]));
  });

  test('offers in Restricted Mode no command that always sends, except Generate, which offers to trust the folder', async () => {
    const { contributes } = await arrange();
    const generates: readonly string[] = [ids.commands.generate, ids.commands.generateAtCursor];
    const sends = Object.values(ids.commands).filter((id) => ids.needsTrust.has(id) && !generates.includes(id));
    // Rows of the Tasks view contain the actions that are offered in this workspace.
    const isHidden = (when = '') => /^false$|\bisWorkspaceTrusted\b|\bviewItem =~/.test(when);
    const shown = sends.filter((id) => {
      const items = Object.values(contributes.menus).flatMap((menu) => menu.filter(({ command }) => command === id));
      const isInPalette = !contributes.menus['commandPalette']?.some(({ command }) => command === id);
      return isInPalette || items.some(({ when }) => !isHidden(when));
    });
    assert.deepEqual([sends.length > 0, shown], [true, []]);
  });

  test('names the settings of ids.ts', async () => {
    const { contributes } = await arrange();
    const expected = Object.values(ids.settings).map((name) => `genwright.${name}`);
    assert.deepEqual(sorted(Object.keys(contributes.configuration.properties)), sorted(expected));
  });

  test('scopes and defaults its settings as the product defines them', async () => {
    const { contributes } = await arrange();
    const actual = Object.entries(contributes.configuration.properties).map(([id, each]) => [
      id,
      each.scope,
      each.default,
    ]);
    assert.deepEqual(Object.fromEntries(actual.map(([id, ...rest]) => [id, rest])), {
      'genwright.profile': ['machine-overridable', 'sandbox'],
      'genwright.profiles': ['machine', []],
      'genwright.unchanged': ['machine', 'ask'],
      'genwright.confirm.requests': ['machine', 2],
      'genwright.confirm.usd': ['machine', 1],
      'genwright.budget.runUsd': ['machine', 0],
      'genwright.prices': ['machine', {}],
      'genwright.budget.dayUsd': ['machine', 0],
      'genwright.env.allow': ['machine', []],
      'genwright.concurrency': ['resource', 4],
      'genwright.strict': ['resource', false],
      'genwright.preview.openWhenDone': ['resource', true],
      'genwright.codeLens': ['resource', true],
      'genwright.statusBar': ['resource', true],
      'genwright.wordWrap': ['resource', true],
      'genwright.files.exclude': ['resource', []],
      'genwright.poll.maxMinutes': ['machine', 120],
      'genwright.submit.retryOn5xx': ['machine', true],
      'genwright.download.maxMegabytes': ['machine', 2048],
      'genwright.output.metadata': ['machine-overridable', 'none'],
    });
  });

  test('names the views of ids.ts in their container, and welcomes only in those', async () => {
    const { contributes } = await arrange();
    const views = new Set<string>(Object.values(ids.views));
    assert.deepEqual(
      {
        containers: Object.values(contributes.viewsContainers)
          .flat()
          .map(({ id }) => id),
        views: sorted((contributes.views['genwright'] ?? []).map(({ id }) => id)),
        welcomed: contributes.viewsWelcome.filter(({ view }) => !views.has(view)),
        walkthroughs: contributes.walkthroughs.map(({ id }) => id),
      },
      { containers: ['genwright'], views: sorted(views), welcomed: [], walkthroughs: ['start'] },
    );
  });

  test('reads the context keys and view items of ids.ts, and no others', async () => {
    const { contributes } = await arrange();
    const steps = contributes.walkthroughs.flatMap((each) => each.steps).flatMap((step) => step.completionEvents);
    const items = [...Object.values(contributes.menus).flat(), ...contributes.viewsWelcome, ...contributes.keybindings];
    const events = steps.filter((event) => event.startsWith('onContext:'));
    // Names of settings, and of the active view of the preview.
    const others = /config\.genwright\.[\w.]+|activeWebviewPanelId == genwright\.preview/g;
    const whens = [...items.map(({ when = '' }) => when), ...events].join('\n').replaceAll(others, '');
    assert.deepEqual(
      {
        contexts: matches(
          whens,
          /(?<!view == |activeWebviewPanelId == ')\b(genwright\.(?!tasks|models)\w+)(?! &&  viewItem)/g,
        ).filter((key) => !whens.includes(`view == ${key}`) || whens.includes(`${key} ==`)),
        viewItems: matches(whens, /viewItem == (\w+)/g),
        taskItems: matches(whens, /viewItem =~ \/\\b(\w+)\\b\//g),
      },
      {
        contexts: sorted(Object.values(ids.contextKeys)),
        viewItems: sorted(Object.values(ids.viewItems)),
        taskItems: sorted([
          ...Object.values(ids.commands).flatMap((id) => /^genwright\.(?:task|run)\.(\w+)$/.exec(id)?.[1] ?? []),
          'stopRun',
        ]),
      },
    );
  });

  test('has no key that acts in a text box, in a comment or on an earlier version', async () => {
    const { contributes } = await arrange();
    // The box that filters a view is in the focused view, too.
    assert.deepEqual(Object.fromEntries(contributes.keybindings.map(({ command, when }) => [command, when])), {
      [ids.commands.taskRemove]: `focusedView == ${ids.views.tasks} && listFocus && !inputFocus`,
      [ids.commands.generate]: `editorTextFocus && !editorSimpleInput && ${onJobFile}`,
    });
  });

  test('reads only its own settings in conditions', async () => {
    const { text } = await arrange();
    const known = Object.values<string>(ids.settings);
    const read = matches(text, /\bconfig\.genwright\.([\w.]+)/g);
    assert.deepEqual([read, read.filter((name) => !known.includes(name))], [['profile'], []]);
  });

  test('starts the walkthrough with a button that generates a sample', async () => {
    const { contributes, strings } = await arrange();
    const [first] = contributes.walkthroughs[0]?.steps ?? [];
    const [, argument = ''] =
      /\]\(command:genwright\.newJobFile\?(\S+)\)$/.exec(strings['walkthrough.sandbox.description'] ?? '') ?? [];
    assert.deepEqual(
      [first?.id, first?.completionEvents, JSON.parse(decodeURIComponent(argument))],
      ['sandbox', ['onContext:genwright.hasSample'], [{ sample: 'lighthouse', generate: true }]],
    );
  });

  test('completes each step of the walkthrough by its own event', async () => {
    const { contributes } = await arrange();
    const events = contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap((step) => step.completionEvents));
    const keys = matches(events.join('\n'), /^onContext:(genwright\.\w+)$/gm);
    assert.deepEqual([events.length, new Set(events).size], [5, 5]);
    assert.deepEqual(keys, sorted([ids.contextKeys.hasResult, ids.contextKeys.hasSample, ids.contextKeys.hasWritten]));
  });

  test('shows commands by what a document is, not by its name, and none on an earlier version or in a diff', async () => {
    const { contributes } = await arrange();
    // The Explorer shows files on disk only. Elsewhere, an earlier version has the path of its file.
    const { 'explorer/context': explorer = [], ...menus } = contributes.menus;
    const whens = [...Object.values(menus).flat(), ...explorer].map(({ when = '' }) => when);
    const byName = whens.filter((when) => /resource(?:Filename|LangId)|ya\?ml/.test(when));
    const known = whens.slice(0, -explorer.length).filter((when) => when.includes(ids.contextKeys.jobFiles));
    assert.deepEqual([byName, known.filter((when) => !when.includes(onJobFile)), known.length > 0], [[], [], true]);
  });

  test('has at most three buttons on a row of the Tasks view, and none that only tidies up', async () => {
    const { contributes } = await arrange();
    const inline = (contributes.menus['view/item/context'] ?? []).filter(({ group }) => group?.startsWith('inline'));
    const listOf = (viewItem: string): readonly string[] =>
      inline.flatMap(({ command, when = '' }) => {
        const parts = when.split(' && ').filter((part) => part.includes('viewItem =~'));
        const isShown = parts.every((part) => {
          const [, pattern = ''] = /\/(.*)\//.exec(part) ?? [];
          return new RegExp(pattern).test(viewItem) !== part.startsWith('!');
        });
        return parts.length > 0 && isShown ? [command.replace('genwright.', '')] : [];
      });
    assert.deepEqual(
      ['run preview stopRun retryFailed resumeAll clearFinished', 'task openJobFile copyId preview remove'].map(listOf),
      [['task.preview', 'stopRun', 'run.retryFailed'], []],
    );
  });

  test('hides the file that a result is saved into until it has its name', async () => {
    const { contributes } = await arrange();
    const [pattern = ''] = Object.keys(contributes.configurationDefaults['files.exclude']);
    const isHidden = (name: string): boolean => posix.matchesGlob(`results/${name}`, pattern);
    const ports = { files: { createSuffix: () => '0a1b2c3d' }, processes: { self: 'bd98a0b1.1f.2c' } };
    const name = buildPartName('hero-2.png', ports as unknown as Parameters<typeof buildPartName>[1]);
    assert.deepEqual([name, 'hero-2.png', '.hero.part-1.png'].map(isHidden), [true, false, false]);
  });

  test('offers to compare results of every kind, such as texts', async () => {
    const { contributes } = await arrange();
    const items = contributes.menus['explorer/context'] ?? [];
    const whens = items.flatMap(({ command, when }) => (command === ids.commands.compareResults ? [when] : []));
    assert.match(whens.join(), /^listMultiSelection && \(.* \|\| resourcePath in genwright\.results\)$/);
  });

  test('nests each file that a job makes below its job file, and offers to recall each kind of media', async () => {
    const { contributes } = await arrange();
    const media = 'png jpg jpeg webp gif avif mp3 wav flac ogg opus m4a aac pcm mp4 webm mov'.split(' ');
    const texts = ['md', 'lyrics.txt'];
    const names = [...media, ...texts].flatMap((ending) => [`\${capture}.${ending}`, `\${capture}-*.${ending}`]);
    const nested = Object.values(contributes.configurationDefaults['explorer.fileNesting.patterns']);
    const missing = nested.map((patterns) => names.filter((name) => !patterns.split(', ').includes(name)));
    assert.deepEqual(missing, [[], []]);
    const [recall] = (contributes.menus['explorer/context'] ?? []).flatMap(({ command, when }) =>
      command === ids.commands.recallJob ? [/\((.*)\)/.exec(when ?? '')?.[1] ?? ''] : [],
    );
    assert.deepEqual(
      media.filter((ending) => !new RegExp(`^(?:${recall})$`).test(ending)),
      [],
    );
  });

  test('uses every string of package.nls.json, which contains no other', async () => {
    const { text, strings } = await arrange();
    assert.deepEqual(matches(text, /"%([\w.]+)%"/g), sorted(Object.keys(strings)));
  });

  test('restricts every setting that a workspace may contain, by its whole id', async () => {
    const { manifest } = await arrange();
    const restricted = sorted(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations);
    assert.deepEqual(restricted, await idsOfScope('machine-overridable'));
  });

  test('gives the scope machine exactly to the settings that are read from the user only', async () => {
    const read = [...userLevel].map((name) => `genwright.${ids.settings[name]}`);
    assert.deepEqual(await idsOfScope('machine'), sorted(read));
  });

  test('activates after start-up, for YAML and for a restored preview', async () => {
    const { manifest } = await arrange();
    assert.deepEqual(sorted(manifest.activationEvents), [
      'onLanguage:yaml',
      'onStartupFinished',
      'onWebviewPanel:genwright.preview',
    ]);
  });

  test('points only at existing files', async () => {
    const { text } = await arrange();
    const paths = matches(text, /"(?:\.\/)?((?:media|syntaxes)\/[\w./-]+)"/g);
    const missing: string[] = [];
    for (const path of paths) await access(join(root, path)).catch(() => missing.push(path));
    assert.deepEqual([paths.length > 0, missing], [true, []]);
  });
});
