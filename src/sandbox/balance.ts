const startUsd = 25;
const unitsPerUsd = 500_000;

/**
 * The `user_balance` object of the interface specification, in play money. When all is spent it is filled up again, so
 * that nobody is ever locked out of the sandbox.
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

/** Amounts are sums of decimal fractions; beyond a millionth of a dollar there is only rounding noise. */
export function roundUsd(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
