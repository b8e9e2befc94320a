import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../src/core/jobFile/requests/planText.ts';
import type { JsonObject } from '../../../../src/core/support/json/json.ts';
import { createLineFinder } from '../../../../src/core/support/text/lineFinder.ts';
import { decodeText } from '../../../../src/node/files/decodeText.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createInputFacts, createPlanFiles } from '../../../../src/planning/planFiles.ts';
import { mediaHere } from '../../../fakes/media/parseHere.ts';
import { compareWithFile } from '../../../support/goldenFile.ts';

/**
 * Job files as prompt authors and their tools write them: each `<area>/<name>.gen.yaml` beside its
 * `<name>.expected.json`, which has the problems (code and line) and the requests (path and body, with the hash of a
 * local file in its place). `UPDATE=1` writes the present outcome: read the difference before it is committed.
 */
const boundary = join(import.meta.dirname, '../../../fixtures/world/jobFiles');

const ending = '.gen.yaml';
const names = readdirSync(boundary, { recursive: true, encoding: 'utf8' })
  .flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length).replaceAll('\\', '/')] : []))
  .sort();

const inputs = createInputFacts({ media: mediaHere, files: nodeFileSystem });

function planFile(name: string): JsonObject {
  const jobFile = join(boundary, `${name}${ending}`);
  const text = decodeText(readFileSync(jobFile));
  const lineOf = createLineFinder(text);
  const { problems, requests } = planText(text, {
    catalog: bundledCatalog,
    fileName: basename(jobFile),
    isStrict: false,
    lookups: {
      files: createPlanFiles({ jobFile, boundary, inputs, knowsUrl: () => false }),
      env: () => ({ state: 'blocked' }),
      now: Date.UTC(2026, 10, 21, 12, 30, 5),
      utcOffsetMinutes: 60,
      run: { id: 'r1', n: 3 },
    },
  });
  return {
    problems: problems.map(({ code, start }) => `${code}:${lineOf(start) + 1}`),
    requests: requests.map(({ endpoint, recordBody }) => [endpoint, recordBody]),
  };
}

describe('a job file from the world has the requests and problems that its author expects', () => {
  before(() =>
    inputs.learn(
      ['beach.png', 'beach.gif', 'animated.png', 'pointer.png', 'notes.png'].map((name) =>
        join(boundary, 'files', name),
      ),
    ),
  );

  for (const name of names) {
    test(name, () => compareWithFile(planFile(name), join(boundary, `${name}.expected.json`)));
  }
});

test('there are many', () => assert.ok(names.length >= 150, String(names.length)));
