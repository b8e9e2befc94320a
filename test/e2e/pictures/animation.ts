// From an empty job file to twelve images.
import { findWidgets, waitForList } from '../editLanguage.ts';
import type { Shot } from './encodePictures.ts';
import { cell, divide, focusEditor, mark, openAlone, type Scene } from './studio.ts';

const frameMs = 150;

export const animation: Scene = {
  name: 'animation',
  async take(studio) {
    const { person, shoot } = studio;
    const { keyboard } = person.page;
    const { suggestions } = findWidgets(person);
    const shots: Shot[] = [];
    const hold = async (durationMs: number): Promise<void> => void shots.push(await shoot(durationMs));
    const type = async (text: string): Promise<void> => {
      for (const letters of text.match(/.{1,6}/g) ?? []) {
        await keyboard.type(letters);
        await hold(frameMs);
      }
    };
    /** Types over the brackets that the editor has closed, and closes its suggestions. */
    const endLine = async (): Promise<void> => {
      for (const key of ['Escape', 'End', 'Enter']) await keyboard.press(key);
    };
    const accept = async (entry: string): Promise<void> => {
      await waitForList(person, suggestions.filter({ hasText: entry }));
      await hold(600);
      await keyboard.press('Tab');
    };

    await openAlone(studio, 'mood.gen.yaml', '');
    await person.runCommand('Genwright: Show Contact Sheet');
    await divide(person, 520);
    await focusEditor(person);
    await hold(600);
    await type('model: wan2.7-im');
    await accept('wan2.7-image');
    await endLine();
    await type('matrix:');
    await endLine();
    await type('  scene: [lighthouse, boat, balloon');
    await endLine();
    await type('light: [dawn, noon, sunset, night');
    await endLine();
    await keyboard.press('Shift+Tab');
    await type('prompt: A ${{ matrix.s');
    await accept('scene');
    await keyboard.press('End');
    await type(' at ${{ matrix.l');
    await accept('light');
    await keyboard.press('End');
    await type(', watercolor');
    await endLine();
    await type('size: 1K');
    await endLine();
    await hold(500);
    await keyboard.press('Control+Enter');
    const images = person.preview().locator('.cell img');
    while ((await images.count()) < 12) await hold(350);
    await hold(800);
    await mark(person, 'mood-lighthouse-dawn', 's', 'starred');
    await hold(400);
    await mark(person, 'mood-boat-sunset', 's', 'starred');
    await hold(600);
    await cell(person, 'mood-lighthouse-dawn').dblclick();
    await person.preview().locator('img.image.loaded').waitFor();
    await person.page.mouse.move(0, 0);
    await hold(2500);
    return shots;
  },
};
