/** An executable that test-electron's `runTests` can start as VS Code. */
export interface Host {
  readonly name: HostName;
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  installVsix(vsix: string, extensionsDir: string, userDataDir: string): Promise<void>;
}

export type HostName = 'desktop' | 'browser';

/**
 * Returns the host that `GENWRIGHT_HOST` names. The default is the browser host: it needs no display and is the same
 * everywhere.
 */
export function chosenHost(): HostName {
  const name = process.env['GENWRIGHT_HOST'];
  if (name === undefined || name === '' || name === 'browser') return 'browser';
  if (name === 'desktop') return 'desktop';
  throw new Error(`GENWRIGHT_HOST is ${name}; it can be desktop or browser`);
}
