import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { lookAtLanguage, mainScenes } from './editLanguage.ts';
import { setStage } from './stage.ts';

for (const theme of ['dark', 'light'] as const) {
  describe(`The editor of job files in the ${theme} theme`, () => {
    const stage = setStage({ name: `editor-${theme}`, theme });

    it('shows a list, a hover and a problem with its fixes, with a screenshot of each', async () => {
      const { person, folder } = stage();
      const pictures = await lookAtLanguage(person, folder, mainScenes);
      const sizes = await Promise.all(pictures.map(async (path) => (await stat(path)).size));
      assert.deepEqual([sizes.length, sizes.includes(0)], [mainScenes.length, false]);
    });
  });
}
