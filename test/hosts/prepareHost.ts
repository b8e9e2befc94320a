import { fileURLToPath } from 'node:url';
import type { CleanUp } from './cleanUp.ts';
import { prepareDesktop } from './desktopHost.ts';
import { chosenHost, type Host } from './host.ts';
import { installVsix } from './server.ts';
import { installServer } from './serverInstall.ts';

const report = (line: string): void => console.error(line);

/** Downloads or finds the VS Code of the chosen host. */
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
