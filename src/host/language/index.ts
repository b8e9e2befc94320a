/** A separate part, because it is not needed before the first job file is opened. */
export { registerProviders } from './providers/registerProviders.ts';
export { createWorld } from './world.ts';
