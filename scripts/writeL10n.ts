import { writeFile } from 'node:fs/promises';
import { buildL10nBundle, l10nBundlePath } from './l10nBundle.ts';

await writeFile(l10nBundlePath, await buildL10nBundle());
