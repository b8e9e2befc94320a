import { readFile } from 'node:fs/promises';
import type { ChatDialect } from '../../core/catalog/catalog.ts';
import type { GatewayParts } from '../gatewayParts.ts';
import { eventResponse, jsonResponse, taskError, toUnixSeconds, type GatewayResponse } from '../http/response.ts';
import { mediaTypes } from '../media/planMedia.ts';
import { planImages } from '../media/planImages.ts';
import { cueOf, seedOf, slownessOf, type Cue } from '../media/taskBody.ts';
import type { Order } from '../parseOrder.ts';
import { planAtOnce } from '../planTask.ts';
import { priceOfTokens } from '../price.ts';
import type { TaskRecord } from '../store/taskRecord.ts';
import { parsePrompt, type ChatPrompt } from './parsePrompt.ts';
import { wordings, type Reply } from './wordings.ts';
import { writeText } from './writeText.ts';

/** Duration of an answer at speed 1, in ms, as a whole or in a stream. */
const durationMs = 1600;

/** What a prompt with a cue changes in the answer. The charge remains. */
const changes: Partial<Record<Cue, (reply: Reply) => Partial<Reply>>> = {
  cut: ({ pieces }) => ({ pieces: pieces.slice(0, Math.ceil(pieces.length / 2)), end: 'limit' }),
  filter: () => ({ pieces: [], end: 'filter' }),
  empty: () => ({ pieces: [] }),
};

/**
 * Handles the POST of a chat endpoint: text, or an image for the models that make images. Charged when it is requested,
 * like any call.
 */
export async function serveChat(parts: GatewayParts, order: Order, dialect: ChatDialect): Promise<GatewayResponse> {
  const prompt = parsePrompt(order.body, dialect);
  if ('problem' in prompt) return taskError(400, 'invalid_request', prompt.problem);
  const record = planAtOnce(parts, { ...order, body: buildRecordBody(order, prompt) });
  if (record.failure !== null) return taskError(400, 'generation_failed', record.failure);
  const whole = record.kind === 'image' ? await drawReply(parts, record) : writeReply(record, prompt);
  const reply = { ...whole, ...changes[cueOf(record.body)]?.(whole) };
  const answerMs = durationMs * slownessOf(record.body);
  await parts.tasks.add({ ...record, amountUsd: reply.amountUsd });
  const { buildBody, buildEvents } = wordings[dialect];
  if (order.body['stream'] === true) {
    const events = buildEvents(reply);
    return eventResponse(events, () => parts.pause(answerMs / events.length));
  }
  await parts.pause(answerMs);
  return jsonResponse(200, buildBody(reply));
}

/**
 * A chat is recorded for its charge, and for the image that it may make. With a temperature of 0 the result is always
 * the same.
 */
function buildRecordBody({ body, model }: Order, { text }: ChatPrompt): Order['body'] {
  const seed = body['seed'] ?? (body['temperature'] === 0 ? 0 : null);
  return { model, prompt: text, size: '1K', seed };
}

function writeReply(record: TaskRecord, prompt: ChatPrompt): Reply {
  const whole = writeText(prompt, seedOf(record.body));
  const text = prompt.maxTokens === null ? whole : whole.slice(0, prompt.maxTokens * 4);
  const usage = { input: countTokens(prompt.system + prompt.text), output: countTokens(text) };
  const end = text.length < whole.length ? 'limit' : 'whole';
  const pieces = splitIntoPieces(text);
  return { ...buildHead(record), pieces, end, usage, amountUsd: priceOfTokens(usage) };
}

/** Number of tokens that such models charge for an image. */
const tokensOfImage = 1290;

/** Writes the image into the Markdown, in one piece of megabytes, as such models have been observed to do. */
async function drawReply({ media }: GatewayParts, record: TaskRecord): Promise<Reply> {
  const [spec] = planImages(record.body);
  if (!spec) throw new Error('An image chat has no image.');
  const bytes = await readFile(await media.ensure(record.id, spec));
  const url = `data:${mediaTypes[spec.format]};base64,${bytes.toString('base64')}`;
  const usage = { input: countTokens(spec.prompt), output: tokensOfImage };
  const pieces = [...splitIntoPieces('Here is your image:\n\n'), `![image](${url})`];
  return { ...buildHead(record), pieces, end: 'whole', usage, amountUsd: record.amountUsd };
}

function buildHead({ id, model, createdAtMs }: TaskRecord): Pick<Reply, 'id' | 'model' | 'createdAt'> {
  return { id: id.replace('task_', ''), model, createdAt: toUnixSeconds(createdAtMs) };
}

/** Returns words with the white space before them. */
function splitIntoPieces(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** Estimates four characters per token. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
