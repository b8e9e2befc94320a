import type { JobResult, RunsArtifact } from '../../artifact/runsRecord.ts';
import { isDigest, digestOf } from '../../jobFile/recordRequest.ts';
import type { JobValues } from '../../jobFile/request.ts';

interface JobValuesOptions {
  /** Returns the URL at which the gateway still has a file with this content. Null if it is unknown. */
  readonly urlOf: (sha256: string) => string | null;
  /** Returns 64 hex digits of the SHA-256 of a string in UTF-8. */
  readonly sha256: (text: string) => string;
}

/**
 * Builds the values of a job for expressions, from the results of all its requests, in their order. If only the hash of
 * a text was recorded, the text has no value, but the same digest as before.
 */
export function buildJobValues(records: readonly JobResult[], { urlOf, sha256 }: JobValuesOptions): JobValues {
  const files = records.flatMap(({ artifacts }) => artifacts.filter(isResult));
  const media = files.filter(({ media_type }) => !media_type.startsWith('text/'));
  const urls = media.map((file) => urlOf(file.sha256) ?? file.path);
  const texts = {
    text: firstOf(records, 'text'),
    title: firstOf(records, 'title'),
    lyrics: firstOf(records, 'lyrics'),
  };
  return {
    values: {
      url: urls[0] ?? null,
      urls,
      file: files[0]?.path ?? null,
      files: files.map(({ path }) => path),
      ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isDigest(text) ? null : text])),
      duration: files.find(({ seconds }) => seconds !== null)?.seconds ?? null,
      task_id: firstOf(records, 'task_id'),
      amount_usd: sumAmounts(records),
    },
    digests: {
      ...digestFiles({ one: 'url', all: 'urls' }, media),
      ...digestFiles({ one: 'file', all: 'files' }, files),
      ...Object.fromEntries(
        Object.entries(texts).flatMap(([name, text]) =>
          text === null ? [] : [[name, isDigest(text) ? text : digestOf(sha256(text))] as const],
        ),
      ),
    },
  };
}

/** The lyrics next to a clip are not a separate result. */
function isResult({ path }: RunsArtifact): boolean {
  return !path.endsWith('.lyrics.txt');
}

function digestFiles(
  { one, all }: { readonly one: string; readonly all: string },
  files: readonly RunsArtifact[],
): JobValues['digests'] {
  const digests = files.map(({ sha256 }) => digestOf(sha256));
  return digests[0] === undefined ? {} : { [one]: digests[0], [all]: digests };
}

function firstOf(records: readonly JobResult[], key: 'text' | 'title' | 'lyrics' | 'task_id'): string | null {
  return records.find((record) => record[key] !== null)?.[key] ?? null;
}

/** Returns null if no amount is known. */
function sumAmounts(records: readonly JobResult[]): number | null {
  const known = records.flatMap(({ amount_usd }) => amount_usd ?? []);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
