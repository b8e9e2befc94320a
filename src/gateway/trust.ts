import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import type { NetworkSettings } from './network.ts';

/** What a TLS connection needs to judge who is at the other end. */
export interface Trust {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

type TrustSettings = Pick<NetworkSettings, 'strictSsl' | 'systemCertificates'>;

/** Of the runtime. May throw: not every system, and not every runtime, tells. */
export type ReadCertificates = (from: 'default' | 'system') => readonly string[];

/**
 * Built when the first TLS connection is made, and once: to read what the system trusts can take a while. Where that can
 * not be read, the certificates that the runtime brings have to do.
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
