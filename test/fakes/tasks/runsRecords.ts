import type { RunsRecord } from '../../../src/core/artifact/runsRecord.ts';

/** Builds a record that differs from others in its number, and in `change`. */
export function buildRecord(number: number, change: Partial<RunsRecord> = {}): RunsRecord {
  return {
    v: 1,
    at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    run: 'r',
    job: null,
    index: number,
    axes: {},
    fingerprint: 'f',
    profile: 'sandbox',
    model: 'seedream-5-0-260128',
    endpoint: '/v1/images/generations',
    task_id: `task-${number}`,
    status: 'saved',
    amount_usd: 0.04,
    request: { model: 'seedream-5-0-260128', prompt: `Take ${number}` },
    inputs: [],
    artifacts: [],
    title: null,
    lyrics: null,
    text: null,
    error: null,
    ...change,
  };
}

/** Builds an artifact whose hash begins with these digits. */
export function buildArtifact(digits: string): RunsRecord['artifacts'][number] {
  const sha256 = digits.padEnd(64, '0');
  return { path: 'hero.png', sha256, bytes: 1, media_type: 'image/png', width: 1, height: 1, seconds: null };
}
