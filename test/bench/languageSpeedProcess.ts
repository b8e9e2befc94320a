// Started by languageSpeed.ts: prints its figures as JSON.
import { measureFeatures } from './languageSpeed.ts';

process.stdout.write(JSON.stringify(await measureFeatures()));
