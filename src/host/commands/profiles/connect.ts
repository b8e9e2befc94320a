import { parseBaseUrl, type BaseUrlProblem } from '../../../core/support/baseUrl.ts';
import * as z from '../../../core/support/zod.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { TaskError } from '../../../core/task/model/task.ts';
import type { Engine } from '../../../engine/index.ts';
import { describeBalanceError } from '../../account/describeBalanceError.ts';
import type { KeyStore } from '../../adapters/keyStore.ts';
import type { GatewayProfile } from '../../adapters/profile.ts';
import type { Profiles } from '../../adapters/profiles.ts';
import type { L10n } from '../../ui/l10n.ts';
import { CallError } from '../errors.ts';
import { parseDocsUrl } from './docsUrl.ts';

/** The options of `genwright.connect`. */
export interface Connection {
  readonly profile: GatewayProfile;
  readonly apiKey: string;
}

/** Strict, so that a misspelled option is not ignored. */
const argumentsSchema = z.strictObject({
  baseUrl: z.string(),
  apiKey: z.string().check(z.trim(), z.regex(/^[\x21-\x7e]+$/)),
  name: z.optional(z.string().check(z.trim(), z.minLength(1))),
  docsUrl: z.optional(z.string().check(z.refine((text) => parseDocsUrl(text) !== null))),
});

/** `reason` is a sentence for the user and never contains the key. */
type ConnectionOutcome =
  { readonly ok: true; readonly connection: Connection } | { readonly ok: false; readonly reason: string };

/** Parses the argument of `genwright.connect`. Never quotes the key. */
export function parseConnection(value: unknown, l10n: L10n): ConnectionOutcome {
  const parsed = z.safeParse(argumentsSchema, value);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    return { ok: false, reason: l10n.t('"{at}" is missing or not valid: {baseUrl, apiKey, name?, docsUrl?}', { at }) };
  }
  const { baseUrl, apiKey, name } = parsed.data;
  const docsUrl = parsed.data.docsUrl === undefined ? null : parseDocsUrl(parsed.data.docsUrl);
  const url = parseBaseUrl(baseUrl);
  if (!url.ok) return { ok: false, reason: describeBaseUrlProblem(url.problem, l10n) };
  const profileName = name ?? new URL(url.baseUrl).hostname;
  if (profileName === sandboxProfile) return { ok: false, reason: describeReservedName(l10n) };
  const { origin } = url;
  const profile: GatewayProfile = { kind: 'gateway', name: profileName, baseUrl: url.baseUrl, origin, docsUrl };
  return { ok: true, connection: { profile, apiKey } };
}

/** Describes a name that is reserved. The input box shows this too, while the user types. */
export function describeReservedName(l10n: L10n): string {
  return l10n.t('"{name}" is the name of the built-in sandbox. Use another name.', { name: sandboxProfile });
}

/** Says what to enter, not only what is wrong. */
export function describeBaseUrlProblem(problem: BaseUrlProblem, l10n: L10n): string {
  const sentences: Readonly<Record<BaseUrlProblem, string>> = {
    'not-a-url': l10n.t('This is not a URL. Example: https://gateway.example.com'),
    'not-https': l10n.t('The base URL must start with https://, so that the key is sent encrypted.'),
    'http-not-loopback': l10n.t(
      'http:// is only for this machine (127.0.0.1, localhost). Use https://, so that the key is sent encrypted.',
    ),
    'has-credentials': l10n.t('The base URL must not contain a user name or password. You enter the key next.'),
    'has-query': l10n.t('The base URL must not contain "?" or "#".'),
  };
  return sentences[problem];
}

/** Returns the profile of this name if the connection would lead it to another origin. Undefined if there is none. */
function findRedirected({ profile }: Connection, profiles: Pick<Profiles, 'find'>): GatewayProfile | undefined {
  const known = profiles.find(profile.name);
  return known?.kind === 'gateway' && known.origin !== profile.origin ? known : undefined;
}

/** What a call of `genwright.connect` needs from the window. */
export interface ConnectPorts {
  readonly profiles: Pick<Profiles, 'find'>;
  check(connection: Connection): Promise<CheckFailure | null>;
  /** Whether the user agrees that the profile leads to another origin from now on. */
  confirmRedirect(known: GatewayProfile, connection: Connection): Promise<boolean>;
  store(connection: Connection): Promise<void>;
}

/**
 * Connects for a program, a link or a task, none of which the user may have checked. Requests that would be sent to one
 * origin are not sent to another one before the user has agreed. If it throws a `CallError`, nothing is stored.
 */
export async function connectAsCalled(argument: unknown, ports: ConnectPorts, l10n: L10n): Promise<Connection> {
  const parsed = parseConnection(argument, l10n);
  if (!parsed.ok) throw new CallError(parsed.reason);
  const { connection } = parsed;
  const failure = await ports.check(connection);
  if (failure) throw new CallError(failure.reason);
  const known = findRedirected(connection, ports.profiles);
  if (known && !(await ports.confirmRedirect(known, connection))) {
    throw new CallError(l10n.t('The profile "{name}" was not replaced.', { name: known.name }));
  }
  await ports.store(connection);
  return connection;
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

/** Checks the key with the balance query. Returns null if the gateway returns the balance. Stores nothing. */
export async function checkConnection(
  engine: Pick<Engine, 'checkGateway'>,
  { profile, apiKey }: Connection,
  { l10n, signal }: { readonly l10n: L10n; readonly signal: AbortSignal },
): Promise<CheckFailure | null> {
  const outcome = await engine.checkGateway({ baseUrl: profile.baseUrl, apiKey }, signal);
  if (outcome.ok) return null;
  const { error } = outcome;
  return { kind: findFailureKind(error), reason: describeBalanceError(error, { profile: profile.name, l10n }) };
}

function findFailureKind({ code, httpStatus }: TaskError): CheckFailure['kind'] {
  if (code === 'gateway-unreachable') return 'unreachable';
  const isForbidden = httpStatus === 403 && code !== 'quota-exhausted';
  return code === 'key-refused' || isForbidden ? 'refused' : 'no-balance';
}

/** The stores of a connection. `storeKey` returns false if the user declines. */
export interface ConnectionStore {
  readonly profiles: Pick<Profiles, 'find' | 'save'>;
  readonly keyStore: Pick<KeyStore, 'read' | 'write' | 'remove'>;
  storeKey(origin: string, key: string): Promise<boolean>;
}

/** Stores key and profile, or neither. Rejects if the profile cannot be stored, and the origin then has its old key. */
export async function storeConnection({ profile, apiKey }: Connection, store: ConnectionStore): Promise<boolean> {
  const { origin } = profile;
  // A keyring that cannot be read has no key to restore.
  const before = await store.keyStore.read(origin).catch(() => undefined);
  if (!(await store.storeKey(origin, apiKey))) return false;
  try {
    await store.profiles.save({ ...profile, docsUrl: profile.docsUrl ?? knownDocsUrl(profile, store) });
    return true;
  } catch (error) {
    const takenBack = before === undefined ? store.keyStore.remove(origin) : store.keyStore.write(origin, before);
    // If restoring fails too, the first error is thrown.
    await takenBack.catch(() => undefined);
    throw error;
  }
}

/** A user who connects to the same gateway again with a new key still means the same documents. */
function knownDocsUrl({ name, baseUrl }: GatewayProfile, { profiles }: ConnectionStore): string | null {
  const known = profiles.find(name);
  return known?.kind === 'gateway' && known.baseUrl === baseUrl ? known.docsUrl : null;
}
