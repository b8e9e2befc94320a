import { basename } from 'node:path';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import { formatAmount } from '../../ui/format.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';

/** Returns the newest saved record of each job. `records` are oldest first. */
export function newestByJob(records: readonly RunsRecord[]): ReadonlyMap<string | null, RunsRecord> {
  return new Map(records.filter(({ status }) => status === 'saved').map((record) => [record.job, record]));
}

/** `hero-3.png · $0.04`. Without an amount for the sandbox, which charges nothing. */
export function describeLastResult({ artifacts, profile, amount_usd: amount }: RunsRecord): string {
  const results = withoutLyrics(artifacts);
  const [first] = results;
  const more = results.length > 1 ? ` +${results.length - 1}` : '';
  const name = first ? `${basename(first.path)}${more}` : '';
  return [name, profile === sandboxProfile ? '' : formatAmount(amount)].filter(Boolean).join(' · ');
}
