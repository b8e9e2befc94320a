import { sandboxProfile } from '../../core/task/sandboxProfile.ts';
import { parseBaseUrl, type BaseUrlFault } from '../../core/support/baseUrl.ts';

/** A named gateway. Its key is kept elsewhere, under `origin`. */
export type Profile =
  | { readonly kind: 'sandbox'; readonly name: string }
  | {
      readonly kind: 'gateway';
      readonly name: string;
      readonly baseUrl: string;
      readonly origin: string;
      readonly docsUrl: string | null;
    };

/** A profile that somebody has to pay for. */
export type GatewayProfile = Extract<Profile, { kind: 'gateway' }>;

/** An entry of the setting that can not be used. */
export interface ProfileFault {
  /** 0-based place in the setting. */
  readonly index: number;
  readonly fault: BaseUrlFault | 'wrong-shape' | 'reserved-name' | 'duplicate-name';
}

/** An entry of the setting, as people write it. */
interface ProfileEntry {
  readonly name: string;
  readonly baseUrl: string;
  readonly docsUrl?: string;
}

/** Built in: it stands in no setting and can not be taken away. */
export const sandbox: Profile = { kind: 'sandbox', name: sandboxProfile };

/** Reads the setting `genwright.profiles`. Entries that can not be used are left out and named; the sandbox comes first. */
export function parseProfiles(value: unknown): {
  readonly profiles: readonly Profile[];
  readonly faults: readonly ProfileFault[];
} {
  const profiles: Profile[] = [sandbox];
  const faults: ProfileFault[] = [];
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const parsed = parseProfile(entry);
    if ('fault' in parsed) faults.push({ index, fault: parsed.fault });
    else if (profiles.some(({ name }) => name === parsed.name)) faults.push({ index, fault: nameFault(parsed.name) });
    else profiles.push(parsed);
  }
  return { profiles, faults };
}

/** The entries of the setting with this profile added, or in place of the entry of that name. */
export function replaceProfile(
  entries: readonly unknown[],
  { name, baseUrl, docsUrl }: GatewayProfile,
): readonly unknown[] {
  // Entries that do not parse are kept unchanged: they are the user's text.
  const others = entries.filter((entry) => nameOf(entry) !== name);
  return [...others, { name, baseUrl, ...(docsUrl ? { docsUrl } : {}) }];
}

/** The name as `parseProfiles` reads it, also of an entry that does not parse. Null when there is none. */
function nameOf(entry: unknown): string | null {
  const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : null;
  return typeof name === 'string' ? name.trim() : null;
}

/** Checks an entry by itself; names are compared by the caller. */
function parseProfile(entry: unknown): Profile | { readonly fault: ProfileFault['fault'] } {
  if (!isProfileEntry(entry)) return { fault: 'wrong-shape' };
  const url = parseBaseUrl(entry.baseUrl);
  if (!url.ok) return { fault: url.fault };
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

/** The first one of a name wins. */
function nameFault(name: string): ProfileFault['fault'] {
  return name === sandboxProfile ? 'reserved-name' : 'duplicate-name';
}
