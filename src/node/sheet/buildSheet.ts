import { posix } from 'node:path';
import { findPrompt } from '../../core/artifact/findPrompt.ts';
import type { Mark } from '../../core/artifact/marks.ts';
import type { RunsArtifact, RunsRecord } from '../../core/artifact/runsRecord.ts';
import { viewKindOf, type ViewKind } from '../../core/artifact/viewKind.ts';
import { toText } from '../../core/jobFile/expression/toText.ts';
import type { JsonValue } from '../../core/support/json/json.ts';
import { cutText } from '../../core/support/text/cutText.ts';
import { disguisingMarks } from '../../core/support/text/makeInert.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import { formatAmount } from '../../core/support/text/formatAmount.ts';
import { formatBytes } from '../../core/support/text/formatBytes.ts';
import type { ArrangedSheet } from '../../core/artifact/arrangedSheet.ts';

/** The words of the page. A host translates them. */
export const sheetMessages = {
  oneResult: '1 result',
  results: '{count} results',
  totalCost: 'Cost: {amount}',
  sandboxNote:
    'Made by simple rules of the built-in sandbox, so it may not show what the prompt asks for. It is free, and no gateway was called.',
  others: 'Other results',
  sandbox: 'Sandbox',
  cost: 'Cost',
  image: 'Image',
  audio: 'Audio',
  video: 'Video',
  text: 'Text',
  file: 'File',
  starred: 'Starred',
  rejected: 'Rejected',
  rating: 'Rating {rating} of 5',
  model: 'Model',
  job: 'Job',
  title: 'Title',
  dimensions: 'Dimensions',
  duration: 'Duration',
  fileSize: 'File size',
  date: 'Date',
  lyrics: 'Lyrics',
} as const;

/** How the page is written. */
export interface SheetWords {
  /** As in `lang`. */
  readonly language: string;
  translate(message: string, args?: Readonly<Record<string, string | number>>): string;
}

export interface RecordedArtifact {
  /** Absolute path. */
  readonly jobFile: string;
  readonly artifact: RunsArtifact;
  readonly record: RunsRecord;
}

/** Every exported contact sheet begins with this text, and no other file is overwritten. */
export const sheetBeginning = '<!DOCTYPE html>\n<!-- Contact sheet of Genwright -->\n';

/** Nothing may load but images and styles of the page itself. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function buildSheetStart(
  title: string,
  artifacts: readonly Pick<RecordedArtifact, 'record'>[],
  words: SheetWords,
): string {
  const facts = describeAll(artifacts, words).map((fact) => `<span>${escapeHtml(fact)}</span>`);
  return [
    `${sheetBeginning}<html lang="${escapeHtml(words.language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${styles}</style>`,
    '</head>',
    '<body>',
    `<header><h1>${escapeHtml(title)}</h1><p>${facts.join('')}</p></header>`,
    '<main>',
    '',
  ].join('\n');
}

/** Describes all results: their number, cost, models and days. */
function describeAll(artifacts: readonly Pick<RecordedArtifact, 'record'>[], words: SheetWords): readonly string[] {
  const records = [...new Set(artifacts.map(({ record }) => record))];
  const charged = records.filter((record) => !isSandbox(record));
  const amounts = charged.flatMap(({ amount_usd }) => amount_usd ?? []);
  const total = amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
  const models = [...new Set(records.flatMap(({ model }) => model ?? []))];
  const times = records.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) =>
    new Date(time).toLocaleDateString(words.language, { dateStyle: 'medium' }),
  );
  const count = artifacts.length;
  return [
    count === 1 ? words.translate(sheetMessages.oneResult) : words.translate(sheetMessages.results, { count }),
    charged.length > 0
      ? words.translate(sheetMessages.totalCost, { amount: formatAmount(total) })
      : words.translate(sheetMessages.sandboxNote),
    models.join(', '),
    first === last ? String(first) : `${first} – ${last}`,
  ].filter(Boolean);
}

/** What shows a result. Its kind is named if there is neither an image nor an excerpt. */
export interface SheetPicture {
  /** A `data:` URL of an image. */
  readonly image: string | null;
  /** Whether the image is white on nothing, to be shown in any color. */
  readonly isWaveform: boolean;
  /** The first lines of a text file. */
  readonly excerpt: string | null;
}

/** Yields a table for each section whose results have columns, and a list for any other one. `build` gets its heading. */
export async function* buildSheetLines<Cell>(
  { rowsName, columnLabels, lines }: ArrangedSheet<Cell>,
  { words, build }: { readonly words: SheetWords; readonly build: (cell: Cell, heading: string) => Promise<string> },
): AsyncGenerator<string> {
  const heads = columnLabels?.map((label) => `<th scope="col">${escapeHtml(label)}</th>`) ?? [];
  const corner = rowsName === null ? '' : `<td>${escapeHtml(rowsName)}</td>`;
  const table = `<div class="scroll"><table><thead><tr>${corner}${heads.join('')}</tr></thead><tbody>\n`;
  let isTable = columnLabels !== null;
  let heading = '';
  /** The end of the open section. */
  let end = '';
  for (const line of lines) {
    const label = line.kind === 'cells' && line.label !== null ? line.label : '';
    const lead = line.kind === 'cells' ? (isTable ? '' : label && `${rowsName}: ${label}`) : line.text;
    if (line.kind === 'heading' && line.text === '') isTable = false;
    if (lead !== '' || line.kind === 'heading') {
      yield `${end}<h2 class="section">${escapeHtml(lead || words.translate(sheetMessages.others))}</h2>\n`;
      end = '';
    }
    if (line.kind === 'heading') {
      heading = line.text;
      continue;
    }
    if (end === '') yield isTable ? table : '<div class="list">\n';
    end = isTable ? '</tbody></table></div>\n' : '</div>\n';
    if (isTable) yield rowsName === null ? '<tr>' : `<tr><th scope="row">${escapeHtml(label)}</th>`;
    for (const cell of line.cells) {
      const html = cell === null ? '' : await build(cell, heading);
      yield isTable ? `<td>${html}</td>` : html;
    }
    if (isTable) yield '</tr>\n';
  }
  yield end;
}

/** Builds the cell of a result, whose name may need its folder. All of its strings may come from others. */
export function buildSheetResult(
  { artifact, record }: Omit<RecordedArtifact, 'jobFile'>,
  {
    mark,
    picture,
    words,
    folder = '',
  }: { readonly mark: Mark; readonly picture: SheetPicture; readonly words: SheetWords; readonly folder?: string },
): string {
  const prompt = findPrompt(record.request);
  const cost = isSandbox(record) ? words.translate(sheetMessages.sandbox) : formatAmount(record.amount_usd);
  const facts = [
    [words.translate(sheetMessages.cost), cost] as const,
    ...listFields({ artifact, record }, { promptField: prompt?.field, words }),
  ];
  const rows = facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return [
    `<article${mark.mark === null ? '' : ` class="${mark.mark}"`}>`,
    buildPicture(artifact.path, picture, words),
    '<div class="text">',
    `<h2>${escapeHtml(posix.join(folder, posix.basename(artifact.path)))}</h2>`,
    buildMarks(mark, words),
    ...(mark.note === null ? [] : [`<p class="note">${escapeHtml(mark.note)}</p>`]),
    ...(prompt ? [`<p class="prompt">${escapeHtml(prompt.text)}</p>`] : []),
    `<dl>${rows.join('')}</dl>`,
    '</div>',
    '</article>',
    '',
  ].join('\n');
}

export const sheetEnd = '</main>\n</body>\n</html>\n';

/** The amounts of the sandbox are play money. */
function isSandbox({ profile }: RunsRecord): boolean {
  return profile === sandboxProfile;
}

function buildPicture(path: string, { image, isWaveform, excerpt }: SheetPicture, words: SheetWords): string {
  if (excerpt !== null) return `<pre class="picture">${escapeHtml(excerpt)}</pre>`;
  const kind = describeKind(viewKindOf(path), words);
  if (image === null) return `<p class="picture empty">${escapeHtml(kind)}</p>`;
  const alt = escapeHtml(`${kind}: ${posix.basename(path)}`);
  return `<div class="picture${isWaveform ? ' wave' : ''}"><img src="${escapeHtml(image)}" alt="${alt}"></div>`;
}

function describeKind(kind: ViewKind, words: SheetWords): string {
  return {
    image: words.translate(sheetMessages.image),
    audio: words.translate(sheetMessages.audio),
    video: words.translate(sheetMessages.video),
    markdown: words.translate(sheetMessages.text),
    text: words.translate(sheetMessages.text),
    file: words.translate(sheetMessages.file),
  }[kind];
}

function buildMarks({ mark, rating }: Mark, words: SheetWords): string {
  const marks = [
    ...(mark === 'star' ? [`★ ${words.translate(sheetMessages.starred)}`] : []),
    ...(mark === 'reject' ? [`✗ ${words.translate(sheetMessages.rejected)}`] : []),
    ...(rating === null
      ? []
      : [`${'●'.repeat(rating)}${'○'.repeat(5 - rating)} ${words.translate(sheetMessages.rating, { rating })}`]),
  ];
  return `<p class="marks">${marks.map((each) => `<span>${escapeHtml(each)}</span>`).join('')}</p>`;
}

/** Lists names and values. Of fields with the same name, the last one counts. Empty ones are left out. */
function listFields(
  { artifact, record }: Omit<RecordedArtifact, 'jobFile'>,
  { promptField, words }: { readonly promptField: string | undefined; readonly words: SheetWords },
): readonly (readonly [string, string])[] {
  const { width, height, seconds, bytes } = artifact;
  const { request, model, job, title, lyrics, axes } = record;
  const date = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const fields: readonly (readonly [string, JsonValue | undefined])[] = [
    [words.translate(sheetMessages.model), model],
    [words.translate(sheetMessages.job), job],
    [words.translate(sheetMessages.title), title],
    ...Object.entries(axes),
    ...Object.entries(request).filter(([name]) => name !== 'model' && name !== promptField),
    [words.translate(sheetMessages.dimensions), width === null || height === null ? null : `${width} × ${height}`],
    [words.translate(sheetMessages.duration), seconds === null ? null : `${seconds.toFixed(1)} s`],
    [words.translate(sheetMessages.fileSize), bytes === 0 ? null : formatBytes(bytes, words.language)],
    [words.translate(sheetMessages.date), new Date(record.at).toLocaleString(words.language, date)],
    [words.translate(sheetMessages.lyrics), lyrics],
  ];
  const shown = new Map<string, string>();
  for (const [name, value] of fields) {
    if (value !== null && value !== undefined && value !== '') shown.set(name, describeValue(value));
  }
  return [...shown];
}

const maxValueLength = 4_000;

/** A page that opens anywhere names no other place: a URL is its last part, and a hash is short. */
function describeValue(value: JsonValue): string {
  const text = toText(value);
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return `${text.slice(0, 'sha256:'.length + 12)}…`;
  if (/^https?:/i.test(text) && URL.canParse(text)) return posix.basename(new URL(text).pathname);
  return cutText(text, maxValueLength);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Everything that makes text look like another one, except line breaks and tabs. */
const disguising = new RegExp(`(?![\\t\\n])[${disguisingMarks}]`, 'g');

/** Returns text that is shown as it is, in an element or an attribute. Nothing in it becomes a link. */
function escapeHtml(text: string): string {
  return text
    .replace(disguising, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/:(?=\/\/)/g, ':&#8288;');
}

const styles = `
:root { color-scheme: light dark; --back: #f5f5f7; --card: #fff; --text: #1d1d1f; --soft: #62626a; --line: #dcdce1; --well: #e9e9ee; --accent: #5b4fc7; --star: #8a5a00; --reject: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --back: #161618; --card: #222226; --text: #ececf0; --soft: #a3a3ad; --line: #38383f; --well: #111113; --accent: #a89fff; --star: #f2c14e; --reject: #ff8a80; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--back); color: var(--text); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; padding: clamp(16px, 4vw, 48px); }
header { margin-bottom: 28px; }
h1 { font-size: clamp(24px, 4vw, 36px); line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
header p { color: var(--soft); display: flex; flex-wrap: wrap; gap: 2px 20px; margin-top: 6px; }
.list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr)); gap: 20px; align-items: start; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; break-inside: avoid; }
article.star { border-color: var(--star); box-shadow: 0 0 0 1px var(--star); }
article.reject .picture { opacity: 0.45; }
.picture { aspect-ratio: 4 / 3; background: var(--well); display: grid; place-items: center; overflow: hidden; }
.picture img { display: block; width: 100%; height: 100%; min-height: 0; object-fit: contain; }
.wave img { filter: brightness(0.55); }
pre.picture { display: block; padding: 14px 16px; font: 12px/1.5 ui-monospace, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
.text { padding: 14px 16px 16px; display: grid; gap: 8px; }
h2.section { font-size: 18px; margin: 36px 0 14px; }
.scroll { overflow-x: auto; }
table { border-collapse: separate; border-spacing: 14px; margin: 0 -14px; }
th, thead td { text-align: left; vertical-align: bottom; font-weight: 600; overflow-wrap: break-word; max-width: 16em; }
thead td { color: var(--soft); font-weight: 400; }
tbody th { vertical-align: top; position: sticky; left: 0; background: var(--back); padding-right: 6px; }
tbody td { vertical-align: top; }
tbody td:not(:empty) { min-width: 230px; }
h2 { font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
.marks:empty { display: none; }
.marks { display: flex; flex-wrap: wrap; gap: 4px 14px; font-weight: 600; color: var(--accent); font-size: 13px; }
.star .marks span:first-child { color: var(--star); }
.reject .marks span:first-child { color: var(--reject); }
.note { border-left: 3px solid var(--accent); padding-left: 10px; font-style: italic; white-space: pre-wrap; overflow-wrap: anywhere; }
.prompt { white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; gap: 3px; font-size: 12px; border-top: 1px solid var(--line); padding-top: 9px; }
dl div { display: grid; grid-template-columns: minmax(76px, 34%) 1fr; gap: 10px; }
dt { color: var(--soft); overflow-wrap: anywhere; }
dd { overflow-wrap: anywhere; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
@media print { :root { --back: #fff; --card: #fff; --text: #000; --soft: #444; --line: #bbb; --well: #f2f2f2; } body { padding: 0; font-size: 11px; } .list { grid-template-columns: repeat(3, 1fr); gap: 12px; } tbody td:not(:empty) { min-width: 0; } article { box-shadow: none; } * { print-color-adjust: exact; } }
`;
