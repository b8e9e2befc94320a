import type { ModelFamily } from './catalog.ts';
import { chatCompletions } from './families/chat-completions.ts';
import { chatMessages } from './families/chat-messages.ts';
import { chatResponses } from './families/chat-responses.ts';
import { geminiImageChat } from './families/gemini-image-chat.ts';

/**
 * Where a model has several, the first is its default: so completions come behind the other styles, and images through
 * chat behind the images of the image endpoint, which stand before all of these.
 */
export const chatFamilies: readonly ModelFamily[] = [chatMessages, chatResponses, chatCompletions, geminiImageChat];
