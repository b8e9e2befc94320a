import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunsRecord } from '../../src/core/artifact/runsRecord.ts';
import { parseSearch } from '../../src/core/artifact/search/parseSearch.ts';
import { nodeFileSystem } from '../../src/node/files/fileSystem.ts';
import { systemClock } from '../../src/node/systemClock.ts';
import { createRunsIndex, type RunsIndex } from '../../src/storage/search/runsIndex.ts';
import { median, time, type Figure } from './figure.ts';

const fileCount = 100;
const lineCount = 10_000;
const rounds = 5;
/** One line in a hundred has the word. */
const word = 'lighthouse';
const otherWords = ['storm', 'quiet', 'mist', 'copper', 'steam', 'evening', 'amber', 'river', 'pine', 'owl', 'rain'];

/** Compares Search Results over a million lines with `grep` over the same files, in turn. */
export async function measureSearch(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  try {
    const runsFiles = await writeRunsFiles(folder);
    const [first, next, grep]: [number[], number[], number[]] = [[], [], []];
    grepAll(runsFiles);
    for (let round = 0; round < rounds; round += 1) {
      grep.push(await time(() => grepAll(runsFiles)));
      const index = openIndex();
      first.push(await time(() => search(index, runsFiles)));
      // Only the next search needs the index.
      if (round === 0) {
        await index.settled();
        for (let again = 0; again < rounds; again += 1) next.push(await time(() => search(index, runsFiles)));
      }
      index.dispose();
    }
    const peer = `grep, ${fileCount} files of ${lineCount} lines`;
    const [firstMs, nextMs, grepMs] = [median(first), median(next), median(grep)];
    return [
      { name: 'search: first answer', value: firstMs / grepMs, unit: '×', against: peer, aim: '≤ 3' },
      { name: 'search: next answer, indexed', value: nextMs / grepMs, unit: '×', against: peer, aim: '≤ 0.1' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openIndex(): RunsIndex {
  return createRunsIndex({
    files: nodeFileSystem,
    clock: systemClock,
    log: { warn: (message) => console.error(message) },
    readMarks: () => Promise.resolve(new Map()),
  });
}

async function search(index: RunsIndex, runsFiles: readonly string[]): Promise<void> {
  const { terms } = parseSearch(word);
  const { total } = await index.search({ runsFiles, terms, limit: 100 }, new AbortController().signal);
  check(total);
}

function grepAll(runsFiles: readonly string[]): void {
  const counts = execFileSync('grep', ['-h', '-c', word, ...runsFiles], { encoding: 'utf8' });
  check(counts.split('\n').reduce((sum, count) => sum + Number(count), 0));
}

function check(total: number): void {
  if (total !== (fileCount * lineCount) / 100) throw new Error(`${total} lines were found`);
}

async function writeRunsFiles(folder: string): Promise<readonly string[]> {
  const paths = Array.from({ length: fileCount }, (_, file) => join(folder, `job-${file}.gen.runs.jsonl`));
  for (const [file, path] of paths.entries()) {
    const lines = Array.from({ length: lineCount }, (_, line) => JSON.stringify(buildRecord(file * lineCount + line)));
    await writeFile(path, `${lines.join('\n')}\n`);
  }
  return paths;
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
    amount_usd: (number % 10) / 100,
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
