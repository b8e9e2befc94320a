import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { arrangeCommand, image } from './arrangeCommand.ts';

const broken = `${image}n: many\n`;
/** One error with a safe fix. */
const fixable = `${image}n: "2"\n`;
const repaired = `${image}n: 2\n`;
/** An unknown field is a warning. */
const doubtful = `${image}foo: 3\n`;

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: Readonly<Record<string, number>>;
        };
      }[];
    }[];
  }[];
}

interface GitlabIssue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

describe('A check', () => {
  test('needs neither key nor network, and shows each problem with its line', async (context) => {
    const { run, posts } = await arrangeCommand(context, { 'hero.gen.yaml': broken });

    const { code, out, err } = await run('check', { env: { GENWRIGHT_BASE_URL: undefined } });

    assert.match(out, /^hero\.gen\.yaml:3:4 error .+\n {2}3 \| n: many\n {4}\| {4}\^\^\^\^\n/);
    assert.deepEqual([code, err, posts], [2, '1 error in 1 job file.\n', []]);
  });

  test('looks below folders, but not into those of other tools', async (context) => {
    const { run, work } = await arrangeCommand(context, {});
    for (const name of ['a/b/c.gen.yaml', 'node_modules/x.gen.yaml', '.cache/y.gen.yaml', 'a/buf.gen.yaml']) {
      await mkdir(join(work, name, '..'), { recursive: true });
      await writeFile(join(work, name), broken);
    }

    assert.deepEqual(
      [(await run('check')).err, (await run('check a/**/*.gen.yaml')).err, (await run('-C a/b check')).err],
      Array.from({ length: 3 }, () => '1 error in 1 job file.\n'),
    );
  });

  for (const [what, target, code, said] of [
    ['a file outside of the repository', '../secret.gen.yaml', 64, /link that leads out of the repository/],
    ['a device', '/dev/zero', 64, /link that leads out of the repository/],
    ['nothing', 'nothing', 2, /cannot be read/],
    ['a folder', 'folder', 2, /cannot be read/],
  ] as const) {
    test(`reads no link to ${what}`, async (context) => {
      const { run, root, work } = await arrangeCommand(context);
      await writeFile(join(root, 'secret.gen.yaml'), 'ghp_secret');
      await mkdir(join(work, 'folder'));
      await symlink(target, join(work, 'link.gen.yaml'));

      const ended = await run('check');

      assert.match(ended.err, said);
      assert.deepEqual([ended.code, ended.out], [code, '']);
    });
  }

  test('reads a link to a file outside of the repository that is named', async (context) => {
    const { run, root, work } = await arrangeCommand(context);
    await writeFile(join(root, 'shared.gen.yaml'), broken);
    await symlink('../shared.gen.yaml', join(work, 'link.gen.yaml'));

    assert.match((await run('check link.gen.yaml')).out, /^link\.gen\.yaml:3:4 error/);
  });

  test('applies the safe fixes with --fix, and shows what is left', async (context) => {
    const { run, read } = await arrangeCommand(context, { 'a.gen.yaml': fixable, 'b.gen.yaml': broken });

    const { code, out, err } = await run('check --fix');

    assert.equal(await read('a.gen.yaml'), repaired);
    assert.match(out, /^b\.gen\.yaml:3:4/);
    assert.deepEqual([code, err], [2, '1 error in 2 job files. 1 file fixed.\n']);
  });

  test('reads a text on stdin as the file of a name, and prints it with its fixes', async (context) => {
    const { run, list } = await arrangeCommand(context, {});

    const shown = await run('check --stdin-path a/new.gen.yaml', { input: fixable });
    const fixed = await run('check --stdin-path a/new.gen.yaml --fix', { input: fixable });

    assert.match(shown.out, /^a\/new\.gen\.yaml:3:/);
    assert.deepEqual([shown.code, fixed.code, fixed.out, await list()], [2, 0, repaired, []]);
  });

  test('counts warnings as an error above --max-warnings', async (context) => {
    const { run } = await arrangeCommand(context, { 'hero.gen.yaml': doubtful });

    const codes = [];
    for (const line of ['check', 'check --max-warnings 1', 'check --max-warnings 0', 'check --strict'])
      codes.push((await run(line)).code);

    assert.deepEqual(codes, [0, 0, 2, 2]);
  });
});

describe('The format', () => {
  test('sarif is a log with rules, levels and regions', async (context) => {
    const { run } = await arrangeCommand(context, { 'a b.gen.yaml': broken, 'c.gen.yaml': doubtful });

    const log = JSON.parse((await run('check --format sarif')).out) as Sarif;

    const [{ tool, results } = assert.fail('no run')] = log.runs;
    assert.deepEqual([log.version, tool.driver.name], ['2.1.0', 'Genwright']);
    assert.ok(results.every(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId));
    assert.deepEqual(
      results.map(({ level, locations }) => {
        const { artifactLocation, region } = locations[0]?.physicalLocation ?? assert.fail('no location');
        return [level, artifactLocation.uri, region['startLine'], region['startColumn']];
      }),
      [
        ['error', 'a%20b.gen.yaml', 3, 4],
        ['warning', 'c.gen.yaml', 3, 1],
      ],
    );
  });

  test('github has nine annotations of a severity and one that says how many more, and the summary has all', async (context) => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`a${at + 10}.gen.yaml`, broken]));
    const { run, root, read } = await arrangeCommand(context, { ...files, 'w.gen.yaml': doubtful });
    const summary = join(root, 'work', 'summary.md');

    const { out } = await run('check --format github', { env: { GITHUB_STEP_SUMMARY: summary } });

    const lines = out.trimEnd().split('\n');
    assert.equal(lines.filter((line) => line.startsWith('::error ')).length, 10);
    assert.match(lines[0] ?? '', /^::error file=a10\.gen\.yaml,line=3,endLine=3,col=4,endColumn=8,title=[a-z-]+::./);
    assert.match(lines[9] ?? '', /^::error title=Genwright::3 more/);
    assert.match(lines[10] ?? '', /^::warning file=w\.gen\.yaml/);
    assert.equal((await read('summary.md')).match(/^\| (?:error|warning) \|/gm)?.length, 13);
  });

  test('github cannot be left by what a file says', async (context) => {
    const { run } = await arrangeCommand(context, { 'a,b%::x.gen.yaml': 'model: "x\\n::error::y"\nprompt: A\n' });

    const lines = (await run('check --format github')).out.trimEnd().split('\n');

    assert.ok(
      lines.length > 0 &&
        lines.every((line) => /^::(?:error|warning|notice) file=a%2Cb%25%3A%3Ax\.gen\.yaml,/.test(line)),
    );
  });

  test('gitlab has fingerprints that stay when other lines change', async (context) => {
    const { run, work } = await arrangeCommand(context, { 'hero.gen.yaml': `${broken}size: 17\n` });
    const report = async () => JSON.parse((await run('check --format gitlab')).out) as readonly GitlabIssue[];

    const before = await report();
    await writeFile(join(work, 'hero.gen.yaml'), `# A comment\n${broken}size: 17\n`);
    const after = await report();

    assert.deepEqual(
      after.map(({ fingerprint }) => fingerprint),
      before.map(({ fingerprint }) => fingerprint),
    );
    assert.equal(new Set(before.map(({ fingerprint }) => fingerprint)).size, before.length);
    assert.deepEqual(
      [before[0]?.location, after[0]?.location.lines.begin, before[0]?.severity],
      [{ path: 'hero.gen.yaml', lines: { begin: 3, end: 3 } }, 4, 'major'],
    );
  });
});
