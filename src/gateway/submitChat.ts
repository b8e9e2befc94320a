import { assertNever } from '../core/support/assertNever.ts';
import type { JsonObject } from '../core/support/json/json.ts';
import type { CallOutcome, ChatCall, GatewayTarget } from '../core/task/gatewayPort.ts';
import { buildToldRefusal } from '../core/task/model/codeOfRefusal.ts';
import { createChatReader } from './chat/chatReader.ts';
import { hideSecrets, listSecrets } from './hideSecrets.ts';
import { type ApiResponse, type ApiCall, type CallApi, isSuccess } from './http.ts';
import { listSent } from './wire/deliveries.ts';

/** `classify` recognizes a response that is not a chat: a refusal, a task, a page. */
interface ChatSubmit {
  readonly call: ApiCall;
  readonly chat: ChatCall;
  readonly request: JsonObject;
  readonly classify: (response: ApiResponse) => CallOutcome;
  readonly signal: AbortSignal;
}

/** Reads the text while it arrives. If the connection breaks, the outcome contains the text so far. */
export async function submitChat(
  callApi: CallApi,
  target: GatewayTarget,
  { call, chat, request, classify, signal }: ChatSubmit,
): Promise<CallOutcome> {
  const secrets = listSecrets(target);
  const hide = <T>(value: T): T => hideSecrets(value, secrets);
  const reader = createChatReader({
    takesLinks: chat.makesImages,
    choices: chat.choices,
    sent: listSent(request),
    hide,
    // A secret may be in several pieces.
    onText: () => chat.onText(() => hide(reader.text())),
  });
  const headers = {
    ...call.headers,
    ...(chat.isStreamed ? { accept: 'text/event-stream' } : {}),
    // As observed: the version is required.
    ...(chat.dialect === 'messages' ? { 'anthropic-version': '2023-06-01' } : {}),
  };
  const response = await callApi(target, { ...call, headers, receive: (chunk) => reader.receive(chunk) }, signal);
  const isRefused = response.kind === 'response' && !isSuccess(response);
  if (isRefused || response.kind === 'not-sent') return classify(response);
  const end = hide(reader.end({ isWhole: response.kind === 'response' }));
  switch (end.kind) {
    case 'other':
      return classify(response.kind === 'response' ? { ...response, body: end.body } : response);
    case 'broken-off':
      return { ...end, kind: 'no-answer', message: 'message' in response ? response.message : '' };
    case 'failed': {
      const status = response.kind === 'response' ? response.status : 200;
      return { kind: 'refused', refusal: buildToldRefusal(end, status), text: end.text };
    }
    case 'result':
      return end.cut?.code === 'cut-at-limit' ? { ...end, cut: { ...end.cut, message: chat.limitField } } : end;
    default:
      return assertNever(end);
  }
}
