import { assertNever } from '../core/support/assertNever.ts';
import { roundUsd } from './balance.ts';
import { planImage, promptOf, type TaskBody } from './media/planMedia.ts';
import { between, createRandom } from './media/random.ts';
import { createTaskId, type TaskKind, type TaskRecord } from './store/taskRecord.ts';

/** How long a task takes at speed 1, before it varies by a sixth either way. */
const durationsMs: Readonly<Record<TaskKind, number>> = { image: 3500, music: 5000, speech: 2500 };

/** Part of the duration that passes before the work begins. */
const waitingShare = 0.15;

const failure = 'The prompt starts with [fail], so the sandbox let this task fail. Nothing was charged.';

/** What a caller asked for, after all checks. */
export interface TaskOrder {
  readonly kind: TaskKind;
  readonly body: TaskBody;
  /** Unix time. */
  readonly createdAtMs: number;
  /** Divides the duration. */
  readonly speed: number;
  /** Used where the body names none, so that asking again brings something new. */
  readonly seed: number;
}

/** Decides everything that will become of a task. A prompt that starts with `[fail]` makes it fail, free of charge. */
export function planTask({ kind, body, createdAtMs, speed, seed: drawn }: TaskOrder): TaskRecord {
  const seed = Number.isInteger(body['seed']) ? Number(body['seed']) : drawn;
  const random = createRandom(`duration ${seed}`);
  const durationMs = (durationsMs[kind] * between(random, 5 / 6, 7 / 6)) / speed;
  const isFailing = promptOf(body).startsWith('[fail]');
  return {
    id: createTaskId(),
    kind,
    model: String(body['model']),
    body: { ...body, seed },
    createdAtMs,
    startsAtMs: createdAtMs + durationMs * waitingShare,
    endsAtMs: createdAtMs + durationMs,
    amountUsd: isFailing ? 0 : priceOf(kind, body),
    failure: isFailing ? failure : null,
  };
}

/** USD, of the order of what such models cost. */
function priceOf(kind: TaskKind, body: TaskBody): number {
  switch (kind) {
    case 'image': {
      const { width, height } = planImage(body);
      return width * height > 6_000_000 ? 0.05 : 0.035;
    }
    case 'music':
      return 0.08;
    case 'speech':
      return roundUsd(Math.max(0.0002, Array.from(promptOf(body)).length * 0.000_015));
    default:
      return assertNever(kind);
  }
}
