import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import type { NetworkSettings } from './network.ts';

/** What a TLS connection needs to verify the server. */
export interface Trust {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

type TrustSettings = Pick<NetworkSettings, 'strictSsl' | 'systemCertificates'>;

/** Reads certificates of the runtime. May throw, because not every system and not every runtime provides them. */
export type ReadCertificates = (from: 'default' | 'system') => readonly string[];

/**
 * The trust is built once, for the first TLS connection, because reading the system's certificates can take a while. If
 * they cannot be read, those of the runtime are used.
 */
export function createTrust(
  { strictSsl, systemCertificates }: TrustSettings,
  readCertificates: ReadCertificates = getCACertificates,
): () => Trust {
  const readOr = (from: 'default' | 'system', otherwise: readonly string[]): readonly string[] => {
    try {
      return readCertificates(from);
    } catch {
      return otherwise;
    }
  };
  const buildContext = (): SecureContext => {
    const ca = [...readOr('default', rootCertificates), ...(systemCertificates ? readOr('system', []) : [])];
    return createSecureContext({ ca: [...new Set(ca)] });
  };
  let trust: Trust | undefined;
  return () => (trust ??= { secureContext: buildContext(), rejectUnauthorized: strictSsl });
}
