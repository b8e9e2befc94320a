const startUsd = 25;
const unitsPerUsd = 500_000;

/**
 * Builds the `user_balance` object of the interface specification, with play money. When all of it is spent, it is
 * filled up again, so that the sandbox stays usable.
 */
export function buildBalance(spentUsd: number) {
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
export function roundUsd(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
