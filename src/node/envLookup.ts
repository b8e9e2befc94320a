import type { EnvOutcome } from '../core/jobFile/lookups.ts';

/** Only names that the user allows are read, whatever the job file requests. */
export function createEnvLookup(allowed: readonly string[]): (name: string) => EnvOutcome {
  return (name) => {
    if (!allowed.includes(name)) return { state: 'blocked' };
    const value = process.env[name];
    return value === undefined ? { state: 'unset' } : { state: 'set', value };
  };
}
