import { createCatalog } from './createCatalog.ts';
import { audioFamilies } from './families/audio.ts';
import { chatFamilies } from './families/chat.ts';
import { geminiFamilies } from './families/gemini.ts';
import { gptImage2 } from './families/gptImage2.ts';
import { grokImagine } from './families/grokImagine.ts';
import { hailuoFamilies } from './families/hailuo.ts';
import { happyHorseFamilies } from './families/happyHorse.ts';
import { klingFamilies } from './families/kling.ts';
import { midjourney } from './families/midjourney.ts';
import { pixverse } from './families/pixverse.ts';
import { prunaFamilies } from './families/pruna.ts';
import { seedanceFamilies } from './families/seedance.ts';
import { seedreamFamilies } from './families/seedream.ts';
import { subtitleErase } from './families/subtitleErase.ts';
import { veo } from './families/veo.ts';
import { viduFamilies } from './families/vidu.ts';
import { wanImageFamilies, wanVideoFamilies } from './families/wan.ts';

/** In the order in which they are offered. The first family of a model is its default. */
export const bundledCatalog = createCatalog([
  ...seedreamFamilies,
  ...geminiFamilies,
  grokImagine,
  gptImage2,
  ...wanImageFamilies,
  ...prunaFamilies,
  midjourney,
  ...audioFamilies,
  ...seedanceFamilies,
  ...klingFamilies,
  ...hailuoFamilies,
  ...viduFamilies,
  pixverse,
  veo,
  ...wanVideoFamilies,
  ...happyHorseFamilies,
  subtitleErase,
  // Chat is last, because images through chat follow the families of the image endpoint.
  ...chatFamilies,
]);
