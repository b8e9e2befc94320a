import { createRequire } from 'node:module';
import type * as sandboxPart from '../../src/sandbox/index.ts';
import { readTestSetting } from './testSettings.ts';

/** The built sandbox, as the extension ships it, stands in for somebody's gateway. */
export function loadSandbox(): typeof sandboxPart {
  const path = readTestSetting('sandbox');
  return createRequire(path)(path) as typeof sandboxPart;
}
