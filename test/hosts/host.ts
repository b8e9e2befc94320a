import { fileURLToPath } from 'node:url';
import type { CleanUp } from './cleanUp.ts';
import { prepareDesktop } from './desktopHost.ts';
import { installVsix } from './server.ts';
import { installServer } from './serverInstall.ts';

/** Something that test-electron's `runTests` can start as VS Code. */
export interface Host {
  readonly name: HostName;
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  installVsix(vsix: string, extensionsDir: string, userDataDir: string): Promise<void>;
}

export type HostName = 'desktop' | 'browser';

const report = (line: string): void => console.error(line);

/** `GENWRIGHT_HOST` decides. The browser host is the default: it needs no display and is the same everywhere. */
export function chosenHost(): HostName {
  const name = process.env['GENWRIGHT_HOST'];
  if (name === undefined || name === '' || name === 'browser') return 'browser';
  if (name === 'desktop') return 'desktop';
  throw new Error(`GENWRIGHT_HOST is ${name}; it can be desktop or browser`);
}

export async function prepareHost(cleanUp: CleanUp): Promise<Host> {
  if (chosenHost() === 'desktop') return prepareDesktop(cleanUp, report);
  const entry = await installServer(report);
  return {
    name: 'browser',
    executablePath: fileURLToPath(new URL('browserHost.ts', import.meta.url)),
    env: {},
    installVsix: (vsix, extensionsDir) => installVsix(entry, vsix, extensionsDir),
  };
}
