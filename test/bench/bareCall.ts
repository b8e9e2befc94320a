import type { Dispatcher } from 'undici';

/** Makes a call as a bare script does: a GET if there is no body. Resolves to the body of the response. */
export function call(agent: Dispatcher, url: string, body: string | null = null): Promise<Buffer> {
  const { origin, pathname: path } = new URL(url);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(Buffer.concat(chunks)),
      onResponseError: (_controller, error) => reject(error),
    };
    agent.dispatch({ origin, path, method: body === null ? 'GET' : 'POST', body }, handler);
  });
}
