import { disguisingMarks } from '../../../core/support/text/makeInert.ts';

/** One result of an exported contact sheet. All strings may come from others. */
export interface SheetResult {
  /** Name of the file. */
  readonly name: string;
  /** A `data:` URL of an image. Null if there is none. */
  readonly image: string | null;
  /** Whether the image is white on nothing, to be shown in any color. */
  readonly isWaveform: boolean;
  /** The first lines of a text file. Null for other files. */
  readonly excerpt: string | null;
  /** The kind of the file, such as "Audio", or why there is no picture of it. */
  readonly kind: string;
  readonly mark: 'star' | 'reject' | null;
  /** From 1 to 5. */
  readonly rating: number | null;
  readonly note: string | null;
  readonly prompt: string | null;
  /** Formatted, with a dash if it is unknown. The sandbox has its name instead. */
  readonly cost: string;
  readonly fields: readonly SheetField[];
}

interface SheetField {
  readonly name: string;
  readonly value: string;
}

/** The head of an exported contact sheet. */
export interface SheetHead {
  readonly title: string;
  /** Facts about all results, such as their number and cost. */
  readonly facts: readonly string[];
  /** A BCP 47 tag. */
  readonly locale: string;
  readonly words: SheetWords;
}

/** The words of the page, in the language of the user. */
export interface SheetWords {
  readonly starred: string;
  readonly rejected: string;
  readonly cost: string;
  readonly rating: (rating: number) => string;
}

/** Every exported contact sheet begins with this text, and no other file is overwritten. */
export const sheetBeginning = '<!DOCTYPE html>\n<!-- Contact sheet of Genwright -->\n';

/** Nothing may load but images and styles of the page itself. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function buildSheetStart({ title, facts, locale }: SheetHead): string {
  return [
    `${sheetBeginning}<html lang="${escapeHtml(locale)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${styles}</style>`,
    '</head>',
    '<body>',
    `<header><h1>${escapeHtml(title)}</h1><p>${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join('')}</p></header>`,
    '<main>',
    '',
  ].join('\n');
}

export function buildSheetResult(result: SheetResult, words: SheetWords): string {
  const { name, prompt, note, fields, cost, mark } = result;
  const rows = [{ name: words.cost, value: cost }, ...fields];
  return [
    `<article${mark === null ? '' : ` class="${mark}"`}>`,
    buildPicture(result),
    '<div class="text">',
    `<h2>${escapeHtml(name)}</h2>`,
    buildMarks(result, words),
    ...(note === null ? [] : [`<p class="note">${escapeHtml(note)}</p>`]),
    ...(prompt === null ? [] : [`<p class="prompt">${escapeHtml(prompt)}</p>`]),
    `<dl>${rows.map(buildRow).join('')}</dl>`,
    '</div>',
    '</article>',
    '',
  ].join('\n');
}

export const sheetEnd = '</main>\n</body>\n</html>\n';

function buildPicture({ name, image, isWaveform, excerpt, kind }: SheetResult): string {
  if (excerpt !== null) return `<pre class="picture">${escapeHtml(excerpt)}</pre>`;
  if (image === null) return `<p class="picture empty">${escapeHtml(kind)}</p>`;
  return `<div class="picture${isWaveform ? ' wave' : ''}"><img src="${escapeHtml(image)}" alt="${escapeHtml(`${kind}: ${name}`)}"></div>`;
}

function buildMarks({ mark, rating }: SheetResult, words: SheetWords): string {
  const marks = [
    ...(mark === 'star' ? [`★ ${words.starred}`] : []),
    ...(mark === 'reject' ? [`✗ ${words.rejected}`] : []),
    ...(rating === null ? [] : [`${'●'.repeat(rating)}${'○'.repeat(5 - rating)} ${words.rating(rating)}`]),
  ];
  return `<p class="marks">${marks.map((each) => `<span>${escapeHtml(each)}</span>`).join('')}</p>`;
}

function buildRow({ name, value }: SheetField): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`;
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
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr)); gap: 20px; align-items: start; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; break-inside: avoid; }
article.star { border-color: var(--star); box-shadow: 0 0 0 1px var(--star); }
article.reject .picture { opacity: 0.45; }
.picture { aspect-ratio: 4 / 3; background: var(--well); display: grid; place-items: center; overflow: hidden; }
.picture img { display: block; width: 100%; height: 100%; min-height: 0; object-fit: contain; }
.wave img { filter: brightness(0.55); }
pre.picture { display: block; padding: 14px 16px; font: 12px/1.5 ui-monospace, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
.text { padding: 14px 16px 16px; display: grid; gap: 8px; }
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
@media print { :root { --back: #fff; --card: #fff; --text: #000; --soft: #444; --line: #bbb; --well: #f2f2f2; } body { padding: 0; font-size: 11px; } main { grid-template-columns: repeat(3, 1fr); gap: 12px; } article { box-shadow: none; } * { print-color-adjust: exact; } }
`;
