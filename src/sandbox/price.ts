import { planImages } from './media/planImages.ts';
import { parseVideoWish } from './media/planVideo.ts';
import { promptOf, type TaskBody } from './media/taskBody.ts';
import type { TaskKind, TaskRecord } from './store/taskRecord.ts';

/** Prices in USD, similar to those of such models. A chat is charged by its tokens, which are known when it is written. */
const prices: Readonly<Record<TaskKind, (body: TaskBody) => number>> = {
  image: (body) =>
    planImages(body).reduce((sum, { width, height }) => sum + (width * height > 6_000_000 ? 0.05 : 0.035), 0),
  music: () => 0.08,
  speech: (body) => Math.max(0.0002, Array.from(promptOf(body)).length * 0.000_015),
  video: priceOfVideo,
  chat: () => 0,
};

export function priceOf(kind: TaskKind, body: TaskBody): number {
  return roundUsd(prices[kind](body));
}

/** USD for the tokens of a chat. */
export function priceOfTokens({ input, output }: { readonly input: number; readonly output: number }): number {
  return roundUsd(Math.max(0.000_01, (input * 0.5 + output * 2) / 1_000_000));
}

/** The price of the requested video, although the sandbox makes a shorter and smaller one. */
function priceOfVideo(body: TaskBody): number {
  const { seconds, lines } = parseVideoWish(body);
  const perSecond = lines >= 1080 ? 0.08 : lines >= 720 ? 0.05 : 0.03;
  return seconds * perSecond;
}

const startUsd = 25;
const unitsPerUsd = 500_000;

/**
 * Builds the `user_balance` object of the interface specification, with play money. A task is charged when it has
 * succeeded. When all money is spent, it is filled up again, so that the sandbox stays usable.
 */
export function buildBalance(tasks: readonly TaskRecord[], nowMs: number) {
  const charged = tasks.filter(({ failure, endsAtMs }) => failure === null && endsAtMs <= nowMs);
  const spentUsd = charged.reduce((sum, { amountUsd }) => sum + amountUsd, 0);
  const leftUsd = startUsd - (spentUsd % startUsd);
  return {
    object: 'user_balance',
    user_id: 1,
    username: 'sandbox',
    quota: Math.round(leftUsd * unitsPerUsd),
    used_quota: Math.round(spentUsd * unitsPerUsd),
    balance_usd: roundUsd(leftUsd),
    used_amount_usd: roundUsd(spentUsd),
    quota_per_unit: unitsPerUsd,
    currency: 'USD',
  };
}

/** Amounts are sums of decimal fractions. Digits beyond a millionth of a dollar are only rounding noise. */
function roundUsd(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
