// Sets up fast-check with the seed of `GENWRIGHT_SEED`, if it is set: a run that decides about a change is repeatable,
// and all other runs try new inputs. A failure prints its seed.
import { configureGlobal } from 'fast-check';

const seed = process.env['GENWRIGHT_SEED'];
if (seed) configureGlobal({ seed: Number(seed) });

export * from 'fast-check';
