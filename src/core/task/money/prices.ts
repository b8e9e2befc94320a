import type { Estimate } from '../../jobFile/request.ts';

/** What the user says requests cost: USD per request by model, or by the start of a model's name with `*` at its end. */
export type Prices = Readonly<Record<string, number>>;

/** A request that costs more is not believed, whoever says so. In USD. */
export const maxPriceUsd = 1_000;
const maxCount = 1_000;

/** Whether a value can be a budget or a price: a finite number of USD, not negative. */
export function isUsd(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

export function isPrices(value: unknown): value is Prices {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prices: readonly unknown[] = Object.values(value);
  return prices.length <= maxCount && prices.every((price) => isUsd(price) && price <= maxPriceUsd);
}

/**
 * Returns the price for a model, or for an endpoint that accepts none. The whole name comes before its start, and a
 * longer start before a shorter one. Null if no price is stated.
 */
export function findPrice(prices: Prices, name: string): Estimate | null {
  const keys = Object.keys(prices).filter(
    (key) => key === name || (key.endsWith('*') && name.startsWith(key.slice(0, -1))),
  );
  const [longest] = keys.toSorted((one, other) => other.length - one.length);
  const amountUsd = prices[keys.includes(name) ? name : (longest ?? '')];
  return keys.length === 0 || amountUsd === undefined ? null : { amountUsd, samples: 0 };
}
