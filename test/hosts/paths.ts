import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const rootDir = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Folder for what is downloaded or built once: VS Code, its server, old Nodes. Git ignores it. */
export const cacheDir = join(rootDir, '.vscode-test');

export const outDir = join(rootDir, 'out');

/** The folder of the logs, with one folder for each run, kept if the run failed. */
export const logsDir = join(outDir, 'logs');

/** The files of the package. A workbench that uses them starts sooner than one that unpacks `vsixPath` first. */
export const packageDir = join(outDir, 'package');

export const vsixPath = join(outDir, 'genwright.vsix');

/**
 * An empty extension under development, because VS Code needs one, and the checkout would hide the installed package.
 */
export const helperExtensionDir = fileURLToPath(new URL('helper', import.meta.url));

/** An extension that records the processes which the extension host starts. */
export const recorderExtensionDir = fileURLToPath(new URL('recorder', import.meta.url));

export const samplesDir = join(rootDir, 'samples');

/** A copy of the samples to play with, for `npm start` and for F5. It stays from run to run. */
export const playgroundDir = join(cacheDir, 'samples');

/** An extension that opens the inspector of the extension host. */
export const inspectorExtensionDir = fileURLToPath(new URL('inspector', import.meta.url));
