import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import type { ModelFamily } from '../../../../../src/core/catalog/catalog.ts';
import type { Field } from '../../../../../src/core/catalog/field.ts';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { fieldRows } from '../../../conformance/fieldRows.ts';
import { type FieldRow, parseRow } from '../../../conformance/parseRow.ts';
import { completeAt } from './completeAt.ts';

/** Writes the model, and the endpoint if it is not the default of the model. */
function headOf({ models, sample }: ModelFamily): string {
  const [model] = models;
  return stringify({ ...(model === undefined ? {} : { model }), ...(sample['gen'] ? { gen: sample['gen'] } : {}) });
}

/** A field at any depth, with the keys above it. `isItem`: the field is in an item of a list. */
interface Site {
  readonly field: Field;
  readonly above: readonly { readonly name: string; readonly isList: boolean }[];
}

function listSites(fields: readonly Field[], above: Site['above'] = []): readonly Site[] {
  return fields.flatMap((field) => {
    const isList = field.type.kind === 'array';
    const type = field.type.kind === 'array' ? field.type.items : field.type;
    const inside = type.kind === 'object' ? listSites(type.fields, [...above, { name: field.name, isList }]) : [];
    return [{ field, above }, ...inside];
  });
}

/** Writes block lines for these keys, with `last` below them. */
function writeBelow(above: Site['above'], last: string): string {
  let indent = '';
  let text = '';
  let dash = '';
  for (const { name, isList } of above) {
    text += `${indent.slice(dash.length)}${dash}${name}:\n`;
    indent += isList ? '    ' : '  ';
    dash = isList ? '- ' : '';
  }
  return `${text}${indent.slice(dash.length)}${dash}${last}`;
}

function fieldNames(marked: string): readonly string[] {
  return completeAt(marked).flatMap(({ label, kind }) => (kind === 'field' && label !== 'model' ? [label] : []));
}

function valuesOf({ type, constraints = [], suggestions = [], default: preset }: Field): readonly string[] {
  const listed = constraints.flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : []));
  const flags = type.kind === 'boolean' ? ['true', 'false'] : [];
  return [...new Set([...flags, ...listed, ...suggestions, ...(preset === undefined ? [] : [String(preset)])])];
}

for (const family of bundledCatalog.families) {
  const head = headOf(family);
  const sites = listSites(family.fields);

  test(`${family.id}: an empty job is offered its fields, required ones first`, () => {
    const oneOf = new Set(family.rules.flatMap(({ kind, fields }) => (kind === 'one-of' ? fields : [])));
    const rankOf = ({ name, isRequired }: Field): number => (isRequired ? 0 : oneOf.has(name) ? 1 : 2);
    const expected = family.fields.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ name }) => name);
    assert.deepEqual(fieldNames(`${head}|`), expected);
  });

  test(`${family.id}: each object is offered its members`, () => {
    const groups = new Map(
      sites.filter(({ above }) => above.length > 0).map(({ above }) => [JSON.stringify(above), above]),
    );
    for (const above of groups.values()) {
      const members = sites.filter((site) => JSON.stringify(site.above) === JSON.stringify(above));
      assert.deepEqual(
        fieldNames(head + writeBelow(above, '|')).toSorted(),
        members.map(({ field }) => field.name).toSorted(),
        JSON.stringify(above),
      );
    }
  });

  test(`${family.id}: each field is offered the values of the catalog, and accepts them`, () => {
    for (const { field, above } of sites) {
      if (field.type.kind === 'array') continue;
      const before = head + writeBelow(above, `${field.name}: `);
      const offered = completeAt(`${before}|\n`).filter(({ kind }) => kind === 'value');
      assert.deepEqual(
        offered.map(({ label }) => label),
        valuesOf(field),
        field.name,
      );
      for (const { insertText } of offered) assert.deepEqual(findRefusals(`${before}${insertText}\n`), [], insertText);
    }
  });

  test(`${family.id}: no list opens while prose is written`, () => {
    for (const { field, above } of sites.filter((site) => site.field.isProse)) {
      const prose = ['|', 'a ca|t', '"a ca|t, mod|'.replace('|t', 't'), '||\n          a\n\n          mod|'];
      for (const text of prose) {
        assert.deepEqual(completeAt(head + writeBelow(above, `${field.name}: ${text}`)), [], text);
      }
    }
  });

  test(`${family.id}: no field is offered that would be refused next to the sample`, () => {
    const { gen: _gen, ...values } = family.sample;
    const job = head + stringify(values);
    const before = new Set(findRefusals(job));
    for (const name of fieldNames(`${job.replaceAll('|', '||')}|`)) {
      const refused = findRefusals(`${job}${name}: \${{ now }}\n`).filter((code) => !before.has(code));
      assert.deepEqual(refused, [], name);
    }
  });
}

/** Finds errors about a value or a field that is not allowed there. */
function findRefusals(text: string): readonly string[] {
  const refusals = new Set([
    'not-in-enum',
    'wrong-type',
    'wrong-form',
    'out-of-range',
    'unknown-field',
    'exclusive-fields',
    'yaml-syntax',
  ]);
  return createLanguageService()
    .open('hero.gen.yaml', text)
    .problems()
    .flatMap(({ code, message }) => (refusals.has(code) ? [`${code}: ${message}`] : []));
}

for (const [model, rows] of Object.entries(fieldRows)) {
  const own = rows.map(parseRow).filter((row): row is FieldRow => 'path' in row);

  test(`${model}: the fields of the interface specification are offered, the required ones first`, () => {
    const offered = fieldNames(`model: ${model}\n|`);
    const roots = own.filter(({ path }) => path.length === 1);
    const required = roots.filter(({ isRequired }) => isRequired).map(({ path }) => path[0]);
    assert.deepEqual(
      roots.filter(({ path }) => !offered.includes(path[0] ?? '')),
      [],
    );
    assert.deepEqual(
      offered.slice(0, required.length).toSorted(),
      required.toSorted((a = '', b = '') => (a < b ? -1 : 1)),
    );
  });

  test(`${model}: the values of the interface specification are offered`, () => {
    for (const { path, limits } of own) {
      const listed = limits
        .find((limit) => limit.startsWith('one of '))
        ?.slice('one of '.length)
        .split(' ');
      if (!listed || path.length > 1) continue;
      const offered = completeAt(`model: ${model}\n${path[0]}: |`).map(({ label }) => label);
      assert.deepEqual(offered.toSorted(), listed.toSorted(), path[0]);
    }
  });
}
