import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsFileOf } from '../../src/core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../src/core/artifact/runsRecord.ts';
import { parseSearch } from '../../src/core/artifact/search/parseSearch.ts';
import { nodeFileSystem } from '../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../src/node/processes/nodeProcesses.ts';
import { createRunsFile } from '../../src/storage/runsFile.ts';
import { searchRuns } from '../../src/storage/searchRuns.ts';
import { timeAll, type Figure } from './figure.ts';

const fileCount = 100;
const lineCount = 1_000;
const rounds = 9;
/** One line in a hundred has the word. */
const word = 'lighthouse';
/** Finds as many. */
const filter = 'cost:>=1';
const otherWords = ['storm', 'quiet', 'mist', 'copper', 'steam', 'evening', 'amber', 'river', 'pine', 'owl', 'rain'];

/**
 * Compares Search Results over 100,000 lines with `grep` over the same files, in turn: for a word in a window that has
 * not searched yet and in one that has, and for a filter, which has to compare every record.
 */
export async function measureSearch(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  try {
    const jobFiles = await writeRunsFiles(folder);
    const runsFiles = jobFiles.map(runsFileOf);
    const open = () => createRunsFile({ files: nodeFileSystem, processes: nodeProcesses });
    const used = open();
    grepAll(runsFiles);
    const grepAndSearch = (text: string) =>
      timeAll(rounds, [
        () => grepAll(runsFiles),
        // Starting a process makes what the next call touches of the memory slow, whatever it does.
        () => search(text, jobFiles, used),
        () => search(text, jobFiles, open()),
        () => search(text, jobFiles, used),
      ]);
    const [grep = NaN, , first = NaN, next = NaN] = await grepAndSearch(word);
    // What these leave to the garbage collector would count for the others.
    const [grepAgain = NaN, , firstFilter = NaN, nextFilter = NaN] = await grepAndSearch(filter);
    const against = `grep, ${fileCount} files of ${lineCount} lines`;
    return [
      { name: 'search: first answer', value: first / grep, unit: '×', against, aim: '≤ 3' },
      { name: 'search: next answer', value: next / grep, unit: '×', against, aim: '≤ 3' },
      { name: 'search by a filter: first answer', value: firstFilter / grepAgain, unit: '×', against, aim: 'reported' },
      { name: 'search by a filter: next answer', value: nextFilter / grepAgain, unit: '×', against, aim: '≤ 3' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function search(
  text: string,
  jobFiles: readonly string[],
  runsFile: ReturnType<typeof createRunsFile>,
): Promise<void> {
  const order = { jobFiles, terms: parseSearch(text).terms, limit: 100 };
  const readMarks = () => Promise.resolve(new Map());
  check((await searchRuns(order, { ...runsFile, readMarks }, new AbortController().signal)).total);
}

function grepAll(runsFiles: readonly string[]): void {
  const counts = execFileSync('grep', ['-h', '-c', word, ...runsFiles], { encoding: 'utf8' });
  check(counts.split('\n').reduce((sum, count) => sum + Number(count), 0));
}

function check(total: number): void {
  if (total !== (fileCount * lineCount) / 100) throw new Error(`${total} lines were found`);
}

async function writeRunsFiles(folder: string): Promise<readonly string[]> {
  const jobFiles = Array.from({ length: fileCount }, (_, file) => join(folder, `job-${file}.gen.yaml`));
  for (const [file, jobFile] of jobFiles.entries()) {
    const lines = Array.from({ length: lineCount }, (_, line) => JSON.stringify(buildRecord(file * lineCount + line)));
    await writeFile(runsFileOf(jobFile), `${lines.join('\n')}\n`);
  }
  return jobFiles;
}

function buildRecord(number: number): RunsRecord {
  const hash = createHash('sha256').update(String(number)).digest('hex');
  // The digits of the hash select the words.
  const words = Array.from(hash.slice(0, 10), (digit) => otherWords[Number.parseInt(digit, 16) % otherWords.length]);
  const prompt = `A ${number % 100 === 0 ? word : 'house'} in ${words.join(', ')}, take ${number}`;
  return {
    v: 1,
    at: new Date(Date.UTC(2025, 0, 1) + number * 60_000).toISOString(),
    run: randomUUID(),
    job: number % 3 === 0 ? null : `door-${number % 50}`,
    index: (number % 60) + 1,
    axes: { time: words[0] ?? '', size: '2K' },
    fingerprint: hash,
    profile: 'sandbox',
    model: number % 2 === 0 ? 'seedream-5-0-260128' : 'gpt-image-2',
    endpoint: '/v1/images/generations',
    task_id: `task-${hash.slice(0, 24)}`,
    status: number % 20 === 0 ? 'failed' : 'saved',
    amount_usd: number % 100 === 0 ? 1 : (number % 10) / 100,
    request: { model: 'seedream-5-0-260128', prompt, size: '2K', seed: number, output_format: 'png' },
    inputs: [],
    artifacts: [
      {
        path: `out/door-${number}.png`,
        sha256: hash,
        bytes: 1_234_567,
        media_type: 'image/png',
        width: 2048,
        height: 2048,
        seconds: null,
      },
    ],
    title: null,
    lyrics: null,
    text: null,
    error: null,
  };
}
