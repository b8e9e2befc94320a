import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import {
  findShard,
  groupRequests,
  nameOf,
  type PlacedRequest,
} from '../../../../../src/core/task/shards/groupRequests.ts';
import { planShards } from '../../../../../src/core/task/shards/planShards.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { buildRequest } from '../../../host/fakes/builders.ts';

interface MadeUpJob {
  readonly values: number;
  readonly repeat: number;
  /** Numbers of earlier jobs of the file. */
  readonly needs: readonly number[];
  /** Jobs of a file with the same content make equal requests. */
  readonly content: number;
  readonly exists: boolean;
  readonly estimateUsd: number | null;
}

const jobs = fc.array(
  fc.record({
    values: fc.integer({ min: 1, max: 4 }),
    repeat: fc.integer({ min: 1, max: 2 }),
    needs: fc.array(fc.nat(5), { maxLength: 2 }),
    content: fc.nat(20),
    exists: fc.boolean(),
    estimateUsd: fc.option(fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100)),
  }),
  { minLength: 1, maxLength: 6 },
);
const files = fc.array(jobs, { minLength: 1, maxLength: 4 });
const counts = fc.integer({ min: 1, max: 7 });

/** Lists the requests of made-up job files. A request that waits for others has no fingerprint yet. */
function listRequests(all: readonly (readonly MadeUpJob[])[]) {
  return all.flatMap((own, at) =>
    own.flatMap(({ values, repeat, needs, content, exists, estimateUsd }, number) => {
      const ids = [...new Set(needs.filter((need) => need < number))].map((need) => `job${need}`);
      const isWaiting = needs.some((need) => need < number && own[need]?.exists === false);
      return Array.from({ length: values }, (_, value) => {
        const axes = { size: value };
        return Array.from({ length: repeat }, (__, time) => ({
          file: `folder/${at}.gen.yaml`,
          request: buildRequest({
            job: `job${number}`,
            index: value * repeat + time + 1,
            axes,
            needs: ids,
            recordBody: { prompt: `${content} ${value}` },
            fingerprint: isWaiting ? '' : `${content} ${value}`,
          }),
          exists: exists && !isWaiting,
          estimateUsd,
        }));
      }).flat();
    }),
  );
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const nameRequest = ({ file, request }: PlacedRequest): string => nameOf(file, request);

function cut(placed: readonly PlacedRequest[], count: number): ReadonlyMap<string, number> {
  const keys = groupRequests(placed);
  return new Map(placed.map((each) => [nameRequest(each), findShard(hash(keys.get(each.request) ?? ''), count)]));
}

describe('shards by hash', () => {
  test('have each request once, and each checkout finds the same ones', () => {
    fc.assert(
      fc.property(files, counts, (all, count) => {
        const placed = listRequests(all);
        const shards = cut(placed, count);
        assert.equal(shards.size, placed.length);
        for (const shard of shards.values()) assert.ok(shard >= 1 && shard <= count);
        assert.deepEqual(new Map([...cut(placed.toReversed(), count)].toReversed()), shards);
      }),
    );
  });

  test('have the same requests when jobs and files are added', () => {
    fc.assert(
      fc.property(files, jobs, counts, (all, added, count) => {
        const apart = all.map((own) => own.map((job, at) => ({ ...job, content: at })));
        const more = added.map((job, at) => ({ ...job, needs: [], content: 100 + at }));
        const before = cut(listRequests(apart), count);
        const after = cut(listRequests([...apart.map((own) => [...own, ...more]), added]), count);
        for (const [name, shard] of before) assert.equal(after.get(name), shard);
      }),
    );
  });

  test('do not cut jobs that need each other, repetitions and equal requests, whatever exists', () => {
    fc.assert(
      fc.property(files, counts, (all, count) => {
        const placed = listRequests(all);
        const shards = cut(placed, count);
        const shardOf = (each: PlacedRequest | undefined) => each && shards.get(nameRequest(each));
        for (const each of placed) {
          const { file, request } = each;
          const isSame = (other: PlannedRequest): boolean =>
            request.needs.includes(other.job ?? '') ||
            (other.job === request.job && other.axes === request.axes) ||
            (request.fingerprint !== '' && other.fingerprint === request.fingerprint);
          for (const other of placed)
            if (other.file === file && isSame(other.request)) assert.equal(shardOf(other), shardOf(each));
        }
        // What a shard has made does not move what is left of it.
        const made = all.map((own) => own.map((job, at) => ({ ...job, content: at, exists: true })));
        const unmade = all.map((own) => own.map((job, at) => ({ ...job, content: at, exists: false })));
        assert.deepEqual(cut(listRequests(made), count), cut(listRequests(unmade), count));
      }),
    );
  });
});

describe('planned shards', () => {
  const budgets = fc.option(fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100));

  test('have each request once, and no more budget than there is', () => {
    fc.assert(
      fc.property(files, counts, budgets, (all, count, budgetUsd) => {
        const placed = listRequests(all);
        const shards = planShards(placed, { count, budgetUsd });
        const names = shards.flatMap(({ requests }) => requests.map(nameRequest));
        assert.deepEqual(names.toSorted(), placed.map(nameRequest).toSorted());
        const spent = shards.map((shard) => Math.round((shard.budgetUsd ?? 0) * 1e6));
        assert.ok(spent.reduce((sum, usd) => sum + usd, 0) <= Math.round((budgetUsd ?? 0) * 1e6));
        for (const stage of [1, 2]) assert.ok(shards.filter((shard) => shard.stage === stage).length <= count);
      }),
    );
  });

  test('make what others need and what does not exist before the others', () => {
    fc.assert(
      fc.property(files, counts, (all, count) => {
        const placed = listRequests(all);
        const shards = planShards(placed, { count, budgetUsd: null });
        const shardOf = new Map(shards.flatMap((shard) => shard.requests.map(({ request }) => [request, shard])));
        for (const { file, request } of placed) {
          for (const other of placed) {
            if (other.exists || other.file !== file || !request.needs.includes(other.request.job ?? '')) continue;
            const [own, needed] = [shardOf.get(request), shardOf.get(other.request)];
            assert.ok(needed?.stage === 1 && (own === needed || own?.stage === 2));
          }
        }
      }),
    );
  });

  test('do not cut equal requests', () => {
    fc.assert(
      fc.property(files, counts, (all, count) => {
        const placed = listRequests(all);
        const shards = planShards(placed, { count, budgetUsd: null });
        for (const { file, request } of placed.filter((each) => each.request.fingerprint !== '')) {
          const found = shards.filter(({ requests }) =>
            requests.some((each) => each.file === file && each.request.fingerprint === request.fingerprint),
          );
          assert.equal(found.length, 1);
        }
      }),
    );
  });
});
