// A reporter of node:test that ends the run with the first test that fails. It prints that test as a line of JSON, and
// an empty line for each test that has passed, so that the reader sees that the run continues.
import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { rootDir } from '../hosts/paths.ts';

/** A test that noticed a breakage. */
export interface FailedTest {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly title: string;
}

async function* reportFirstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:fail') {
      const file = relative(rootDir, data.file ?? '').replaceAll('\\', '/');
      const failed: FailedTest = { file, title: data.name };
      writeSync(process.stdout.fd, `${JSON.stringify(failed)}\n`);
      process.exit(1);
    }
    if (type === 'test:pass') yield '\n';
  }
}

// oxlint-disable-next-line import/no-default-export -- node:test looks for it
export { reportFirstFailure as default };
