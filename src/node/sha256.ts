import { hash } from 'node:crypto';

/** Returns 64 hex digits for the UTF-8 bytes. Core has a port for the hash and no implementation. */
export function sha256(text: string): string {
  return hash('sha256', text);
}
