import { createCatalog } from './createCatalog.ts';
import { seedTts2 } from './families/seed-tts-2.ts';
import { seedream5Lite } from './families/seedream-5-lite.ts';
import { sonic } from './families/sonic.ts';

/** The families that ship with Genwright. */
export const bundledCatalog = createCatalog([seedream5Lite, sonic, seedTts2]);
