import { type JsonValue, stringifyJson } from '../../support/json/json.ts';
import { formatDate } from './formatDate.ts';
import { slug } from './slug.ts';
import { toText } from './toText.ts';

/** Pure and total: there is a result for any value and any arguments of the right types. */
interface Filter {
  /** The arguments in their order, optional ones last. */
  readonly params: readonly FilterParam[];
  readonly apply: (value: JsonValue, args: readonly JsonValue[]) => JsonValue;
}

export interface FilterParam {
  readonly name: string;
  readonly type: 'text' | 'count' | 'value';
  readonly isOptional?: boolean;
}

const count: FilterParam = { name: 'n', type: 'count' };

/** Numbers are padded to make names sort well. Nothing needs more. */
const maxPadding = 80;

/** The filters that may follow a `|`, by name. Only `default` receives a missing value. */
export const filters: Readonly<Record<string, Filter>> = {
  slug: textFilter(slug),
  lower: textFilter((text) => text.toLowerCase()),
  upper: textFilter((text) => text.toUpperCase()),
  trim: textFilter((text) => text.trim()),
  words: {
    params: [count],
    apply: eachText((text, n) => text.trim().split(/\s+/).slice(0, Number(n)).join(' ')),
  },
  truncate: { params: [count], apply: eachText((text, n) => Array.from(text).slice(0, Number(n)).join('').trimEnd()) },
  pad: { params: [count], apply: eachText((text, n) => text.padStart(Math.min(Number(n), maxPadding), '0')) },
  date: {
    params: [{ name: 'format', type: 'text' }],
    apply: (value, [format = '']) => formatDate(value, toText(format)),
  },
  default: {
    params: [{ name: 'value', type: 'value' }],
    apply: (value, [fallback = null]) => (value === null || value === '' ? fallback : value),
  },
  json: { params: [], apply: stringifyJson },
  join: {
    params: [{ name: 'separator', type: 'text', isOptional: true }],
    apply: (value, [separator = ', ']) =>
      Array.isArray(value) ? value.map(toText).join(toText(separator)) : toText(value),
  },
  first: {
    params: [],
    apply: (value) => (Array.isArray(value) ? ((value[0] as JsonValue | undefined) ?? null) : value),
  },
  lines: {
    params: [],
    apply: (value) =>
      Array.isArray(value)
        ? value
        : toText(value)
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== ''),
  },
};

export function findFilter(name: string): Filter | undefined {
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

function textFilter(map: (text: string) => string): Filter {
  return { params: [], apply: eachText(map) };
}

/** In a list, each item is mapped. */
function eachText(map: (text: string, argument: JsonValue) => string): Filter['apply'] {
  return (value, [argument = null]) =>
    Array.isArray(value) ? value.map((item: JsonValue) => map(toText(item), argument)) : map(toText(value), argument);
}
