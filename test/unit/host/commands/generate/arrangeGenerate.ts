import type { GeneratePorts, GenerateResult, Press } from '../../../../../src/engine/index.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { disk, FileType } from '../../fakes/fakeVscode.ts';

/** The job file, with a mark for the cursor. */
export const text = 'jobs:\n  still:\n    model: seedream-5-0-260128\n    prompt: A |door\n';
export const plain = text.replace('|', '');
export const done: GenerateResult = { tasks: [], problems: 0 };

/** A window whose engine keeps each press, and lets the test play its ports. */
export function arrange(play: (ports: GeneratePorts) => Promise<GenerateResult> = () => Promise.resolve(done)) {
  const presses: Press[] = [];
  const planned: unknown[] = [];
  const arranged = arrangeCommands({
    engine: {
      generate: async (press, ports) => {
        presses.push(press);
        return play(ports);
      },
    },
    services: {
      diagnostics: {
        showPlanned: async ({ uri }, problems) => void planned.push(uri.toString(), problems),
        dispose: () => undefined,
      },
    },
  });
  for (const name of ['hero', 'door']) {
    disk.set(`file:///w/${name}.gen.yaml`, { bytes: Buffer.from(plain), type: FileType.File });
  }
  return { ...arranged, presses, planned };
}
