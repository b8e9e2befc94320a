import { isJsonObject, type JsonObject, type JsonValue } from '../../core/support/json.ts';

/** Words that are safe without quotes, in keys and values: no number, no `yes`, nothing with a meaning of its own. */
const plain = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z$][\w$-]*$/i;

/** JSON as block-style YAML. Texts that are more than a word are in double quotes, which YAML shares with JSON. */
export function formatYaml(value: JsonObject): string {
  return formatMembers(value, '');
}

function formatMembers(object: JsonObject, indent: string): string {
  return Object.entries(object)
    .map(([key, value]) => `${indent}${formatWord(key)}:${formatValue(value, indent)}`)
    .join('');
}

/** What stands behind a colon, with its line break. */
function formatValue(value: JsonValue, indent: string): string {
  const inner = `${indent}  `;
  if (isJsonObject(value) && Object.keys(value).length > 0) return `\n${formatMembers(value, inner)}`;
  if (Array.isArray(value) && value.length > 0) {
    return `\n${value.map((item: JsonValue) => `${inner}-${formatItem(item, inner)}`).join('')}`;
  }
  return ` ${typeof value === 'string' ? formatWord(value) : JSON.stringify(value)}\n`;
}

/** The first member stands on the line of the dash. */
function formatItem(item: JsonValue, indent: string): string {
  if (!isJsonObject(item) || Object.keys(item).length === 0) return formatValue(item, indent);
  return ` ${formatMembers(item, `${indent}  `).trimStart()}`;
}

function formatWord(text: string): string {
  return plain.test(text) ? text : JSON.stringify(text);
}
