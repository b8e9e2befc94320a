import { chatFamilies } from './chatFamilies.ts';
import { createCatalog } from './createCatalog.ts';
import { seedTts2 } from './families/seed-tts-2.ts';
import { sonic } from './families/sonic.ts';
import { imageFamilies } from './imageFamilies.ts';
import { videoFamilies } from './videoFamilies.ts';

/** The families that ship with Genwright. */
export const bundledCatalog = createCatalog([...imageFamilies, sonic, seedTts2, ...videoFamilies, ...chatFamilies]);
