import { assertNever } from '../core/support/assertNever.ts';
import type { ChatCall, GatewayTarget, SubmitOutcome } from '../core/task/gatewayPort.ts';
import { createChatReader, type ChatEnd } from './chat/chatReader.ts';
import { hideSecrets, listSecrets } from './hideSecrets.ts';
import { type ApiResponse, type ApiCall, type CallApi, isSuccess } from './http.ts';

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
  const secrets = listSecrets(target);
  const hide = <T>(value: T): T => hideSecrets(value, secrets);
  const reader = createChatReader({
    takesLinks: chat.makesImages,
    hide,
    // A secret may be in several pieces.
    onText: () => chat.onText(() => hide(reader.text())),
  });
  const headers = { ...call.headers, ...buildHeaders(chat) };
  const response = await callApi(target, { ...call, headers, receive: (chunk) => reader.receive(chunk) }, signal);
  const isRefused = response.kind === 'response' && !isSuccess(response);
  if (isRefused || response.kind === 'not-sent') return mapOther(response);
  const end = hide(reader.end({ isWhole: response.kind === 'response' }));
  if (end.kind !== 'other') return mapEnd(end, response);
  return mapOther(response.kind === 'response' ? { ...response, body: end.body } : response);
}

/** Headers of the messages format, as observed: the version is required. */
function buildHeaders({ dialect, isStreamed }: ChatCall): Readonly<Record<string, string>> {
  return {
    ...(isStreamed ? { accept: 'text/event-stream' } : {}),
    ...(dialect === 'messages' ? { 'anthropic-version': '2023-06-01' } : {}),
  };
}

function mapEnd(end: Exclude<ChatEnd, { kind: 'other' }>, response: ApiResponse): SubmitOutcome {
  switch (end.kind) {
    case 'delivered':
      return end;
    case 'broken-off':
      return { kind: 'no-answer', message: 'message' in response ? response.message : '', text: end.text };
    case 'failed': {
      const { code, message, text } = end;
      if (text !== '') return end;
      // No text came before the error, so the gateway refuses, whatever the HTTP status.
      const httpStatus = response.kind === 'response' ? response.status : 200;
      return { kind: 'refused', refusal: { httpStatus, code, message, isJson: true, retryAfterMs: null } };
    }
    default:
      return assertNever(end);
  }
}
