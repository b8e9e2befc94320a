import type { ModelFamily } from '../../core/catalog/catalog.ts';
import type { TextRange } from '../../core/support/textRange.ts';

/** Text to insert, and what of it to select. */
export interface JobText {
  readonly text: string;
  /** The prose to write over. */
  readonly selection: TextRange;
}

/** A family's sample as a job file; prose stands in block scalars, where YAML leaves it alone. */
export function buildJobText(family: ModelFamily): JobText {
  const prose = new Set(family.fields.filter(({ isProse }) => isProse).map(({ name }) => name));
  let text = `model: ${family.models[0] ?? ''}\n`;
  let selection: TextRange | undefined;
  for (const [name, value] of Object.entries(family.sample)) {
    if (name === 'model') continue;
    const isProse = typeof value === 'string' && (prose.has(name) || value.includes('\n'));
    const head = isProse ? `${name}: |\n  ` : `${name}: `;
    const body = isProse
      ? value
          .trimEnd()
          .replaceAll('\n', '\n  ')
          .replaceAll(/\n +(?=\n)/g, '\n')
      : scalar(value);
    if (isProse) selection ??= { start: text.length + head.length, end: text.length + head.length + body.length };
    text += `${head}${body}\n`;
  }
  return { text, selection: selection ?? { start: text.length, end: text.length } };
}

/** A plain scalar where YAML reads it back as the same text, else a JSON string, which is YAML too. */
function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = /^(?:[A-Za-z][\w ,./-]*|\d+K)$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value);
  return isPlain && !value.endsWith(' ') ? value : JSON.stringify(value);
}
