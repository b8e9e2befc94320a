import { createRequire } from 'node:module';
import type * as sandboxPart from '../../../src/sandbox/index.ts';
import { readTestSetting } from './testSettings.ts';

/** Loads the built sandbox that the extension ships. Tests use it as the gateway of a user. */
export function loadSandbox(): typeof sandboxPart {
  const path = readTestSetting('sandbox');
  return createRequire(path)(path) as typeof sandboxPart;
}
