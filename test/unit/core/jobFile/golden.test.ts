import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../src/core/jobFile/requests/planText.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import { describeProblem } from '../../../../src/core/language/problems/describeProblem.ts';
import { type JsonObject, type JsonValue, stringifyJson } from '../../../../src/core/support/json/json.ts';
import { fillTemplate } from '../../../../src/core/support/text/fillTemplate.ts';
import { compareWithFile } from '../../../support/goldenFile.ts';
import { fixtureLookups } from './fixtureLookups.ts';

/**
 * Contains each `<name>.gen.yaml` and its `<name>.expected.json`. `UPDATE=1 npm test -- test/unit/core/jobFile/golden.test.ts` writes the present
 * outcome: read the difference before it is committed.
 */
const folder = join(import.meta.dirname, '../../../fixtures/jobFiles');
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.gen.yaml') ? [file.replace('.gen.yaml', '')] : [],
);

function planFixture(text: string): JsonObject {
  const { problems, requests } = planText(text, {
    catalog: bundledCatalog,
    fileName: 'hero.gen.yaml',
    fileDir: 'art',
    isStrict: false,
    lookups: fixtureLookups,
  });
  return {
    problems: problems.map((problem) => {
      const { code, severity, start, end } = problem;
      const message = describeProblem(problem, fillTemplate);
      return `${severity} ${code} «${text.slice(start, end)}» ${message}`;
    }),
    requests: requests.map(project),
  };
}

/** Returns the request without what is the same for all requests of a model. */
function project({
  job,
  index,
  axes,
  body,
  placeholders,
  needs,
  recordBody,
  inputs,
  output,
}: PlannedRequest): JsonObject {
  const { dir, name, templates } = output;
  const whole = {
    job,
    index,
    axes,
    body,
    slots: placeholders,
    needs,
    recordBody: stringifyJson(recordBody) === stringifyJson(body) ? null : recordBody,
    inputs,
    output: templates ? { dir, name, templates } : `${dir}/${name}`,
  };
  const kept = Object.entries(whole).filter(
    ([, value]) => value !== null && stringifyJson(value as JsonValue).length > 2,
  );
  return Object.fromEntries(kept) as JsonObject;
}

for (const name of names) {
  test(`${name}.gen.yaml has the requests and problems that are expected of it`, async () => {
    const text = await readFile(join(folder, `${name}.gen.yaml`), 'utf8');
    compareWithFile(planFixture(text), join(folder, `${name}.expected.json`));
  });
}

test('there are fixtures', () => assert.ok(names.length > 20));
