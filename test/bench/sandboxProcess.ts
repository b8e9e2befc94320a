// The sandbox in a separate process, quicker than real services. Argument: its data folder. Prints URL and key; ends
// with its parent.
import { startSandbox } from '../../src/sandbox/index.ts';

const { url, key } = await startSandbox({ dataDir: process.argv[2] ?? '', speed: 4 });
process.stdout.write(`${JSON.stringify({ url, key })}\n`);
process.stdin.resume().on('end', () => process.exit());
