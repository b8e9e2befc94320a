import { createCatalog } from './createCatalog.ts';
import { chatCompletions } from './families/chat-completions.ts';
import { chatMessages } from './families/chat-messages.ts';
import { chatResponses } from './families/chat-responses.ts';
import { gemini25FlashImage } from './families/gemini-2-5-flash-image.ts';
import { gemini31FlashImage } from './families/gemini-3-1-flash-image.ts';
import { gemini3ProImage } from './families/gemini-3-pro-image.ts';
import { geminiImageChat } from './families/gemini-image-chat.ts';
import { gptImage2 } from './families/gpt-image-2.ts';
import { grokImagine } from './families/grok-imagine.ts';
import { hailuo02 } from './families/hailuo-02.ts';
import { hailuo23Fast } from './families/hailuo-2-3-fast.ts';
import { hailuo23 } from './families/hailuo-2-3.ts';
import { happyHorseImageToVideo } from './families/happyhorse-i2v.ts';
import { happyHorseReferenceToVideo } from './families/happyhorse-r2v.ts';
import { happyHorseTextToVideo } from './families/happyhorse-t2v.ts';
import { happyHorseVideoEdit } from './families/happyhorse-video-edit.ts';
import { klingImageToVideo } from './families/kling-image-to-video.ts';
import { klingOmni } from './families/kling-omni.ts';
import { klingTextToVideo } from './families/kling-text-to-video.ts';
import { kling } from './families/kling.ts';
import { midjourney } from './families/midjourney.ts';
import { pImageEdit } from './families/p-image-edit.ts';
import { pImage } from './families/p-image.ts';
import { pixverse } from './families/pixverse.ts';
import { seedTts2 } from './families/seed-tts-2.ts';
import { seedance2Fast } from './families/seedance-2-fast.ts';
import { seedance2 } from './families/seedance-2.ts';
import { seedream45 } from './families/seedream-4-5.ts';
import { seedream5Lite } from './families/seedream-5-lite.ts';
import { seedream5Pro } from './families/seedream-5-pro.ts';
import { sonic } from './families/sonic.ts';
import { subtitleErase } from './families/subtitle-erase.ts';
import { veo } from './families/veo.ts';
import { viduQ1 } from './families/vidu-q1.ts';
import { viduQ2Image } from './families/vidu-q2-image.ts';
import { viduQ2 } from './families/vidu-q2.ts';
import { viduQ3 } from './families/vidu-q3.ts';
import { wan26ImageToVideo } from './families/wan-2-6-i2v.ts';
import { wan26Image } from './families/wan-2-6-image.ts';
import { wan26ReferenceToVideo } from './families/wan-2-6-r2v.ts';
import { wan26TextToImage } from './families/wan-2-6-t2i.ts';
import { wan26TextToVideo } from './families/wan-2-6-t2v.ts';
import { wan27ImagePro } from './families/wan-2-7-image-pro.ts';
import { wan27Image } from './families/wan-2-7-image.ts';

/**
 * The families that ship with Genwright, in the order in which they are offered. If a model has several families, the
 * first one is its default.
 */
export const bundledCatalog = createCatalog([
  // These families make images.
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
  // These families make music and speech.
  sonic,
  seedTts2,
  // These families make videos. The native Kling families follow the others of their models, which are the defaults.
  seedance2,
  seedance2Fast,
  kling,
  klingOmni,
  klingTextToVideo,
  klingImageToVideo,
  hailuo23,
  hailuo23Fast,
  hailuo02,
  viduQ3,
  viduQ2,
  viduQ2Image,
  viduQ1,
  pixverse,
  veo,
  wan26TextToVideo,
  wan26ImageToVideo,
  wan26ReferenceToVideo,
  happyHorseTextToVideo,
  happyHorseImageToVideo,
  happyHorseReferenceToVideo,
  happyHorseVideoEdit,
  subtitleErase,
  // These families use the chat endpoints. Completions follow the other API formats, and images through chat follow the
  // families of the image endpoint, which are above.
  chatMessages,
  chatResponses,
  chatCompletions,
  geminiImageChat,
]);
