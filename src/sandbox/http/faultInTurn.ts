import type { SandboxFault } from './fault.ts';

/** What goes wrong with real gateways, the most frequent first. */
const faults: readonly SandboxFault[] = [
  { kind: 'answer', status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Service Unavailable</h1>' },
  { kind: 'answer', status: 429, headers: { 'retry-after': '2' }, body: '{"error":{"message":"Too many requests"}}' },
  { kind: 'drop-inside-body' },
  { kind: 'answer', status: 500, body: '{"error":{"message":"Internal error"}}' },
  { kind: 'drop-before-answer' },
  { kind: 'wrong-length' },
];

/** Returns a function that is called before each response, and returns a fault for every `every`th one, in turn. */
export function createFaultInTurn(every: number): () => SandboxFault | undefined {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % every === 0 ? faults[(calls / every - 1) % faults.length] : undefined;
  };
}
