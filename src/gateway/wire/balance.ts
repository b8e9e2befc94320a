import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';

/** Amounts in USD, as in the interface specification 2.5. */
export interface Balance {
  /** USD that can still be spent. */
  readonly balanceUsd: number;
  readonly usedUsd: number | null;
  readonly username: string | null;
}

const numeric = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]),
  z.transform((value) => Number(value)),
);
const balanceSchema = z.object({
  success: z.optional(z.literal(true)),
  data: z.object({
    balance_usd: numeric,
    used_amount_usd: withFallback(z.nullable(numeric), null),
    username: withFallback(z.nullable(z.string()), null),
  }),
});

/** Returns null if the body is not a balance. */
export function parseBalance(body: unknown): Balance | null {
  const parsed = z.safeParse(balanceSchema, body);
  if (!parsed.success) return null;
  const { balance_usd, used_amount_usd, username } = parsed.data.data;
  return { balanceUsd: balance_usd, usedUsd: used_amount_usd, username };
}
