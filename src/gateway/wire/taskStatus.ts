import type { TaskView } from '../../core/task/gatewayPort.ts';
import { readNumber } from './readWire.ts';

type Phase = TaskView['phase'];

/** Words that gateways of this kind have been observed to use. */
const words: Readonly<Record<Phase, readonly string[]>> = {
  pending: ['submitted', 'submit', 'queued', 'queueing', 'pending', 'not_start', 'created', 'waiting', 'accepted'],
  running: ['processing', 'in_progress', 'running', 'generating', 'modal', 'active'],
  succeeded: ['succeeded', 'succeed', 'success', 'completed', 'complete', 'done', 'finished'],
  failed: ['failed', 'fail', 'failure', 'error', 'cancelled', 'canceled', 'expired', 'timeout', 'rejected'],
};

const phases: ReadonlyMap<string, Phase> = new Map(
  (Object.keys(words) as Phase[]).flatMap((phase) => words[phase].map((word) => [word, phase] as const)),
);

/** An unknown word does not end a task: only a word that is known to mean the end stops the polls. */
export function phaseOfWord(word: string): Phase {
  return (
    phases.get(
      word
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, '_'),
    ) ?? 'running'
  );
}

/**
 * Returns 0..1 from `45`, `0.45`, `"45%"` or `"45"`. Null if there is no progress in the value. 1 is one percent,
 * because progress counts from 0.
 */
export function parseProgress(value: unknown): number | null {
  const isPercent = typeof value === 'string' && value.trim().endsWith('%');
  const number = readNumber(typeof value === 'string' ? value.trim().replace(/%$/, '') : value);
  if (number === null || number < 0) return null;
  const fraction = !isPercent && number < 1 ? number : number / 100;
  return Math.min(1, fraction);
}
