import { parseBaseUrl } from '../../core/support/baseUrl.ts';

/** The URL below which a gateway publishes its documents, without a trailing slash; null when it can not be one. */
export function parseDocsUrl(text: string): string | null {
  const url = parseBaseUrl(text.replace(/\/model-index\.json$/, ''));
  return url.ok ? url.baseUrl : null;
}
