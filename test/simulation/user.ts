import type { GeneratePorts, Press } from '../../src/engine/index.ts';
import { promptOf } from './simulatedGateway.ts';
import { profile, type SimulatedWindow } from './simulatedWindow.ts';
import type { JobFile, Move } from './story.ts';
import type { Witness } from './witness.ts';
import { folders, type World } from './world.ts';

interface PressOptions {
  readonly move: Extract<Move, { kind: 'generate' }>;
  readonly world: World;
  readonly witness: Witness;
}

/** Runs Generate and answers all questions. */
export async function generateFile(
  window: SimulatedWindow,
  { name, text }: JobFile,
  { move, world, witness }: PressOptions,
): Promise<void> {
  if (window.isAsking) return;
  window.pressedAt = world.time.now();
  const who = `window ${window.number}/${window.pid}`;
  world.log(who, `the user generates ${name}`);
  const press: Press = {
    jobFiles: [
      { path: `${folders.work}/${name}.gen.yaml`, text, boundary: folders.work, isStrict: false, concurrency: 4 },
    ],
    unchanged: 'ask',
    confirm: { requests: 2, usd: 1 },
    asksForKey: false,
  };
  const think = async (): Promise<void> => {
    window.isAsking = true;
    await world.time.wait(move.thinksMs);
    window.isAsking = false;
  };
  const ports: GeneratePorts = {
    readGateway: () =>
      Promise.resolve({ profile, origin: world.baseUrl, isSandbox: false, isSelected: true, isKeyMissing: false }),
    async askUnchanged({ unchanged }) {
      await think();
      world.log(who, `the user answers "${move.answer}" for ${unchanged.length} unchanged requests`);
      world.cover(`answer ${move.answer}`);
      if (move.answer === 'all') {
        const again = unchanged.map(({ request }) => promptOf(request.recordBody));
        // A clip from another image is another request.
        const clips = again.map((prompt) => prompt.replace(/ still$/, ' clip'));
        for (const prompt of new Set([...again, ...clips])) witness.allow(prompt);
      }
      return move.answer;
    },
    askKey: () => Promise.resolve(true),
    async confirm() {
      await think();
      return true;
    },
    consents: { has: () => true, add: () => undefined },
  };
  try {
    await window.engine.generate(press, ports);
  } catch (error) {
    // If a journal or a runs file cannot be read, Generate stops before anything is sent.
    world.log(who, `the press fails: ${String(error)}`);
  }
}
