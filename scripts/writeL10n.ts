// `npm run l10n`: brings the translations up to date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions } from './options.ts';
import { bringUpToDate, readTranslations } from './translations.ts';

const usage = `npm run l10n         adds sentences that the translations lack, in English and in its order, and removes unused ones
npm run l10n -- fr   does the same for a language without a translation, and so begins it`;

const [language] = parseOptions(usage, {}).positionals;
if (language && !/^[a-z]{2,3}(?:-[a-z]+)*$/.test(language))
  throw new Error(`"${language}" is not a language, such as zh-cn`);

for (const translation of readTranslations(language)) {
  const { file, english, translated } = translation;
  const count = (some: object, others: object): number =>
    Object.keys(some).filter((key) => !Object.hasOwn(others, key)).length;
  writeFileSync(join(import.meta.dirname, '..', file), bringUpToDate(translation));
  console.log(`${file}: ${count(english, translated)} added in English, ${count(translated, english)} removed`);
}
