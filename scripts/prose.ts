// Prints advice about the English and the Chinese of the project.
import { parseOptions } from './options.ts';
import { findChinese } from './proseChinese.ts';
import { listProse } from './proseTexts.ts';
import { createWordFinder, readWords } from './proseWords.ts';
import { findGaps, readTranslations } from './translations.ts';

const usage = `npm run prose [-- PATH ...]

Prints advice about English and Chinese: the place, the words, and what to use instead. It looks at comments, documents,
messages, settings, samples, titles of tests, and names of files and exports, for the words of scripts/prose.yaml, and at
the translations for missing sentences and for style. With paths, it prints only what is in files that start with them.

Nothing depends on it, and it exits with 0 whatever it finds. Only a release needs complete translations.
docs/writing.md and docs/translations.md have more.`;

const { positionals: paths } = parseOptions(usage, {});
const findWords = createWordFinder(readWords());
const translations = readTranslations();
const findings = [
  ...listProse().flatMap(findWords),
  ...translations.flatMap(findGaps),
  ...translations.filter(({ language }) => language === 'zh-cn').flatMap(findChinese),
].filter(({ file }) => paths.length === 0 || paths.some((path) => file.startsWith(path)));
for (const { file, line, found, advice } of findings)
  console.log(`${line === null ? file : `${file}:${line}`}: ${found} → ${advice}`);
console.log(`${findings.length} findings. They are advice: nothing fails.`);
