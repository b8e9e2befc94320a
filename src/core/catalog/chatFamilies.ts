import type { ModelFamily } from './catalog.ts';
import { chatCompletions } from './families/chat-completions.ts';
import { chatMessages } from './families/chat-messages.ts';
import { chatResponses } from './families/chat-responses.ts';
import { geminiImageChat } from './families/gemini-image-chat.ts';

/**
 * If a model has several families, the first one is its default. So completions follow the other API formats, and
 * images through chat follow the families of the image endpoint, which precede all of these.
 */
export const chatFamilies: readonly ModelFamily[] = [chatMessages, chatResponses, chatCompletions, geminiImageChat];
