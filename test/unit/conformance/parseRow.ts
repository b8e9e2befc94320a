/** A row of `fieldRows` about one field. */
export interface FieldRow {
  /** Names from the root of the body: `color_palette`, then `hex` of each of its items. */
  readonly path: readonly string[];
  readonly aliases: readonly string[];
  readonly isRequired: boolean;
  /** `string`, `[string]`; null where the interface specification does not show it. */
  readonly type: string | null;
  /** `length ..600`, `one of 1k 2k`. */
  readonly limits: readonly string[];
}

/** A row about several fields together. */
export interface RuleRow {
  readonly rule: string;
  readonly fields: readonly string[];
}

export function parseRow(row: string): FieldRow | RuleRow {
  const [, rule, fields = ''] = /^rule (\S+): (.*)$/.exec(row) ?? [];
  if (rule !== undefined) return { rule, fields: fields.split(' ') };
  const [, path = '', aliases = '', star, type = '', rest = ''] =
    /^(\S+?)(?: \(([^)]*)\))?(\*?) (\S+?)(?:, (.*))?$/.exec(row) ?? [];
  return {
    path: path.replaceAll('[]', '').split('.'),
    aliases: aliases === '' ? [] : aliases.split(', '),
    isRequired: star === '*',
    type: type === '?' ? null : type,
    limits: rest === '' ? [] : rest.split(/, (?=length|one of|like|range|items|default)/),
  };
}
