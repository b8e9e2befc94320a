import type { OpenProfile } from '../../engine/index.ts';
import type { KeyStore } from './keyStore.ts';
import type { Profiles } from './profiles.ts';
import type { SandboxHost } from './sandboxHost.ts';

/** Contains only what opening needs, so that tests can replace it. */
interface OpenProfilePorts {
  readonly profiles: Profiles;
  readonly keyStore: KeyStore;
  readonly sandbox: SandboxHost;
}

/** Makes a profile callable. Null if no profile has that name. Starts the sandbox if the profile is the sandbox. */
export async function openProfile(name: string, ports: OpenProfilePorts): Promise<OpenProfile | null> {
  const profile = ports.profiles.find(name);
  if (!profile) return null;
  if (profile.kind === 'gateway') {
    const { baseUrl, origin, docsUrl } = profile;
    return { name, baseUrl, docsUrl, isSandbox: false, readKey: () => ports.keyStore.read(origin) };
  }
  const { url, docsUrl, key } = await ports.sandbox.open();
  return { name, baseUrl: url, docsUrl, isSandbox: true, readKey: () => Promise.resolve(key) };
}
