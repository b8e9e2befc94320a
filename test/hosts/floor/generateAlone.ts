// A process that runs one job file with the built engine and prints the answer.
import { createRequire } from 'node:module';
import type * as enginePart from '../../../src/engine/index.ts';

const load = createRequire(import.meta.url);
const { runJobFile } = load('../../../dist/engine.cjs') as typeof enginePart;

console.log(JSON.stringify(await runJobFile(JSON.parse(process.argv[2] ?? '{}') as enginePart.RunJobFileOptions)));
