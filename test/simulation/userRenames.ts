import { join } from 'node:path';
import { fileFlags } from '../../src/node/files/fileSystem.ts';
import type { SimulatedWindow } from './simulatedWindow.ts';
import type { Witness } from './witness.ts';
import { folders, type World } from './world.ts';

interface Stage {
  readonly world: World;
  readonly witness: Witness;
}

/** Name of the folder in which results are saved, if the story has one. */
export const outputFolder = 'out';

/** Renames a job file in the explorer of a window, which then tells the engine. */
export async function renameJobFile(window: SimulatedWindow, file: number, { world, witness }: Stage): Promise<void> {
  const names = world.names[file % world.names.length] ?? [];
  const from = jobFileOf(names.at(-1) ?? '');
  const name = `${names[0]}-${names.length}`;
  const to = jobFileOf(name);
  names.push(name);
  world.log(`window ${window.number}/${window.pid}`, `the user renames ${from} to ${to}`);
  await renameDurably(window, from, to);
  // Only the window in which a file is renamed follows it, so the tasks of others make results of another job file.
  const own = new Set(window.engine.tasks().map(({ id }) => id));
  for (const [id, { prompt, jobFile }] of witness.tasks) if (jobFile === from && !own.has(id)) witness.allow(prompt);
  witness.moved([from, to]);
  await window.engine.rename([{ from, to, isJobFile: true, boundary: folders.work }]);
}

/** Renames the folder of results. Saved files are then no longer found where they were saved. */
export async function renameOutput(window: SimulatedWindow, { world, witness }: Stage): Promise<void> {
  const from = join(folders.work, outputFolder);
  const to = `${from}-${world.outputs.length + 1}`;
  const isThere = await window.machine.disk.files.stat(from).catch(() => null);
  if (!isThere) return;
  world.outputs.push(to);
  world.log(`window ${window.number}/${window.pid}`, `the user renames ${from} to ${to}`);
  await renameDurably(window, from, to);
  for (const { prompt } of witness.tasks.values()) witness.allow(prompt);
  await window.engine.rename([{ from, to, isJobFile: false, boundary: folders.work }]);
}

async function renameDurably({ machine }: SimulatedWindow, from: string, to: string): Promise<void> {
  const { files } = machine.disk;
  for (const path of [from, to]) machine.remembered.delete(path);
  await files.rename(from, to);
  await (await files.open(folders.work, fileFlags.O_RDONLY)).sync();
}

/** Returns the path of a job file. */
export function jobFileOf(name: string): string {
  return `${folders.work}/${name}.gen.yaml`;
}

/** Paths at which a saved file may be now. A window that has not seen one rename follows the next one. */
export function listPlaces(path: string, { outputs }: Pick<World, 'outputs'>): readonly string[] {
  const all = [join(folders.work, outputFolder), ...outputs];
  const folder = all.find((each) => path.startsWith(`${each}/`));
  return folder === undefined ? [path] : all.map((each) => path.replace(`${folder}/`, `${each}/`));
}
