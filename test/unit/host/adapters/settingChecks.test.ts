import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { settingChecks } from '../../../../src/host/adapters/settingChecks.ts';
import { settings, type SettingName } from '../../../../src/host/ids.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

const names = Object.keys(settings) as readonly SettingName[];

describe('what a setting may hold', () => {
  test('includes its default, which replaces an invalid value', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../../package.json'), 'utf8');
    const { properties } = (JSON.parse(text) as Manifest).contributes.configuration;
    assert.deepEqual(
      names.filter((name) => !settingChecks[name](properties[`genwright.${settings[name]}`]?.default)),
      [],
    );
  });

  test('is never a value of another type', () => {
    const strangers = [undefined, null, {}, '', 'other', Number.NaN, Number.POSITIVE_INFINITY, -1, [7]];
    const taken = names.flatMap((name) => strangers.filter((value) => settingChecks[name](value)).map(() => name));
    // Entries of `profiles` are checked one by one, any name may be a profile, and no price has to be stated.
    assert.deepEqual(taken, ['profiles', 'profile', 'prices']);
  });

  test('of prices is a number of USD for each model, and not too many', () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`m${at}`, 1]));
    const values = [{ a: 0, 'b*': 1_000 }, { a: 1_000.01 }, { a: -1 }, { a: '1' }, { a: NaN }, { a: null }, many];
    assert.deepEqual(values.map(settingChecks.prices), [true, false, false, false, false, false, false]);
  });

  test('ends at its bounds', () => {
    const { concurrency, confirmRequests, confirmUsd, pollMaxMinutes } = settingChecks;
    assert.deepEqual([0, 1, 1.5, 64, 65].map(concurrency), [false, true, false, true, false]);
    assert.deepEqual([0, 1, 1.5, 1e6].map(confirmRequests), [false, true, false, true]);
    assert.deepEqual([-0.01, 0, 0.5].map(confirmUsd), [false, true, true]);
    assert.deepEqual([0.5, 1, 1.5].map(pollMaxMinutes), [false, true, true]);
  });
});
