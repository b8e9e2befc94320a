import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CleanUp, cleanUpOnSignal, createCleanUp } from '../hosts/cleanUp.ts';
import { startWorkbench } from '../hosts/workbench.ts';
import { extensionId } from '../support/extensionId.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { type Figure, median } from './figure.ts';

const rounds = 25;

const empty = 'genwright.bench-empty';
/** Built-in extensions that register about as much; their entries have 27, 27 and 183 KB. */
const peers = ['vscode.media-preview', 'vscode.references-view', 'vscode.merge-conflict'];

/** One activation, as the probe writes it down. */
interface Activation {
  readonly id: string;
  /** VS Code did not wait for the probe, on a very slow machine: nothing was measured. */
  readonly wasActive: boolean;
  readonly awaitedMs: number;
  /** Time that the host's thread computed, also for other extensions. Other processes of the machine are left out. */
  readonly blockingMs: number;
}

/**
 * Compares the packaged extension, in fresh extension hosts of a real VS Code, with an empty extension and built-in
 * ones.
 */
export async function measureActivation(): Promise<readonly Figure[]> {
  const cleanUp = createCleanUp();
  cleanUp.add(cleanUpOnSignal(cleanUp));
  try {
    const activations = (await activate(cleanUp)).filter(({ wasActive }) => !wasActive);
    return [
      buildFigure('activation: awaited', activations, ({ awaitedMs }) => awaitedMs, '≤ 9.5 above an empty one'),
      buildFigure(
        'activation: of it blocking',
        activations,
        ({ blockingMs }) => blockingMs,
        '≤ 7.5 above an empty one',
      ),
    ];
  } finally {
    await cleanUp.run();
  }
}

async function activate(cleanUp: CleanUp): Promise<readonly Activation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-activation-'));
  cleanUp.add(() => rm(folder, { recursive: true, force: true }));
  const workbench = await startWorkbench(
    {
      name: 'bench-activation',
      extension: 'packaged',
      beside: ['probe', 'empty'].map((name) => join(import.meta.dirname, 'activation', name)),
      settings: { 'bench-probe.targets': [extensionId, empty, ...peers] },
    },
    cleanUp,
  );
  const file = join(workbench.dataDir, 'data/User/globalStorage/genwright.bench-probe/rounds.jsonl');
  const page = await workbench.open(folder);
  for (let round = 1; ; round += 1) {
    const lines = await waitUntil(`activation ${round}`, async () => {
      const written = (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
      return written.length >= round ? written : undefined;
    });
    if (round === rounds) return lines.flatMap((line) => JSON.parse(line) as readonly Activation[]);
    // A reload also ends the extension host, and the page gets a new one.
    await page.reload();
  }
}

function buildFigure(
  name: string,
  activations: readonly Activation[],
  read: (activation: Activation) => number,
  aim: string,
): Figure {
  const of = (id: string): number => median(activations.filter((each) => each.id === id).map(read));
  const others = [empty, ...peers].map((id) => `${id.split('.').at(-1)} ${of(id).toFixed(1)}`);
  return { name, value: of(extensionId), unit: 'ms', against: others.join(', '), aim };
}
