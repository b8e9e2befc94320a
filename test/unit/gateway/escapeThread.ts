import { parentPort } from 'node:worker_threads';
import { countSteps } from '../../support/countSteps.ts';

// Looks for secrets in responses with escapes, and reports the functions that take more steps if there are more of them.

const { hideSecrets } = await import('../../../src/gateway/hideSecrets.ts');

const secrets = ['sk-test/0123456789', 'other-secret'];

function receive(escape: string, count: number) {
  const body = Buffer.from(`{"data":[{"b64_json":"${escape.repeat(count)}"}]}`);
  return countSteps(() => void hideSecrets({ status: 200, body }, secrets));
}

const findings = [String.raw`\/`, String.raw`\\`, String.raw`\n`, String.raw`\\\/`, String.raw`\u002f`].flatMap(
  (escape) => {
    // The first use of each function takes steps of its own.
    const [, few, more, most] = [1, 1, 2, 4].map((times) => receive(escape, times * 600_000));
    const functions = [...(most ?? [])].filter(([name]) => name.includes('file:'));
    const grown = functions.filter(([name, steps]) => steps > (few?.get(name) ?? 0) || steps > (more?.get(name) ?? 0));
    return grown.map(([name, steps]) => `${escape} in ${name}: ${steps}`);
  },
);
parentPort?.postMessage(findings, []);
