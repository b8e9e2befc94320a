import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jobFileSchema } from '../../src/core/language/index.ts';
import { rootDir } from '../hosts/paths.ts';
import { type Figure, timeAll } from './figure.ts';
import { buildBenchDocuments } from './languageDocuments.ts';

const run = promisify(execFile);
const [files, peerFiles, rounds] = [1000, 100, 15];

/** Runs in a separate process: the peer, as npm installs it, reads and checks files of a folder. */
const peer = `
  const [folder, count, schemaText] = process.argv.slice(1);
  const { readFileSync } = require('node:fs');
  const { getLanguageService } = require('yaml-language-server');
  const { TextDocument } = require('vscode-languageserver-textdocument');
  const service = getLanguageService({ workspaceContext: {}, schemaRequestService: () => Promise.resolve('{}') });
  const schemas = [{ uri: 'file:///jobFile.json', fileMatch: ['*.gen.yaml'], schema: JSON.parse(schemaText) }];
  service.configure({ validate: true, schemas });
  (async () => {
    for (let at = 0; at < Number(count); at += 1) {
      const text = readFileSync(folder + '/' + at + '.gen.yaml', 'utf8');
      await service.doValidation(TextDocument.create('file:///' + at + '.gen.yaml', 'yaml', 1, text), false);
    }
  })();
`;

/** Times whole processes of the built command line. */
export async function measureCommandLine(): Promise<readonly Figure[]> {
  const cli = join(rootDir, 'dist/cli.cjs');
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  try {
    const text = buildBenchDocuments().find(({ name }) => name === '20 lines')?.text ?? '';
    for (let at = 0; at < files; at += 1) await writeFile(join(folder, `${at}.gen.yaml`), text);
    const own =
      (...args: readonly string[]) =>
      () =>
        run(process.execPath, args, { cwd: folder }).catch(({ code }: { readonly code: number }) => {
          // The document of the bench has problems.
          if (code !== 2) throw new Error(`${args.join(' ')} ended with ${code}`);
        });
    const peerArgs = ['-e', peer, folder, String(peerFiles), JSON.stringify(jobFileSchema())];
    const runPeer = () => run(process.execPath, peerArgs, { cwd: rootDir });
    const [node = NaN, version = NaN, one = NaN] = await timeAll(rounds, [
      own('-e', '0'),
      own(cli, '--version'),
      own(cli, 'check', '0.gen.yaml'),
    ]);
    const [many = NaN, peerMs = NaN] = await timeAll(5, [own(cli, 'check', '--quiet'), runPeer]);
    const against = `above node -e 0, ${node.toFixed(0)} ms`;
    return [
      { name: 'genwright --version', value: version - node, unit: 'ms', against, aim: '≤ 60' },
      { name: 'genwright check of one file', value: one - node, unit: 'ms', against, aim: '≤ 150' },
      {
        name: `genwright check of ${files} files`,
        value: many / peerMs,
        unit: '×',
        against: `yaml-language-server on ${peerFiles}, ${peerMs.toFixed(0)} ms`,
        aim: '≤ 1',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
