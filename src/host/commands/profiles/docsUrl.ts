import { parseSecureUrl } from '../../../core/support/baseUrl.ts';

/** Parses the URL below which a gateway publishes its documents, without a trailing slash. Null if it is invalid. */
export function parseDocsUrl(text: string): string | null {
  const url = parseSecureUrl(text.replace(/\/model-index\.json$/, ''));
  return url.ok ? url.baseUrl : null;
}
