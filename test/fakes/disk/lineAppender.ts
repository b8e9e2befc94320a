import { createInterface } from 'node:readline/promises';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createLineFile } from '../../../src/storage/lineFile.ts';

/**
 * A process that appends lines to one file. Arguments: the path and its folder. It appends each line of its input, and
 * reports each one that is durable on its output.
 */
const [path = '', boundary = ''] = process.argv.slice(2);
const file = createLineFile({ parse: (line) => line, files: nodeFileSystem, processes: nodeProcesses });
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, length } = JSON.parse(line) as { readonly id: string; readonly length: number };
  await file.append(path, JSON.stringify({ id, padding: 'x'.repeat(length) }), boundary);
  process.stdout.write('done\n');
}
