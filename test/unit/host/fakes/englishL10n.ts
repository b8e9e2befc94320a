import type { L10n } from '../../../../src/host/l10n.ts';

/** Fills the placeholders of English templates, as VS Code does without a translation. */
export const englishL10n: L10n = {
  t(template: unknown, ...args: readonly unknown[]): string {
    const named = typeof args[0] === 'object' && args[0] !== null ? (args[0] as Record<string, unknown>) : args;
    return String(template).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = (named as Record<string, unknown>)[name];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
    });
  },
};
