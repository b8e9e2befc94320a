// What the scenes of the pictures share.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { doUntil, glanceMs } from '../again.ts';
import type { Person } from '../person.ts';
import type { Shot } from './encodePictures.ts';
import type { Part } from './paintInPage.ts';

export interface Studio {
  readonly person: Person;
  readonly folder: string;
  /** Takes a picture of the window. */
  readonly shoot: (durationMs?: number) => Promise<Shot>;
}

export interface Scene {
  readonly name: string;
  /** Resolves with one picture, or with the frames of an animation. */
  readonly take: (studio: Studio) => Promise<readonly Shot[]>;
  /** The part of the picture, in pixels of the page, that a step of the walkthrough shows. */
  readonly step?: { readonly name: string; readonly part: Part };
}

/** Writes a job file, and opens it as the only editor. */
export async function openAlone({ person, folder }: Studio, file: string, text: string): Promise<void> {
  await writeFile(join(folder, file), text);
  await person.runCommand('View: Close All Editors');
  await person.openFile(file);
}

/** Presses a key until its effect is visible. */
export function press({ page }: Person, key: string, effect: Locator): Promise<void> {
  return doUntil(
    () => page.keyboard.press(key),
    () => effect.waitFor({ timeout: glanceMs }),
  );
}

/** Moves the line between two groups of editors. */
export async function divide({ page }: Person, x: number): Promise<void> {
  const right = await page.locator('.editor-group-container').last().boundingBox();
  if (!right) throw new Error('There is no second group');
  const y = right.y + right.height / 2;
  await page.mouse.move(right.x, y);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
}

/** A result in the contact sheet. */
export function cell(person: Person, name: string): Locator {
  return person.preview().getByRole('gridcell', { name: new RegExp(`^${name}\\.`) });
}

/** Marks a result by a key, which changes its name. */
export async function mark(person: Person, name: string, key: string, word: string): Promise<void> {
  await cell(person, name).click();
  await press(person, key, person.preview().getByRole('gridcell', { name: new RegExp(`^${name}\\..*${word}`) }));
}

/** Returns to the job file on the left. */
export function focusEditor(person: Person): Promise<void> {
  const focused = person.page.locator('.editor-group-container.active .monaco-editor.focused');
  return press(person, 'Control+1', focused);
}
