import type { TaskEntry } from './model/taskEntry.ts';
import type { DeliveredResponse, SpooledResponse, SpoolPort } from './ports.ts';

interface KeepingWatch {
  readonly entry: () => TaskEntry;
  readonly spool: Pick<SpoolPort, 'put'>;
}

/**
 * Returns the results of a response, and puts into the spool what would be lost with it. The gateway keeps what it
 * names by URL.
 */
export async function keepResults(
  { entry, spool }: KeepingWatch,
  response: DeliveredResponse,
): Promise<SpooledResponse> {
  const { deliveries, amountUsd, text } = response;
  const linked = deliveries.flatMap(({ source, title, lyrics }) =>
    source.kind === 'url' ? [{ source, title, lyrics }] : [],
  );
  return linked.length < deliveries.length ? spool.put(entry().task, response) : { results: linked, amountUsd, text };
}
