import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { type CleanUp, cleanUpOnSignal, createCleanUp } from '../hosts/cleanUp.ts';
import { logsDir } from '../hosts/paths.ts';
import { startWorkbench } from '../hosts/workbench.ts';
import { createPerson, describeScreen, type Person } from './person.ts';
import { createSampleWorkspace } from './sampleWorkspace.ts';

export interface StageOptions {
  /** Name of the logs and of the screenshots of failures. */
  readonly name: string;
  /** Default: granted. */
  readonly workspaceTrust?: 'granted' | 'asked';
  /** Folders of more extensions. */
  readonly beside?: readonly string[];
  /** Machine settings. Called once the workspace folder exists, before there is a window. */
  readonly settings?: (cleanUp: CleanUp, folder: string) => Promise<Readonly<Record<string, unknown>>>;
}

export interface Stage {
  readonly person: Person;
  /** The workspace folder: a copy of the samples. */
  readonly folder: string;
  /** Another window on the same folder, with settings, keys and extension storage in common. */
  readonly openWindow: () => Promise<Person>;
}

/**
 * Starts one workbench for the tests of a file, with the packaged extension. Call it in the file, or inside its only
 * `describe`.
 */
export function setStage({ name, settings, ...rest }: StageOptions): () => Stage {
  const cleanUp = createCleanUp();
  let stage: Stage | undefined;
  const current = (): Stage => {
    if (!stage) throw new Error('The stage is set before the first test, not earlier');
    return stage;
  };

  before(async () => {
    cleanUp.add(cleanUpOnSignal(cleanUp));
    const folder = await createSampleWorkspace(cleanUp);
    const options = {
      name: `e2e-${name}`,
      extension: 'packaged',
      ...rest,
      settings: (await settings?.(cleanUp, folder)) ?? {},
    } as const;
    const workbench = await startWorkbench(options, cleanUp);
    const screenshots = join(logsDir, `e2e-${name}`);
    const openWindow = async (): Promise<Person> => createPerson(await workbench.open(folder), screenshots);
    stage = { folder, person: await openWindow(), openWindow };
  });

  afterEach(async (context) => {
    const hasPassed = 'passed' in context && context.passed;
    if (!stage || hasPassed) return;
    console.log(`The screen when "${context.name}" failed:\n${await describeScreen(stage.person.page)}`);
    await stage.person.screenshot(`failed-${context.name.replaceAll(/\W+/g, '-')}`);
  });

  after(() => cleanUp.run());
  return current;
}
