import type { ModelFamily } from './catalog.ts';
import { gemini25FlashImage } from './families/gemini-2-5-flash-image.ts';
import { gemini31FlashImage } from './families/gemini-3-1-flash-image.ts';
import { gemini3ProImage } from './families/gemini-3-pro-image.ts';
import { gptImage2 } from './families/gpt-image-2.ts';
import { grokImagine } from './families/grok-imagine.ts';
import { midjourney } from './families/midjourney.ts';
import { pImageEdit } from './families/p-image-edit.ts';
import { pImage } from './families/p-image.ts';
import { seedream45 } from './families/seedream-4-5.ts';
import { seedream5Lite } from './families/seedream-5-lite.ts';
import { seedream5Pro } from './families/seedream-5-pro.ts';
import { wan26Image } from './families/wan-2-6-image.ts';
import { wan26TextToImage } from './families/wan-2-6-t2i.ts';
import { wan27ImagePro } from './families/wan-2-7-image-pro.ts';
import { wan27Image } from './families/wan-2-7-image.ts';

/** Families in the order in which they are offered. */
export const imageFamilies: readonly ModelFamily[] = [
  seedream5Lite,
  seedream5Pro,
  seedream45,
  gemini25FlashImage,
  gemini31FlashImage,
  gemini3ProImage,
  grokImagine,
  gptImage2,
  wan27Image,
  wan27ImagePro,
  wan26TextToImage,
  wan26Image,
  pImage,
  pImageEdit,
  midjourney,
];
