import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { startHostileGateway } from '../fakes/hostileGateway.ts';
import type { ScriptedGateway } from '../fakes/scriptedGateway.ts';
import { recorderExtensionDir } from '../hosts/paths.ts';
import {
  hostileEnvironment,
  hostileSecrets,
  paidProfile,
  secretVariable,
  writeHostileRepository,
} from '../support/hostileRepository.ts';
import { type Exits, recordExits } from './exits.ts';
import * as offers from './offers.ts';
import type { Sign } from './offers.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const file = 'hostile.gen.yaml';

const tab =
  (name: string): Sign =>
  ({ page }) =>
    page.locator('.tab.active', { hasText: name });
const notice =
  (text: string): Sign =>
  (person) =>
    person.notification(text);
const revealed =
  (name: string): Sign =>
  ({ page }) =>
    page.locator('.explorer-folders-view .monaco-list-row.selected', { hasText: name });
const listed: Sign = (person) => person.prompt();
const unseen: Sign = () => null;
const preview = tab(`Preview ${file}`);
const trustEditor: Sign = ({ page }) => page.locator('.workspace-trust-editor');
const refused = notice('In Restricted Mode, Genwright starts no new requests');

/** All offers, each with its sign. */
const known: readonly (readonly [offers.Place, Readonly<Record<string, Sign>>])[] = [
  [offers.statusBar(file), { sandbox: notice('sandbox: $25.00 left') }],
  [offers.viewWelcome('Tasks'), { 'Manage Workspace Trust': trustEditor }],
  [
    offers.viewRows('Account'),
    {
      Balance: notice('sandbox: $25.00 left'),
      'Connect to Gateway...': listed,
      'Spent today': unseen,
      'sandboxbuilt in: offline, free, no key': listed,
    },
  ],
  [offers.viewTitle('Account'), { 'Connect to Gateway...': listed, 'Select Profile...': listed }],
  [offers.viewTitle('Tasks'), { 'New Job File...': listed }],
  [offers.viewMenu('Tasks'), { 'Show Log': ({ page }) => page.locator('.part.panel .output-view') }],
  [offers.viewTitle('Models'), { 'New Job File...': listed, 'Refresh Model Index': unseen }],
  [offers.viewMenu('Models'), { 'Export JSON Schema...': listed }],
  [offers.editorTitle(file), { Generate: refused, 'Preview Results': preview }],
  [offers.lenses(file), { 'Generate with prod': refused, '–': preview }],
  [offers.editorMenu(file), { 'Generate Job at Cursor': refused, 'Show Resolved Request': tab('hostile.request') }],
  [offers.explorerMenu(file), { Generate: refused, 'Preview Results': preview }],
  [offers.explorerMenu('script.mp4'), { 'Recall Job from Result': notice('Not recalled') }],
  [offers.previewNotice(file, 'broken.mp4'), { 'Reveal in Explorer': revealed('broken.mp4') }],
  [offers.previewNotice(file, 'endless.webm'), { 'Reveal in Explorer': revealed('endless.webm') }],
  [offers.previewNotice(file, 'hero.mp4.command'), { 'Reveal in Explorer': revealed('hero.mp4.command') }],
  [offers.previewNotice(file, 'script.mp4'), { 'Reveal in Explorer': revealed('script.mp4') }],
  [offers.previewNotice(file, 'outside.mp4'), { 'Open Job File': tab(file) }],
  [
    offers.previewToolbar(file, 'script.mp4'),
    {
      'Copy Path': unseen,
      'Recall Job': notice('Not recalled'),
      'Reveal in Explorer': revealed('script.mp4'),
      'Open Job File': tab(file),
      'Show Details': (person) => person.preview().getByRole('button', { name: 'Hide Details' }),
      'Previous (←)': unseen,
      'Next (→)': unseen,
      // The last one, because it opens another webview.
      'Open File': tab('script.mp4'),
    },
  ],
  [offers.notifications, { 'Manage Workspace Trust': trustEditor }],
];

describe('A user in Restricted Mode in a hostile repository with a hostile gateway', () => {
  let gateway: ScriptedGateway;
  let exits: Exits;
  const stage = setStage({
    name: 'hostile',
    workspaceTrust: 'asked',
    beside: [recorderExtensionDir],
    settings: async (cleanUp, folder) => {
      gateway = await startHostileGateway();
      cleanUp.add(() => gateway.close());
      const repository = await writeHostileRepository(folder);
      cleanUp.add(repository.remove);
      process.env[secretVariable] = hostileSecrets.variable;
      return {
        'genwright.profiles': [{ name: paidProfile, baseUrl: gateway.url, docsUrl: `${gateway.url}/docs` }],
      };
    },
  });
  const spent = async (person: Person): Promise<string> =>
    (await person.view('Account')).locator('.monaco-list-row', { hasText: 'Spent today' }).innerText();

  before(async () => {
    exits = await recordExits(stage().person.page);
  });

  it('is offered nothing that does harm', async () => {
    const { person, folder } = stage();
    const spentBefore = await spent(person);
    for (const [place, signs] of known) {
      const labels = Object.keys(signs).toSorted();
      assert.deepEqual(await offers.readOffers(person, place, labels), labels);
      for (const [label, sign] of Object.entries(signs)) await offers.selectOffer(person, place, label, sign);
    }

    const processes = (await readFile(join(folder, '../processes.txt'), 'utf8')).split('\n');
    assert.ok(processes.some((line) => line.startsWith('another:')));
    assert.deepEqual(
      {
        exits: exits.list(),
        started: processes.filter((line) => line.startsWith('Genwright:')),
        sent: gateway.calls,
        environment: await readFile(join(folder, '.env'), 'utf8'),
        spent: await spent(person),
      },
      { exits: [], started: [], sent: [], environment: hostileEnvironment, spent: spentBefore },
    );
  });
});
