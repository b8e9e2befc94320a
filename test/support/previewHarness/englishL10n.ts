import type { L10n } from '../../../src/host/l10n.ts';

/** The words as they stand in the sources, with `{name}` and `{0}` filled. */
export const englishL10n: L10n = {
  t(message: unknown, ...args: readonly unknown[]): string {
    const values = typeof args[0] === 'object' && args[0] !== null ? args[0] : args;
    return String(message).replace(/\{(\w+)\}/g, (whole, name: string) => String(Reflect.get(values, name) ?? whole));
  },
};
