import type { l10n } from 'vscode';

/**
 * How a file that can be tested without VS Code gets its words: as a parameter named `l10n`, so that the string
 * collector finds its `l10n.t(…)` calls.
 */
export type L10n = Pick<typeof l10n, 't'>;
