import * as z from 'zod/mini';
import { parseBaseUrl, parseSecureUrl, type BaseUrlProblem } from '../../../core/support/profile/baseUrl.ts';
import { parseJsonObject } from '../../../core/support/json/parseJson.ts';
import { isHeaderValue, parseHeaders } from '../../../core/support/profile/parseHeaders.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { TaskError } from '../../../core/task/model/task.ts';
import { describeBalanceError } from '../../account/describeBalanceError.ts';
import type { GatewayProfile, Profiles } from '../../adapters/profiles.ts';
import { goBack, inputNextText, inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { CallError } from '../errors.ts';
import type { Services } from '../services.ts';
import { inputKeyNext, inputSecrets, storeKey } from './askKey.ts';

export interface Connection {
  readonly profile: GatewayProfile;
  readonly apiKey: string;
  /** Values of the secrets in the headers. One that is left out keeps its stored value. */
  readonly secrets?: Readonly<Record<string, string>>;
}

const more = { headers: z.optional(z.unknown()), idempotencyHeader: z.optional(z.unknown()) };
/** Strict, so that a misspelled option is not ignored. */
const moreSchema = z.strictObject(more);
const argumentsSchema = z.strictObject({
  baseUrl: z.string(),
  apiKey: z.string().check(z.trim(), z.regex(/^[\x21-\x7e]+$/)),
  name: z.optional(z.string().check(z.trim(), z.minLength(1))),
  docsUrl: z.optional(z.string().check(z.refine((text) => parseDocsUrl(text) !== null))),
  ...more,
  secrets: z.optional(z.record(z.string(), z.string().check(z.refine(isHeaderValue)))),
});

/** Parses the argument of `genwright.connect`. Throws a `CallError`, which never quotes the key. */
export function parseConnection(value: unknown): Connection {
  const parsed = z.safeParse(argumentsSchema, value);
  const headers = parsed.success ? parseHeaders(parsed.data) : null;
  if (!parsed.success || !headers) {
    const at = parsed.error?.issues[0]?.path.join('.') ?? 'headers';
    const form = '{baseUrl, apiKey, name?, docsUrl?, headers?, idempotencyHeader?, secrets?}';
    throw new CallError(l10n.t('"{at}" is missing or not valid: {form}', { at, form }));
  }
  const { apiKey, docsUrl, secrets = {} } = parsed.data;
  const url = parseBaseUrl(parsed.data.baseUrl);
  if (!url.ok) throw new CallError(describeBaseUrlProblem(url.problem));
  const { baseUrl, origin } = url;
  const name = parsed.data.name ?? new URL(baseUrl).hostname;
  if (name === sandboxProfile) throw new CallError(describeReservedName());
  const documents = docsUrl === undefined ? null : parseDocsUrl(docsUrl);
  return { apiKey, secrets, profile: { kind: 'gateway', name, baseUrl, origin, docsUrl: documents, ...headers } };
}

/**
 * Asks for the base URL and the key. The profile has the name of the one with this URL, or of the host, until the user is
 * asked. Undefined if the user cancels. `before` is the input of the last attempt.
 */
export async function askConnection(profiles: Profiles, before?: Connection): Promise<Connection | undefined> {
  const typed = await inputText({
    title: l10n.t('Connect to Gateway (1 of 3)'),
    prompt: l10n.t('The base URL of your gateway, as its documentation gives it'),
    placeHolder: 'https://gateway.example.com',
    value: before?.profile.baseUrl ?? '',
    validate: (text) => {
      const url = parseBaseUrl(text);
      return url.ok ? undefined : describeBaseUrlProblem(url.problem);
    },
  });
  const url = typed === undefined ? undefined : parseBaseUrl(typed);
  if (!url?.ok) return undefined;
  const { baseUrl, origin } = url;
  const known = profiles.list().find((profile) => profile.kind === 'gateway' && profile.baseUrl === baseUrl);
  const profile = {
    kind: 'gateway',
    name: known?.name ?? new URL(baseUrl).hostname,
    baseUrl,
    origin,
    docsUrl: null,
  } as const;
  return askConnectionKey(profiles, keepKnown({ profile, apiKey: '' }, profiles));
}

/** Asks for the key of a connection, from where the user can go back to its URL. */
export async function askConnectionKey(profiles: Profiles, connection: Connection): Promise<Connection | undefined> {
  const apiKey = await inputKeyNext(connection.profile.origin);
  if (apiKey === goBack) return askConnection(profiles, connection);
  return apiKey === undefined ? undefined : { ...connection, apiKey };
}

/** Asks for what few gateways need, in the form of the setting. Undefined if the user cancels. */
export async function askMore({ profile, apiKey }: Connection): Promise<Connection | undefined> {
  const { headers = {}, idempotencyHeader, ...plain } = profile;
  const typed = await inputText({
    title: l10n.t('Headers for {name}', { name: profile.name }),
    prompt: l10n.t(
      'Headers for each request, such as {example}. The value of "secret:NAME" is asked for next and kept like the key. Set "idempotencyHeader" only if the gateway says that it recognizes a repeated request by that header.',
      { example },
    ),
    value: JSON.stringify({ headers, ...(idempotencyHeader ? { idempotencyHeader } : {}) }),
    validate: (text) => (parseMore(text) ? undefined : l10n.t('Enter allowed headers, such as {example}', { example })),
  });
  if (typed === undefined) return undefined;
  const next = { ...plain, ...parseMore(typed) };
  const secrets = await inputSecrets(next);
  return secrets && { profile: next, apiKey, secrets };
}

const example = '{"headers":{"X-Team":"art","X-Token":"secret:NAME"},"idempotencyHeader":"Idempotency-Key"}';

/** Null also for a header that is written outside "headers". */
function parseMore(text: string) {
  const value = z.safeParse(moreSchema, parseJsonObject(text));
  return value.success ? parseHeaders(value.data) : null;
}

/** Asks for the name of a connection that works. Replacing a profile is allowed, but the user is told. */
export async function askName(
  { profile, ...rest }: Connection,
  profiles: Profiles,
): Promise<Connection | typeof goBack | undefined> {
  const name = await inputNextText({
    title: l10n.t('Connect to Gateway (3 of 3)'),
    prompt: l10n.t('A short name for this gateway. Job files and results show it.'),
    value: profile.name,
    validate: (text) => {
      if (text === '') return l10n.t('The name must not be empty.');
      if (text === sandboxProfile) return describeReservedName();
      if (!profiles.find(text)) return undefined;
      return { warning: l10n.t('"{name}" already exists and will be replaced.', { name: text }) };
    },
  });
  if (name === undefined || name === goBack) return name;
  return keepKnown({ ...rest, profile: { ...profile, name } }, profiles);
}

/** Parses the URL below which a gateway publishes its documents, without a trailing slash. Null if it is invalid. */
export function parseDocsUrl(text: string): string | null {
  const url = parseSecureUrl(text.replace(/\/model-index\.json$/, ''));
  return url.ok ? url.baseUrl : null;
}

function describeReservedName(): string {
  return l10n.t('"{name}" is the name of the built-in sandbox. Use another name.', { name: sandboxProfile });
}

/** Says what to enter, not only what is wrong. */
function describeBaseUrlProblem(problem: BaseUrlProblem): string {
  return {
    'not-a-url': l10n.t('This is not a URL. Example: https://gateway.example.com'),
    'not-https': l10n.t('The base URL must start with https://, so that the key is sent encrypted.'),
    'http-not-loopback': l10n.t(
      'http:// is only for this machine (127.0.0.1, localhost). Use https://, so that the key is sent encrypted.',
    ),
    'has-credentials': l10n.t('The base URL must not contain a user name or password. You enter the key next.'),
    'has-query': l10n.t('The base URL must not contain "?" or "#".'),
  }[problem];
}

/** Why the balance query did not confirm a connection. */
export interface CheckFailure {
  /**
   * Whether the gateway refused the key, could not be reached, or responded without a balance. In the last case the key
   * may be valid, because not every gateway has a balance query.
   */
  readonly kind: 'refused' | 'unreachable' | 'no-balance';
  /** A sentence for the user, without the key. */
  readonly reason: string;
}

/**
 * Checks the key with the balance query. Returns null if the gateway returns the balance. Stores nothing. Rejects when
 * the signal aborts.
 */
export async function checkConnection(
  { profile, apiKey, secrets = {} }: Connection,
  { engineHost, keyStore }: Services,
  signal = new AbortController().signal,
): Promise<CheckFailure | null> {
  const engine = await engineHost.engine();
  const { baseUrl, origin, headers } = profile;
  const readSecret = async (name: string) => secrets[name] ?? keyStore.read(`${origin}#${name}`);
  const candidate = { baseUrl, apiKey, ...(headers ? { headers, readSecret } : {}) };
  const outcome = await engine.checkGateway(candidate, signal);
  signal.throwIfAborted();
  if (outcome.ok) return null;
  const { error } = outcome;
  return { kind: findFailureKind(error), reason: describeBalanceError(error, profile.name) };
}

function findFailureKind({ code, httpStatus }: TaskError): CheckFailure['kind'] {
  if (code === 'gateway-unreachable') return 'unreachable';
  const isForbidden = httpStatus === 403 && code !== 'quota-exhausted';
  return code === 'key-refused' || isForbidden ? 'refused' : 'no-balance';
}

/**
 * Stores key and profile, or neither. `store` stores the key, or a secret before it, and returns false if the user
 * declines. Rejects if `save` cannot store the profile, and the origin then has its old key.
 */
export async function storeConnection(
  { profile: { origin }, apiKey, secrets = {} }: Connection,
  services: Services,
  { store = (place: string, value: string) => storeKey(place, value, services), save = () => Promise.resolve() } = {},
): Promise<boolean> {
  const { keyStore } = services;
  // A keyring that cannot be read has no key to restore.
  const before = await keyStore.read(origin).catch(() => undefined);
  for (const [name, value] of Object.entries(secrets)) if (!(await store(`${origin}#${name}`, value))) return false;
  if (!(await store(origin, apiKey))) return false;
  try {
    await save();
    return true;
  } catch (error) {
    const takenBack = before === undefined ? keyStore.remove(origin) : keyStore.write(origin, before);
    // If restoring fails too, the first error is thrown.
    await takenBack.catch(() => undefined);
    throw error;
  }
}

/** A user who connects to the same gateway again with a new key still means the same documents and headers. */
export function keepKnown(connection: Connection, profiles: Profiles): Connection {
  const { profile } = connection;
  const known = profiles.find(profile.name);
  if (known?.kind !== 'gateway' || known.baseUrl !== profile.baseUrl) return connection;
  return { ...connection, profile: { ...known, ...profile, docsUrl: profile.docsUrl ?? known.docsUrl } };
}
