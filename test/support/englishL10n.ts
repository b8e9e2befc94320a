import { fillTemplate } from '../../src/core/support/text/fillTemplate.ts';
import type { L10n } from '../../src/host/ui/l10n.ts';

/** The texts of the sources, as VS Code shows them without a translation. */
export const englishL10n: L10n = {
  t: (template, args = {}) => fillTemplate(template, args),
};
