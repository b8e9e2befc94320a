// Reads and selects the offers of a place: buttons, links, menu entries and rows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { rootDir } from '../hosts/paths.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';

/** A part of the page that has offers. */
export interface Place {
  /** Whether VS Code adds its own offers. Only the titles of Genwright's commands count then. */
  readonly isShared?: boolean;
  readonly isMenu?: boolean;
  /** Makes the place visible, and resolves with the elements of its offers. */
  readonly show: (person: Person) => Promise<Locator>;
}

/** Returns what is visible after an offer was selected. Null if nothing changes. */
export type Sign = (person: Person) => Locator | null;

/** All offers of some places, each with its sign. The sign is null if the offer is selected in another place. */
export type KnownOffers = readonly (readonly [place: Place, signs: Readonly<Record<string, Sign | null>>])[];

/** Longer than the time limit for reading a video, also on a machine with ten other things to do. */
const patienceMs = 180_000;

const words = JSON.parse(readFileSync(join(rootDir, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
/** Titles of the commands. */
const titles = new Set(Object.keys(words).flatMap((key) => (key.startsWith('command.') ? [words[key] ?? ''] : [])));

/** Lists the commands that are selected nowhere, by title. */
export function listUnselected(known: KnownOffers): readonly string[] {
  const selected = known.flatMap(([, signs]) =>
    Object.entries(signs).flatMap(([label, sign]) => (sign ? [label] : [])),
  );
  return [...titles].filter((title) => !selected.includes(title) && !selected.includes(`Genwright: ${title}`));
}

/** Fails if a place has an offer that is not known, or lacks a known one. Selects each offer. */
export async function selectAll(person: Person, known: KnownOffers): Promise<void> {
  for (const [place, signs] of known) {
    const labels = Object.keys(signs).toSorted();
    const read = await readOffers(person, place, labels);
    assert.deepEqual(read.labels, labels);
    // The place is still there for the first offer.
    let { offers } = read;
    for (const [label, sign] of Object.entries(signs)) {
      if (!sign) continue;
      await selectOffer(person, { place, label, sign, offers });
      offers = null;
    }
    if (offers && place.isMenu) await person.page.keyboard.press('Escape');
  }
}

interface ReadOffers {
  readonly labels: readonly string[];
  /** Elements of the place, which was left as it is. Null if the labels were not as expected. */
  readonly offers: Locator | null;
}

/** Waits until the labels of the place are the expected ones. Resolves with its last labels, sorted, each one once. */
async function readOffers(
  person: Person,
  { show, isShared = false, isMenu }: Place,
  expected: readonly string[],
): Promise<ReadOffers> {
  let found: readonly string[] = [];
  const findExpected = async (): Promise<Locator | undefined> => {
    const offers = await show(person);
    const labels = await readLabels(offers);
    found = [...new Set(labels)].filter((label) => (isShared ? titles.has(label) : label !== '')).toSorted();
    if (found.join('\n') === expected.join('\n')) return offers;
    if (isMenu) await person.page.keyboard.press('Escape');
    return undefined;
  };
  const offers = await waitUntil('the offers', findExpected, patienceMs).catch(() => null);
  return { labels: found, offers };
}

interface Selection {
  readonly place: Place;
  readonly label: string;
  readonly sign: Sign;
  /** Elements of the place if it is shown already. */
  readonly offers: Locator | null;
}

/** Selects an offer until its sign is visible, and closes the dialog, prompt or list that it opened. */
async function selectOffer(person: Person, { place, label, sign, offers }: Selection): Promise<void> {
  let shown = offers;
  const click = async (): Promise<void> => {
    const offer = (shown && (await pickOffer(shown, label))) ?? (await findOffer(person, place, label));
    shown = null;
    await clickOffer(person, place, offer);
  };
  await doUntil(click, async () => sign(person)?.first().waitFor({ timeout: glanceMs }));
  await cancelQuestions(person);
}

async function clickOffer(person: Person, place: Place, offer: Locator): Promise<void> {
  // The icons of a row or a title are visible only under the pointer.
  const line = offer.locator(
    'xpath=ancestor::*[contains(concat(@class, " "), "monaco-list-row ") or contains(@class, "pane-header")]',
  );
  if ((await line.count()) > 0) await line.first().hover({ timeout: glanceMs });
  if (place.isMenu) {
    // A menu ignores clicks while it opens.
    await offer.hover({ timeout: glanceMs });
    await person.page.keyboard.press('Enter');
  } else {
    await offer.click({ timeout: glanceMs });
  }
}

async function cancelQuestions(person: Person): Promise<void> {
  // VS Code asks before it opens a link in Restricted Mode. In a trusted folder it opens the link at once.
  assert.doesNotMatch((await person.dialog().allInnerTexts()).join('\n'), /open the external website/);
  const trustEditor = person.page.locator('.workspace-trust-editor');
  const notifications = person.page.locator('.notifications-center.visible');
  for (const question of [person.dialog(), person.prompt(), notifications, trustEditor]) {
    if (!(await question.isVisible())) continue;
    const cancel = async (): Promise<void> => {
      if (question === trustEditor) await trustEditor.focus();
      await person.page.keyboard.press('Escape');
    };
    await doUntil(cancel, () => question.waitFor({ state: 'hidden', timeout: glanceMs }));
  }
}

/** Waits for the offer, because a place that is drawn again has fewer offers for a moment. */
async function findOffer(person: Person, { show, isMenu }: Place, label: string): Promise<Locator> {
  return waitUntil(label, async () => {
    const offer = await pickOffer(await show(person), label);
    if (!offer && isMenu) await person.page.keyboard.press('Escape');
    return offer;
  });
}

async function pickOffer(offers: Locator, label: string): Promise<Locator | undefined> {
  const index = (await readLabels(offers)).indexOf(label);
  return index >= 0 ? offers.nth(index) : undefined;
}

/** Returns the texts without amounts, shortcuts and keys. The text of an icon is its accessible label. */
async function readLabels(offers: Locator): Promise<readonly string[]> {
  return offers.evaluateAll((elements) =>
    elements.map((each) => {
      const key = each.querySelector('kbd')?.innerText ?? '';
      const shown = (each as HTMLElement).innerText.trim();
      const text = shown.slice(0, shown.length - key.length).trim() || (each.getAttribute('aria-label') ?? '');
      return text.replace(/\s*\$[\d.,e+]+$| \(Ctrl\+\w+\)$/, '');
    }),
  );
}
