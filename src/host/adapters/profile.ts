import * as z from 'zod/mini';
import { sandboxProfile } from '../ids.ts';
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
const profileSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1)),
  baseUrl: z.string(),
  docsUrl: z.optional(z.string()),
});

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

/** Checks an entry by itself; names are compared by the caller. */
function parseProfile(entry: unknown): Profile | { readonly fault: ProfileFault['fault'] } {
  const parsed = z.safeParse(profileSchema, entry);
  if (!parsed.success) return { fault: 'wrong-shape' };
  const url = parseBaseUrl(parsed.data.baseUrl);
  if (!url.ok) return { fault: url.fault };
  const { name, docsUrl = null } = parsed.data;
  return { kind: 'gateway', name, baseUrl: url.baseUrl, origin: url.origin, docsUrl };
}

/** The first one of a name wins. */
function nameFault(name: string): ProfileFault['fault'] {
  return name === sandboxProfile ? 'reserved-name' : 'duplicate-name';
}
