import { parseBaseUrl, type BaseUrlProblem } from '../../core/support/baseUrl.ts';
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

/** An entry of the setting that cannot be used. */
interface ProfileProblem {
  /** 0-based index in the setting. */
  readonly index: number;
  readonly fault: BaseUrlProblem | 'wrong-shape' | 'reserved-name' | 'duplicate-name';
}

/** An entry of the setting, as the user writes it. */
interface ProfileEntry {
  readonly name: string;
  readonly baseUrl: string;
  readonly docsUrl?: string;
}

/** The built-in profile. It is in no setting and cannot be removed. */
const sandbox: Profile = { kind: 'sandbox', name: sandboxProfile };

/**
 * Parses the setting `genwright.profiles`. The sandbox comes first. Entries that cannot be used are left out and
 * returned as faults.
 */
export function parseProfiles(value: unknown): {
  readonly profiles: readonly Profile[];
  readonly faults: readonly ProfileProblem[];
} {
  const profiles: Profile[] = [sandbox];
  const faults: ProfileProblem[] = [];
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const parsed = parseProfile(entry);
    if ('fault' in parsed) faults.push({ index, fault: parsed.fault });
    else if (profiles.some(({ name }) => name === parsed.name)) faults.push({ index, fault: nameFault(parsed.name) });
    else profiles.push(parsed);
  }
  return { profiles, faults };
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

/** Checks one entry alone. The caller compares the names. */
function parseProfile(entry: unknown): Profile | { readonly fault: ProfileProblem['fault'] } {
  if (!isProfileEntry(entry)) return { fault: 'wrong-shape' };
  const url = parseBaseUrl(entry.baseUrl);
  if (!url.ok) return { fault: url.problem };
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

/** Returns the fault of an entry whose name is taken. The first profile of a name wins. */
function nameFault(name: string): ProfileProblem['fault'] {
  return name === sandboxProfile ? 'reserved-name' : 'duplicate-name';
}
