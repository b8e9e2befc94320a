/** A part of its own: nobody needs it before the first job file is opened. */
export { registerProviders } from './registerProviders.ts';
export { createWorld } from './world.ts';
