import { parseBaseUrl } from '../../core/support/baseUrl.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';

/** A named gateway. Its key is stored separately, under `origin`. */
export type Profile =
  | { readonly kind: 'sandbox'; readonly name: string }
  | {
      readonly kind: 'gateway';
      readonly name: string;
      readonly baseUrl: string;
      readonly origin: string;
      readonly docsUrl: string | null;
    };

/** A profile whose requests cost money. */
export type GatewayProfile = Extract<Profile, { kind: 'gateway' }>;

/** An entry of the setting, as the user writes it. */
interface ProfileEntry {
  readonly name: string;
  readonly baseUrl: string;
  readonly docsUrl?: string;
}

/** The built-in profile. It is in no setting and cannot be removed. */
const sandbox: Profile = { kind: 'sandbox', name: sandboxProfile };

/**
 * Parses the setting `genwright.profiles`. The sandbox comes first. Entries that cannot be used are left out. The first
 * profile of a name wins.
 */
export function parseProfiles(value: unknown): readonly Profile[] {
  const profiles = new Map<string, Profile>([[sandbox.name, sandbox]]);
  for (const profile of (Array.isArray(value) ? value : []).flatMap((entry) => parseProfile(entry) ?? [])) {
    if (!profiles.has(profile.name)) profiles.set(profile.name, profile);
  }
  return [...profiles.values()];
}

/** Returns the entries of the setting with this profile added, or with the entry of that name replaced. */
export function replaceProfile(
  entries: readonly unknown[],
  { name, baseUrl, docsUrl }: GatewayProfile,
): readonly unknown[] {
  // Entries that do not parse are kept unchanged, because the user has written them.
  const others = entries.filter((entry) => nameOf(entry) !== name);
  return [...others, { name, baseUrl, ...(docsUrl ? { docsUrl } : {}) }];
}

/** Returns the name as `parseProfiles` reads it, also for an entry that does not parse. Null if there is none. */
function nameOf(entry: unknown): string | null {
  const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : null;
  return typeof name === 'string' ? name.trim() : null;
}

/** Parses one entry alone. Null if it cannot be used. */
function parseProfile(entry: unknown): GatewayProfile | null {
  if (!isProfileEntry(entry)) return null;
  const url = parseBaseUrl(entry.baseUrl);
  if (!url.ok) return null;
  const { name, docsUrl = null } = entry;
  return { kind: 'gateway', name: name.trim(), baseUrl: url.baseUrl, origin: url.origin, docsUrl };
}

function isProfileEntry(entry: unknown): entry is ProfileEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { name, baseUrl, docsUrl } = entry as { readonly [Key in keyof ProfileEntry]?: unknown };
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof baseUrl === 'string' &&
    (docsUrl === undefined || typeof docsUrl === 'string')
  );
}
