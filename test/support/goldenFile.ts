import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { type JsonValue, stringifyJson } from '../../src/core/support/json/json.ts';
import { parseJson } from '../../src/core/support/json/parseJson.ts';

/** Compares a value with that of a file. With `UPDATE=1` in the environment, the file is written first. */
export function compareWithFile(actual: JsonValue, file: string): void {
  if (process.env['UPDATE']) writeGolden(actual, file);
  assert.deepEqual(actual, readGolden(file));
}

export function readGolden(file: string): JsonValue {
  return parseJson(readFileSync(file, 'utf8'));
}

export function writeGolden(value: JsonValue, file: string): void {
  writeFileSync(file, `${indent(value)}\n`);
}

/** Formats JSON for people, with one line for each short value. */
function indent(value: JsonValue, level = 0): string {
  const line = stringifyJson(value);
  if (typeof value !== 'object' || value === null || (level > 1 && line.length < 110)) return line;
  const margin = '  '.repeat(level + 1);
  const isList = Array.isArray(value);
  const members = isList
    ? (value as readonly JsonValue[]).map((item) => margin + indent(item, level + 1))
    : Object.entries(value).map(([key, member]) => `${margin}${JSON.stringify(key)}: ${indent(member, level + 1)}`);
  const [open, close] = isList ? '[]' : '{}';
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join(',\n')}\n${'  '.repeat(level)}${close}`;
}
