// Brings the translations up to date: it removes sentences that the extension no longer has, and adds the missing ones in
// English, in its order. A language as an argument begins its translation.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringUpToDate, readTranslations } from './translations.ts';

const [, , language] = process.argv;
if (language && !/^[a-z]{2,3}(?:-[a-z]+)*$/.test(language))
  throw new Error(`"${language}" is not a language, such as zh-cn`);

for (const translation of readTranslations(language)) {
  const { file, english, translated } = translation;
  const count = (some: object, others: object): number =>
    Object.keys(some).filter((key) => !Object.hasOwn(others, key)).length;
  writeFileSync(join(import.meta.dirname, '..', file), bringUpToDate(translation));
  console.log(`${file}: ${count(english, translated)} added in English, ${count(translated, english)} removed`);
}
