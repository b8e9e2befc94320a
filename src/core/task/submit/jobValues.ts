import type { JobResult, RunsArtifact, TextName, ToldResult } from '../../artifact/runsRecord.ts';
import { isDigest, digestOf } from '../../jobFile/recordRequest.ts';
import type { JobValues, PlannedRequest } from '../../jobFile/request.ts';

const textNames = ['text', 'title', 'lyrics'] as const satisfies readonly TextName[];

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

/**
 * Takes the texts of a recorded result from the files with the recorded hashes, which a reader of the repository sees.
 * `readText` returns the text of such a file, or null. A text without a file is told by the record alone. A recorded
 * text that differs only in space is the one that the gateway returned: it keeps the fingerprints of other requests.
 */
export async function takeTexts<Result extends JobResult>(
  record: Result,
  readText: (file: RunsArtifact) => Promise<string | null>,
): Promise<ToldResult<Result>> {
  const replies = record.artifacts.filter((file) => isResult(file) && file.media_type.startsWith('text/'));
  const files = { text: replies, title: [], lyrics: record.artifacts.filter((file) => !isResult(file)).slice(0, 1) };
  const texts: Partial<Record<TextName, string>> = {};
  const told: TextName[] = [];
  for (const name of textNames) {
    const recorded = record[name];
    if (recorded === null || isDigest(recorded)) continue;
    const read = await Promise.all(files[name].map(readText));
    // The choices of a gateway were joined like this. Links to saved images are only in the file.
    const found = read
      .map((each) => each?.replace(/!\[[^[\]]*\]\((?!https?:)[^()]*\)/g, '').trim() ?? '')
      .join('\n\n---\n\n');
    if (read.length === 0 || read.includes(null)) told.push(name);
    else if (squash(found) !== squash(recorded)) texts[name] = found;
  }
  return { ...record, ...texts, told };
}

function squash(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Identifies the texts of a result that a person has been shown. */
export function textsKey(result: JobResult, sha256: (text: string) => string): string {
  return sha256(JSON.stringify(textNames.map((name) => result[name])));
}

/** Lists job and name of each value of other jobs that a request needs. */
export function listJobReferences({
  placeholders,
}: Pick<PlannedRequest, 'placeholders'>): readonly (readonly [job: string, name: string])[] {
  return placeholders.flatMap(({ value }) =>
    (value.kind === 'template' ? value.template : []).flatMap((part): readonly (readonly [string, string])[] => {
      if (typeof part === 'string') return [];
      const [context, job = '', name = ''] = part.path;
      return context === 'jobs' ? [[String(job), String(name)]] : [];
    }),
  );
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
