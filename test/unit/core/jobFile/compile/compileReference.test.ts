import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import type { Lookups } from '../../../../../src/core/jobFile/lookups.ts';
import { isEnvText, isPlanObject, isSettled, reveal } from '../../../../../src/core/jobFile/planValue.ts';

const lookups: Lookups = {
  env: (name) => {
    if (name === 'CITY') return { state: 'set', value: 'Bergen' };
    return { state: name === 'UNSET' ? 'unset' : 'blocked' };
  },
  now: Date.UTC(2026, 10, 21, 12, 30, 5),
  utcOffsetMinutes: 60,
  run: { id: 'r1', n: 3 },
};

interface World {
  readonly lookups?: Lookups;
  readonly fileName?: string;
}

/**
 * Returns the titles of the requests of a song, or `later` for a value that is not known yet, and problems as
 * `code/variant «text» known names`.
 */
function titlesOf(
  expression: string,
  { rest = '', world = { lookups, fileName: 'hero.gen.yaml' } }: { rest?: string; world?: World } = {},
): readonly unknown[] {
  const text = `model: sonic\nprompt: x\ntitle: \${{ ${expression} }}\n${rest}`;
  const { jobs, problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false, fileDir: 'art', ...world });
  const titles = jobs.flatMap(({ groups }) =>
    groups.flatMap(({ fields, variants }) => {
      const title = fields.find(({ name }) => name === 'title');
      return variants.map((variant) => {
        const value = title?.evaluate(variant) ?? null;
        return isSettled(value) ? reveal(value) : 'later';
      });
    }),
  );
  const found = problems.map(({ code, args, start, end }) => {
    const known = args['suggestion'] ?? args['known'];
    return `${code}/${args['variant']} «${text.slice(start, end)}»${known === undefined ? '' : ` ${known}`}`;
  });
  return [...titles, ...found];
}

const eight = `vars:\n${['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh'].map((name) => `  ${name}: 1\n`).join('')}`;
const vars = 'vars: {color: red, list: [a, {b: c}], empty: "", none: ~}\n';

const cases: readonly (readonly [expression: string, rest: string, result: readonly unknown[]])[] = [
  ['vars.color', vars, ['red']],
  ['vars.color | upper', vars, ['RED']],
  ['vars.list[1].b', vars, ['c']],
  ["vars['color']", vars, ['red']],
  ['vars.empty | default("x")', vars, ['x']],
  ['vars.none | default("x")', vars, ['x']],
  ['vars.absent | default("x")', vars, ['x']],
  ['vars.list[1].absent | default("x")', vars, ['x']],
  ['vars.list.length | default("x")', vars, ['x']],
  ['vars.color.length | default("x")', vars, ['x']],
  ['vars.absent | upper | default("x")', vars, ['x']],
  ['vars.absent | default("x") | upper', vars, ['X']],
  ['vars.colour', vars, ['later', 'unknown-name/suggestion «colour» color']],
  ['vars.zzz', eight, ['later', 'unknown-name/plain «zzz» aa, bb, cc, dd, ee, ff, gg, hh']],
  ['vars.zzz', `${eight}  ii: 1\n`, ['later', 'unknown-name/plain «zzz» aa, bb, cc, dd, ee, ff, gg, hh, …']],
  ['vars.absent', vars, ['later', 'unknown-name/plain «absent» color, list, empty, none']],
  ['vars.absent', '', ['later', 'unknown-name/empty «absent» ']],
  ['vars.list[1].d', vars, ['later', 'unknown-name/suggestion «d» b']],
  ['vars.zzz', 'style: "a\n', ['later', 'yaml-syntax/unclosed-quote «"a»']],
  ['vars.color.x', vars, ['later', 'unknown-name/empty «x» ']],
  ['vars', vars, ['later', 'unknown-name/bare «vars» ']],

  ['env.CITY', '', ['Bergen']],
  ['env.CITY | lower', '', ['bergen']],
  ['env.SECRET', '', ['later', 'blocked-env/name «SECRET»']],
  ['env.SECRET | default("x")', '', ['later', 'blocked-env/name «SECRET»']],
  ['env.UNSET', '', ['later', 'blocked-env/unset «UNSET»']],
  ['env.UNSET | default("x")', '', ['x']],

  ['file.base', '', ['hero']],
  ['file.name', '', ['hero.gen.yaml']],
  ['file.dir', '', ['art']],
  ['file.path', '', ['later', 'unknown-name/plain «path» base, dir, name']],
  ['file', '', ['later', 'unknown-name/bare-known «file» base, dir, name']],
  ['run.id', '', ['r1']],
  ['run.n | pad(2)', '', ['03']],
  ['now | date("YYYY-MM-DD HH:mm")', '', ['2026-11-21 13:30']],
  ['now', '', ['2026-11-21T13:30:05+01:00']],
  ['now.year', '', ['later', 'unknown-name/empty «year» ']],

  ['job.name', '', ['hero']],
  ['job.name', 'gen: {name: own}\n', ['own']],
  ['job.model', '', ['sonic']],
  ['job.model | upper', '', ['SONIC']],
  ['job.fingerprint', '', ['later', 'unknown-context/fingerprint «fingerprint»']],
  ['job.size', '', ['later', 'unknown-name/plain «size» id, name, model, index, fingerprint']],

  ['matrix.city', 'matrix: {city: [Bergen, Oslo]}\n', ['Bergen', 'Oslo']],
  ['matrix.city | upper', 'matrix: {city: [Bergen, Oslo]}\n', ['BERGEN', 'OSLO']],
  ['matrix.c.x', 'matrix: {c: [{x: 1}, {x: 2}]}\n', [1, 2, 'wrong-type/quote «${{ matrix.c.x }}»']],
  ['matrix.c.x', 'matrix: {c: [{x: a}, {y: b}]}\n', ['a', null]],
  ['matrix.c.z | default("n")', 'matrix: {c: [{x: a}]}\n', ['n']],
  ['matrix.c.z', 'matrix: {c: [{x: a}]}\n', [null, 'unknown-name/suggestion «z» x']],
  ['matrix.d | default("n")', 'matrix: {c: [x]}\n', ['n', 'no-effect/undefined «c»']],

  ['result.title', '', ['later', 'unknown-context/not-in-field «result» vars, matrix, jobs, job, file, run, now, env']],
  ['secrets.A', '', ['later', 'unknown-context/secret «secrets» vars, matrix, jobs, job, file, run, now, env']],
  ['var.color', vars, ['later', 'unknown-context/suggestion «var» vars']],
  ['weather.now', '', ['later', 'unknown-context/plain «weather» vars, matrix, jobs, job, file, run, now, env']],

  ['vars.color | uper', vars, ['later', 'unknown-filter/suggestion «uper» upper']],
  ['vars.color | truncate', vars, ['later', 'wrong-argument/number «truncate»']],
  ['vars.color | truncate(1, 2)', vars, ['later', 'wrong-argument/number «truncate(1, 2»']],
  ['vars.color | truncate("1")', vars, ['later', 'wrong-argument/count «"1"»']],
  ['vars.color | truncate(1.5)', vars, ['later', 'wrong-argument/count «1.5»']],
  ['vars.color | truncate(-1)', vars, ['later', 'wrong-argument/count «-1»']],
  ['vars.color | truncate(0)', vars, ['']],
  ['now | date(5)', '', ['later', 'wrong-argument/text «5»']],
  ['vars.color | upper(1)', vars, ['later', 'wrong-argument/number «upper(1»']],
];

for (const [expression, rest, result] of cases) {
  test(`${expression} is ${JSON.stringify(result).slice(0, 60)}`, () =>
    assert.deepEqual(titlesOf(expression, { rest }), result));
}

test('a text above a million characters is refused, and one with as many is not', () => {
  const problemsOf = (template: string): readonly string[] => {
    const text = `model: sonic\nprompt: x\nvars: {half: ${'x'.repeat(500_000)}}\nrequest: {a: "${template}"}\n`;
    return checkJobFile(text, { catalog: bundledCatalog, isStrict: false }).problems.map(
      ({ args }) => `${args['variant']}`,
    );
  };
  assert.deepEqual(problemsOf('${{ vars.half }}${{ vars.half }}'), []);
  assert.deepEqual(problemsOf('a${{ vars.half }}${{ vars.half }}'), ['too-long']);
});

test('what is not looked up is not known, and not a problem', () => {
  for (const expression of ['env.CITY', 'run.id', 'now', 'file.base']) {
    assert.deepEqual(titlesOf(expression, { world: {} }), ['later'], expression);
  }
});

test('an untrusted workspace reads no environment', () => {
  assert.deepEqual(titlesOf('env.CITY', { world: { lookups: { ...lookups, isTrusted: false } } }), [
    'later',
    'blocked-env/untrusted «CITY»',
  ]);
});

test('the index is different for each request', () => {
  assert.deepEqual(titlesOf('vars.t', { rest: 'gen: {repeat: 2}\nvars: {t: a}\n' }), ['a', 'a']);
  const text = 'model: sonic\nprompt: x\ntitle: n${{ job.index | pad(2) }}\ngen: {repeat: 2}\n';
  const { jobs } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
  const [group] = jobs[0]?.groups ?? [];
  const title = group?.fields.find(({ name }) => name === 'title');
  assert.deepEqual(
    group?.variants.map((variant) => title?.evaluate(variant)),
    ['n01', 'n02'],
  );
});

test('each string of a map is one from the environment, or not, unless a filter makes one string of the map', () => {
  const text =
    "vars: {m: {city: '${{ env.CITY }}', plain: x}}\nmodel: sonic\nprompt: x\nrequest: {a: '${{ vars.m }}', b: '${{ vars.m | json }}'}\n";
  const { jobs } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false, lookups });
  const [group] = jobs[0]?.groups ?? [];
  const [variant] = group?.variants ?? [];
  assert.ok(group && variant);
  const [a, b] = group.request.map(({ evaluate }) => evaluate(variant));
  assert.ok(isPlanObject(a));
  assert.deepEqual([isEnvText(a['city']), isEnvText(a['plain']), isEnvText(b)], [true, false, true]);
});
