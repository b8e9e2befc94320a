import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParserThread } from '../../../../src/engine/parser.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { hostileFiles } from '../../../fakes/media/hostileMedia.ts';
import { createJobLimitClock } from '../../../fakes/clocks/jobLimitClock.ts';
import { parseHere } from '../../../fakes/media/parseHere.ts';

for (const { name, bytes } of hostileFiles) {
  test(`a result that cannot be measured is saved without its size: ${name}`, async (context) => {
    const lines: string[] = [];
    // The limit ends as soon as nothing else happens.
    const thread = createParserThread({
      clock: createJobLimitClock(),
      log: { warn: (line) => void lines.push(line) },
    });
    context.after(() => thread.dispose());
    const bench = await createEngineBench(context, {
      parse: (job) => (job.kind === 'measure' ? thread.run(job) : parseHere(job)),
    });
    bench.gateway.script('GET /files/a.png', { body: bytes });

    const { state, artifacts } = await bench.run();

    const sizes = artifacts.map(({ width, height, seconds }) => [width, height, seconds]);
    assert.deepEqual(
      [state, sizes, lines],
      ['saved', [[null, null, null]], ['Parsing (measure) was stopped: it took longer than 10000 ms']],
    );
  });
}
