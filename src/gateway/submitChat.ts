import { assertNever } from '../core/support/assertNever.ts';
import type { ChatCall, Delivery, GatewayTarget, SubmitOutcome } from '../core/task/gatewayPort.ts';
import { createChatReader, type ChatEnd } from './chat/chatReader.ts';
import { withoutKey, type ApiResponse, type ApiCall, type CallApi, isSuccess } from './http.ts';

/** `mapOther` maps a response that is not a chat to an outcome: a refusal, a task, a page. */
interface ChatSubmit {
  readonly call: ApiCall;
  readonly chat: ChatCall;
  readonly mapOther: (response: ApiResponse) => SubmitOutcome;
  readonly signal: AbortSignal;
}

/** Reads the text while it arrives. If the connection breaks, the outcome contains the text so far. */
export async function submitChat(
  callApi: CallApi,
  target: GatewayTarget,
  { call, chat, mapOther, signal }: ChatSubmit,
): Promise<SubmitOutcome> {
  const hideKey = (text: string): string => text.replaceAll(target.key, '…');
  const reader = createChatReader({
    takesLinks: chat.makesImages,
    onText: () => chat.onText(() => hideKey(reader.text())),
  });
  const headers = buildHeaders(chat);
  const response = await callApi(target, { ...call, headers, receive: (chunk) => reader.receive(chunk) }, signal);
  const isRefused = response.kind === 'response' && !isSuccess(response);
  if (isRefused || response.kind === 'not-sent') return mapOther(response);
  const end = reader.end({ isWhole: response.kind === 'response' });
  if (end.kind === 'other') {
    return mapOther(response.kind === 'response' ? withoutKey({ ...response, body: end.body }, target.key) : response);
  }
  return mapEnd(end, { response, hideKey });
}

/** Headers of the messages format, as observed: the version is required. */
function buildHeaders({ dialect, isStreamed }: ChatCall): Readonly<Record<string, string>> {
  return {
    ...(isStreamed ? { accept: 'text/event-stream' } : {}),
    ...(dialect === 'messages' ? { 'anthropic-version': '2023-06-01' } : {}),
  };
}

function mapEnd(
  end: Exclude<ChatEnd, { kind: 'other' }>,
  { response, hideKey }: { readonly response: ApiResponse; readonly hideKey: (text: string) => string },
): SubmitOutcome {
  switch (end.kind) {
    case 'delivered': {
      const deliveries = end.deliveries.map((delivery) => hideKeyIn(delivery, hideKey));
      return { ...end, deliveries, text: end.text === null ? null : hideKey(end.text) };
    }
    case 'broken-off':
      return { kind: 'no-answer', message: 'message' in response ? response.message : '', text: hideKey(end.text) };
    case 'failed': {
      const { code } = end;
      const message = hideKey(end.message);
      if (end.text !== '') return { ...end, message, text: hideKey(end.text) };
      // No text came before the error, so the gateway refuses, whatever the HTTP status.
      const httpStatus = response.kind === 'response' ? response.status : 200;
      return { kind: 'refused', refusal: { httpStatus, code, message, isJson: true, retryAfterMs: null } };
    }
    default:
      return assertNever(end);
  }
}

function hideKeyIn(delivery: Delivery, hideKey: (text: string) => string): Delivery {
  const { source } = delivery;
  return source.kind === 'text' ? { ...delivery, source: { kind: 'text', text: hideKey(source.text) } } : delivery;
}
