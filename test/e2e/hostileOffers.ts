// What Genwright offers in a hostile repository, place by place, with what is visible once it is selected.
import { paidProfile } from '../support/hostileRepository.ts';
import type { KnownOffers, Sign } from './offers.ts';
import * as places from './places.ts';

const file = 'hostile.gen.yaml';
/** A job file whose requests the hostile gateway has answered. */
export const generatedFile = 'few.gen.yaml';
/** A job file with a model of the hostile gateway's index. */
export const indexedFile = 'acme.gen.yaml';

const tab =
  (name: string): Sign =>
  ({ page }) =>
    page.locator('.tab.active', { hasText: name });
const notice =
  (text: string): Sign =>
  (person) =>
    person.notification(text);
const asked =
  (text: string): Sign =>
  (person) =>
    person.dialog().filter({ hasText: text });
const said =
  (text: string): Sign =>
  ({ page }) =>
    page.locator('.statusbar-item', { hasText: text });
const revealed =
  (name: string): Sign =>
  ({ page }) =>
    page.locator('.explorer-folders-view .monaco-list-row.selected', { hasText: name });
const listed: Sign = (person) => person.prompt();
const stopping: Sign = (person) => person.prompt().getByRole('option', { name: /^Stop Watching/ });
const unseen: Sign = () => null;
const log: Sign = ({ page }) => page.locator('.part.panel .output-view');
const unseenOnCard = { 'Check Balance': unseen, 'Switch region': unseen, 'Copy Text': unseen };
const decisions = { 'Check Balance': null, Resubmit: null, Dismiss: null };
const noTask = notice('There is no task for');
const sheet: Sign = (person) => person.preview().locator('.sheet-bar');
const stage: Sign = (person) => person.preview().locator('.stage-view');
const inSheet =
  (selector: string): Sign =>
  (person) =>
    person.preview().locator(selector);
const exported = notice('hostile.contact-sheet.html saved');
const trustEditor: Sign = ({ page }) => page.locator('.workspace-trust-editor');

/** Pickers of the contact sheet. */
const pickers = ['Mark', 'Rating', 'State', 'Run', 'Date', 'Cost', 'Sort by'];

/** Commands of the palette while a file is open. */
const offersOfPalette = (open: string, signs: Readonly<Record<string, Sign>>): KnownOffers =>
  Object.entries(signs).map(([title, sign]) => [
    places.palette(open, `Genwright: ${title}`),
    { [`Genwright: ${title}`]: sign },
  ]);

/** What is offered whether the folder is trusted or not, with the signs that depend on it. */
const inBoth = (generates: Sign, broken: Readonly<Record<string, Sign>>): KnownOffers => [
  [places.viewTitle('Models'), { 'New Job File...': listed, 'Refresh Model Index': unseen }],
  [places.viewMenu('Models'), { 'Export JSON Schema...': listed }],
  [places.viewTitle('Account'), { 'Connect to Gateway...': listed, 'Select Profile...': listed }],
  [places.editorTitle(file), { Generate: generates, 'Preview Results': tab(`Preview ${file}`) }],
  [places.lenses(file), { 'Generate with prod': generates, '–': tab(`Preview ${file}`) }],
  [places.editorMenu(file), { 'Generate Job at Cursor': generates, 'Show Resolved Request': tab('hostile.request') }],
  [places.activeTitle, { 'Copy Request as curl': said('Copied.') }],
  [
    places.explorerMenu(file),
    {
      Generate: generates,
      'Preview Results': tab(`Preview ${file}`),
      'Show Contact Sheet': sheet,
      'Export Contact Sheet': exported,
    },
  ],
  [
    places.explorerMenu('script.mp4'),
    {
      'Recall Job from Result': notice('Not recalled'),
      'Mark Result...': listed,
      'Use as Input': unseen,
      'Use This Combination': notice('was made without a matrix'),
      'Exclude These Combinations': notice('was made without a matrix'),
      'Copy as Job': said('Copied.'),
      'Delete Result': asked('Delete script.mp4 permanently?'),
    },
  ],
  ...offersOfPalette(file, {
    'Show Contact Sheet': sheet,
    'Show All Results of the Workspace': sheet,
    'Search Results...': listed,
    'Export Contact Sheet': exported,
    'Mark Result...': listed,
    'Undo Mark': unseen,
    'Compare Results': sheet,
  }),
  [
    places.sheet(file),
    {
      'Compare (C)': inSheet('.sheet :text("Select two to four results")'),
      'Export What Is Shown': exported,
      Filters: unseen,
      'Keys (?)': inSheet('.dialog'),
      'Single Result (G)': stage,
    },
  ],
  // The browser opens a list, so nothing is selected.
  [places.sheetFilters(file), Object.fromEntries(pickers.map((name) => [name, null]))],
  [
    places.sheetMenu(file, 'script.mp4'),
    {
      'Show Single Result': stage,
      // A mark belongs to the content of the file, which is not what was recorded.
      Star: notice('script.mp4 has changed since it was generated'),
      Reject: unseen,
      'Note...': inSheet('.dialog textarea'),
      'Reveal in Explorer': revealed('script.mp4'),
      'Copy Path': unseen,
      'Recall Job': notice('Not recalled'),
      'Delete...': asked('Delete script.mp4 permanently?'),
      'Open File': tab('script.mp4'),
    },
  ],
  [
    places.comparison(file, ['script.mp4', 'broken.mp4']),
    { ...broken, 'Keys (?)': null, 'Reveal in Explorer': revealed('.mp4'), 'Back to All Results (Escape)': sheet },
  ],
  [places.previewResult(file, 'broken.mp4'), broken],
  [places.previewResult(file, 'hero.mp4.command'), { 'Reveal in Explorer': revealed('hero.mp4.command') }],
  [places.previewResult(file, 'script.mp4'), { 'Reveal in Explorer': revealed('script.mp4') }],
  [places.previewResult(file, 'outside.mp4'), { 'Open Job File': tab(file) }],
  [
    places.previewToolbar(file, 'script.mp4'),
    {
      'More Actions...': inSheet('.menu'),
      'Show Details': (person) => person.preview().getByRole('button', { name: 'Hide Details' }),
      'Previous (←)': unseen,
      'Next (→)': unseen,
      'Contact Sheet (G)': sheet,
    },
  ],
  [
    places.previewMenu(file, 'script.mp4'),
    {
      'Copy Path': unseen,
      'Recall Job': notice('Not recalled'),
      'Reveal in Explorer': revealed('script.mp4'),
      'Open Job File': tab(file),
      // This offer is the last one, because it opens another webview.
      'Open File': tab('script.mp4'),
    },
  ],
];

export const offersInRestrictedMode: KnownOffers = [
  [places.statusBar(file), { sandbox: notice('sandbox: $25.00 left') }],
  [places.viewWelcome('Tasks'), { 'Manage Workspace Trust': trustEditor }],
  [places.viewTitle('Tasks'), { 'New Job File...': listed }],
  [
    places.viewMenu('Tasks'),
    { 'Search Results...': listed, 'Show Log': log, 'Resume Stopped': noTask, 'Clear Finished': noTask },
  ],
  [
    places.viewRows('Account'),
    {
      'Balanceplay money': notice('sandbox: $25.00 left'),
      'Connect to Gateway...': listed,
      'Spent today': unseen,
      'sandboxbuilt in: offline, free, no key': listed,
    },
  ],
  ...inBoth(notice('In Restricted Mode, Genwright starts no new requests'), {
    'Reveal in Explorer': revealed('broken.mp4'),
  }),
  [places.previewResult(file, 'endless.webm'), { 'Reveal in Explorer': revealed('endless.webm') }],
  [
    places.notifications,
    { 'Manage Workspace Trust': trustEditor, 'Reveal in Explorer': revealed('hostile.contact-sheet.html') },
  ],
];

/** What a trusted folder offers before the gateway has a key. `host` is the gateway's. */
export const offersWithoutKey = (host: string): KnownOffers => [
  [
    places.viewWelcome('Tasks'),
    {
      'New Job File': listed,
      walkthrough: ({ page }) => page.getByText('Get Started with Genwright'),
    },
  ],
  [places.viewWelcome('Account'), { 'Set API Key': listed, 'Select Another Profile': listed }],
  [
    places.editorTitle(generatedFile),
    {
      Generate: asked(`The workspace selects the profile "${paidProfile}" (${host})`),
      'Preview Results': tab(`Preview ${generatedFile}`),
    },
  ],
];

const selectedRow =
  (text: string): Sign =>
  ({ page }) =>
    page.locator('.pane .monaco-list-row.selected', { hasText: text });
const shown = tab(`Preview ${generatedFile}`);
const opened = tab(generatedFile);
/** Each of these commands is selected in the menu of one row. */
const ofEachTask = { Preview: null, 'Open Job File': null, 'Copy Task ID': null };

const offersOfTrustedPalette = offersOfPalette(file, {
  'List Assets...': listed,
  'Register Asset by URL...': listed,
  'Copy Asset URL...': listed,
  'Fold Long Prompts': unseen,
  'Wrap Prompt': unseen,
  'Unwrap Prompt': unseen,
  'Explain Problem': notice('There is no problem at the cursor'),
  'Show Balance': notice('left'),
  'Manage Runs...': listed,
  'Show Tasks': unseen,
});

/** What a trusted folder offers once the hostile gateway has answered. Two of them are Retry, which sends. */
export const offersInTrustedFolder = (baseUrl: string): KnownOffers => [
  [places.notifications, { 'Show Tasks': selectedRow('refused') }],
  [places.statusBar(file), { [paidProfile]: notice('left') }],
  [
    places.previewResult(generatedFile, 'page'),
    // The link has no target.
    { ...unseenOnCard, Resubmit: asked('Send this'), Dismiss: asked('Dismiss this') },
  ],
  [places.previewResult(generatedFile, 'addresses'), { 'Save Again': unseen }],
  [places.previewResult(generatedFile, 'refused'), { Retry: unseen }],
  [places.previewResult(generatedFile, 'running'), { Resume: unseen }],
  [places.previewResult(generatedFile, 'running'), { 'Stop Watching': stopping }],
  [
    places.previewResult(generatedFile, 'few-amount.png'),
    {
      'Zoom Out (-)': unseen,
      'Zoom In (+)': unseen,
      'Fit (F)': unseen,
      'Actual Size (A)': unseen,
      'Copy Image': unseen,
    },
  ],
  [places.rowMenu('Tasks', /^page/), { Preview: shown, 'Open Job File': opened, ...decisions }],
  [
    places.rowMenu('Tasks', /^addresses/),
    { ...ofEachTask, 'Remove from List': asked('Remove this'), 'Save To...': listed, 'Save Again': null },
  ],
  [places.rowMenu('Tasks', /^running/), { ...ofEachTask, 'Stop Watching': null }],
  [places.rowMenu('Tasks', /^failed/), { ...ofEachTask, Retry: null, 'Remove from List': null }],
  [
    places.rowMenu('Tasks', /^amount/),
    { ...ofEachTask, 'Copy Task ID': said('Task ID copied'), 'Remove from List': unseen },
  ],
  [
    places.rowMenu('Tasks', new RegExp(`^${generatedFile.replace('.gen.yaml', '')}\\d`)),
    { Preview: shown, 'Stop Run': stopping, 'Retry Failed': asked('Send') },
  ],
  [
    places.viewMenu('Tasks'),
    {
      'Search Results...': listed,
      'Show Log': log,
      'Retry Failed': asked('Send'),
      'Resume Stopped': noTask,
      'Clear Finished': noTask,
    },
  ],
  [
    places.rowButtons('Tasks'),
    {
      'Stop Run': stopping,
      'Retry Failed': asked('Send'),
      Preview: null,
      Resubmit: null,
      Dismiss: null,
      'Save Again': unseen,
      'Stop Watching': stopping,
      Retry: unseen,
    },
  ],
  [places.viewTitle('Tasks'), { 'New Job File...': listed, 'Stop Run': stopping, 'Save All Unsaved Results': unseen }],
  [places.viewRows('Account'), { [`prod${baseUrl}`]: listed, Balance: notice('left'), 'Spent today': unseen }],
  [places.rowButtons('Account'), { 'Set API Key...': listed }],
  [places.rowHover('Account', /^Balance/), {}],
  ...inBoth(asked('Generate one result'), { 'Open Outside': notice('Select Download in the Explorer') }),
  [places.previewResult(file, 'endless.webm'), { 'Reveal in Explorer': revealed('endless.webm') }],
  [
    places.explorerMenu('[x](command'),
    {
      Generate: asked('Generate one result'),
      'Preview Results': tab('Preview [x]'),
      'Show Contact Sheet': tab('Preview [x]'),
      'Export Contact Sheet': notice('has no results yet'),
    },
  ],
  [places.explorerMenu('away'), { 'New Job File...': listed, 'Show Contact Sheet': notice('is not a job file') }],
  [places.editorTitle('text.gen.yaml'), { Generate: asked('.env (36 bytes)'), 'Preview Results': null }],
  [places.editorHover('text.gen.yaml', { line: 2, column: 14 }, '.env'), { 'Follow link': tab('.env') }],
  [
    places.recallList(file),
    {
      '../../../etc/passwd': notice('Not recalled'),
      'hero.mp4.command, script.mp4, endless.webm, broken.mp4, outside.mp4': null,
    },
  ],
  [places.newFile, { 'Genwright Job File': listed }],
  ...offersOfTrustedPalette,
  [places.editorHover(indexedFile, { line: 1, column: 9 }, 'Switch region'), {}],
  [places.suggestion(indexedFile, { line: 1, column: 14 }, 'Switch region'), {}],
  [places.editorHover(indexedFile, { line: 2, column: 2 }, 'evil.example'), {}],
  [places.editorHover(indexedFile, { line: 3, column: 3 }, 'evil.example'), { 'unknown-field': tab('unknown-field') }],
  [places.rowHover('Models', /acme-1/), {}],
];

/** Offers after which the key is gone, and a new file is open. */
export const lastOffers: KnownOffers = [
  [places.rowMenu('Account', /^prod/), { 'Remove API Key': ({ page }) => page.getByText('has no API key yet') }],
  [places.rowButtons('Models', /acme-1/), { 'New Job File...': ({ page }) => page.locator('.tab.active.dirty') }],
];
