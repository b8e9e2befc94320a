import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanUp } from '../hosts/cleanUp.ts';
import { rootDir } from '../hosts/paths.ts';
import { startProcess } from '../hosts/startedProcess.ts';
import { type Breakage, breakText } from './breakages.ts';
import type { FailedTest } from './firstFailure.ts';
import type { Check } from './suites.ts';

/** A breakage can make a loop endless, and let it fill the memory. */
const memoryLimit = '--max-old-space-size=2048';

/** A copy of the project that may be broken. */
export interface Project {
  /** Runs a function while a breakage is in the sources. */
  withBreakage<Result>(breakage: Breakage, run: () => Promise<Result>): Promise<Result>;
  /** Says which test fails, or how the run ended otherwise. Null: all tests pass. */
  findFailure(check: Check): Promise<FailedTest | string | null>;
}

/** Copies what the tests read. */
export async function copyProject(cleanUp: CleanUp, seed: number): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-'));
  cleanUp.add(() => rm(folder, { recursive: true, maxRetries: 3 }));
  const copy = join(folder, 'project');
  const left = new Set(['node_modules', '.vscode-test', '.git', 'out', 'dist'].map((name) => join(rootDir, name)));
  await cp(rootDir, copy, { recursive: true, filter: (path) => !left.has(path) });
  await symlink(join(rootDir, 'node_modules'), join(copy, 'node_modules'));
  // What a test leaves behind when it is ended is removed with the copy.
  const TMPDIR = join(folder, 'tmp');
  await mkdir(TMPDIR);
  const env = { ...process.env, TMPDIR, GENWRIGHT_SEED: String(seed), NODE_COMPILE_CACHE: join(folder, 'compiled') };

  /** Ends the process, with all that it has started, when it has been silent for too long. */
  async function run(args: readonly string[], patienceMs: number) {
    const lines: string[] = [];
    let isSilent = false;
    const started = startProcess(process.execPath, args, {
      cwd: copy,
      env,
      logFile: join(folder, 'log.txt'),
      onLine: (line) => {
        lines.push(line);
        timer.refresh();
      },
    });
    cleanUp.add(() => started.stop());
    const timer = setTimeout(() => {
      isSilent = true;
      void started.stop();
    }, patienceMs);
    const code = await started.ended;
    clearTimeout(timer);
    await started.stop();
    return { code, lines, isSilent };
  }

  return {
    async withBreakage(breakage, run) {
      const path = join(copy, breakage.file);
      const text = await readFile(path, 'utf8');
      try {
        await writeFile(path, breakText(text, breakage));
        return await run();
      } finally {
        await writeFile(path, text);
      }
    },
    async findFailure({ files, patienceMs, isOfBuild }) {
      if (isOfBuild) {
        const { code } = await run(['esbuild.mjs'], patienceMs);
        if (code !== 0) return 'the build fails';
      }
      const reporter = './test/mutation/firstFailure.ts';
      const options = [
        memoryLimit,
        '--test',
        `--test-reporter=${reporter}`,
        `--test-timeout=${patienceMs}`,
        '--test-isolation=none',
      ];
      const { code, lines, isSilent } = await run([...options, ...files], 2 * patienceMs);
      if (code === 0) return null;
      const failed = lines.find((line) => line.startsWith('{"file":'));
      if (failed !== undefined) return JSON.parse(failed) as FailedTest;
      return `${files[0]} and others ${isSilent ? 'do not end' : `end with code ${String(code)}`}`;
    },
  };
}
