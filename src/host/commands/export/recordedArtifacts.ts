import { posix } from 'node:path';
import { findPrompt } from '../../../core/artifact/findPrompt.ts';
import { noMark, type Mark } from '../../../core/artifact/marks.ts';
import type { RunsArtifact, RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { viewKindOf, type ViewKind } from '../../../core/artifact/viewKind.ts';
import { toText } from '../../../core/jobFile/expression/toText.ts';
import type { JsonValue } from '../../../core/support/json/json.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import { formatAmount, formatBytes } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';
import type { SheetHead, SheetResult, SheetWords } from './buildSheet.ts';

/** An artifact with the record of its task. */
export interface RecordedArtifact {
  readonly artifact: RunsArtifact;
  readonly record: RunsRecord;
}

/**
 * Lists the artifacts of a job file: the newest run first, and each run in the order of its requests. Of artifacts with
 * the same path, only the newest one is still there.
 */
export function listArtifacts(records: readonly RunsRecord[]): readonly RecordedArtifact[] {
  const paths = new Set<string>();
  const runTimes = new Map<string, number>();
  const found: RecordedArtifact[] = [];
  for (const record of records.toReversed()) {
    if (!runTimes.has(record.run)) runTimes.set(record.run, Date.parse(record.at));
    const artifacts = withoutLyrics(record.artifacts).filter(({ path }) => !paths.has(path));
    for (const artifact of artifacts) {
      paths.add(artifact.path);
      found.push({ artifact, record });
    }
  }
  const timeOf = ({ record }: RecordedArtifact): number => runTimes.get(record.run) ?? 0;
  return found.toSorted((a, b) => timeOf(b) - timeOf(a) || compareRequests(a.record, b.record));
}

function compareRequests(a: RunsRecord, b: RunsRecord): number {
  return (a.job ?? '').localeCompare(b.job ?? '') || a.index - b.index;
}

interface Language {
  /** A BCP 47 tag. */
  readonly locale: string;
}

export function describeHead(title: string, artifacts: readonly RecordedArtifact[], { locale }: Language): SheetHead {
  const records = new Set(artifacts.map(({ record }) => record));
  const charged = [...records].filter((record) => !isSandbox(record));
  const amounts = charged.flatMap(({ amount_usd }) => amount_usd ?? []);
  const total = amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
  const models = [...new Set([...records].flatMap(({ model }) => model ?? []))];
  const days = [...records].map(({ at }) => Date.parse(at));
  const day = (time: number): string => new Date(time).toLocaleDateString(locale, { dateStyle: 'medium' });
  const [first, last] = [day(Math.min(...days)), day(Math.max(...days))];
  const count = artifacts.length;
  return {
    title,
    locale,
    facts: [
      count === 1 ? l10n.t('1 result') : l10n.t('{count} results', { count }),
      charged.length > 0
        ? l10n.t('Cost: {amount}', { amount: formatAmount(total) })
        : l10n.t(
            'Made by simple rules of the built-in sandbox, so it may not show what the prompt asks for. It is free, and no gateway was called.',
          ),
      models.join(', '),
      first === last ? first : `${first} – ${last}`,
    ].filter(Boolean),
    words: describeWords(),
  };
}

function describeWords(): SheetWords {
  return {
    starred: l10n.t('Starred'),
    rejected: l10n.t('Rejected'),
    cost: l10n.t('Cost'),
    rating: (rating) => l10n.t('Rating {rating} of 5', { rating }),
  };
}

/** Returns everything about a result except its picture. */
export function describeArtifact(
  { artifact, record }: RecordedArtifact,
  { locale, marks }: Language & { readonly marks: ReadonlyMap<string, Mark> },
): Omit<SheetResult, 'image' | 'isWaveform' | 'excerpt'> {
  const { mark, rating, note } = marks.get(artifact.sha256) ?? noMark;
  const { request, model, job, title, lyrics } = record;
  const prompt = findPrompt(request);
  const { width, height, seconds, bytes } = artifact;
  const fields: readonly (readonly [string, JsonValue | undefined])[] = [
    [l10n.t('Model'), model],
    [l10n.t('Job'), job],
    [l10n.t('Title'), title],
    ...Object.entries(record.axes ?? {}),
    ...Object.entries(request).filter(([name]) => name !== 'model' && name !== prompt?.field),
    [l10n.t('Dimensions'), width === null || height === null ? null : `${width} × ${height}`],
    [l10n.t('Duration'), seconds === null ? null : `${seconds.toFixed(1)} s`],
    [l10n.t('File size'), bytes === 0 ? null : formatBytes(bytes, locale)],
    [l10n.t('Date'), new Date(record.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })],
    [l10n.t('Lyrics'), lyrics],
  ];
  const shown = new Map(fields.flatMap(([name, value]) => (isEmpty(value) ? [] : [[name, describeValue(value)]])));
  return {
    name: posix.basename(artifact.path),
    kind: describeKind(viewKindOf(artifact.path)),
    mark,
    rating,
    note,
    prompt: prompt?.text ?? null,
    cost: isSandbox(record) ? l10n.t('Sandbox') : formatAmount(record.amount_usd),
    fields: [...shown].map(([name, value]) => ({ name, value })),
  };
}

/** The amounts of the sandbox are play money. */
function isSandbox({ profile }: RunsRecord): boolean {
  return profile === sandboxProfile;
}

function isEmpty(value: JsonValue | undefined): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

const maxValueLength = 4_000;

/** A page that opens anywhere names no other place: a URL is its last part, and a hash is short. */
function describeValue(value: JsonValue): string {
  const text = toText(value);
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return `${text.slice(0, 'sha256:'.length + 12)}…`;
  if (/^https?:/i.test(text) && URL.canParse(text)) return posix.basename(new URL(text).pathname);
  return cutText(text, maxValueLength);
}

function describeKind(kind: ViewKind): string {
  const kinds: Readonly<Record<ViewKind, string>> = {
    image: l10n.t('Image'),
    audio: l10n.t('Audio'),
    video: l10n.t('Video'),
    markdown: l10n.t('Text'),
    text: l10n.t('Text'),
    file: l10n.t('File'),
  };
  return kinds[kind];
}
