import type { Endpoint } from '../../catalog/catalog.ts';
import type { Translate } from '../languageService.ts';
import { inlineCode } from './markdown.ts';

export const endpointMessages = {
  endpoint: 'Endpoint: {path}',
  synchronous: 'Returns the result in the response',
  asynchronous: 'Runs as a task that is watched until it ends',
} as const;

/** Lists the paths as Markdown, and says whether each one returns the result or a task. */
export function describeEndpoints(endpoints: readonly Endpoint[], translate: Translate): string {
  return endpoints.map((endpoint) => `- ${describeEndpoint(endpoint, translate)}`).join('\n');
}

export function describeEndpoint({ path, pollPath }: Endpoint, translate: Translate): string {
  const { endpoint, synchronous, asynchronous } = endpointMessages;
  return `${translate(endpoint, { path: inlineCode(path) })} · ${translate(pollPath === null ? synchronous : asynchronous, {})}`;
}
