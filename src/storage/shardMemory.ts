import { join } from 'node:path';
import * as z from 'zod/mini';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { ifMissing } from '../node/files/systemCode.ts';
import { readFile, writeByDraft } from '../node/files/wholeFile.ts';
import { parseStored } from '../node/parseStored.ts';

const schema = z.object({ v: z.literal(1), repositories: z.record(z.string(), z.string()) });

/**
 * What a state folder remembers of the shards of a repository (absolute paths). With other shards, a request that one
 * has sent would be sent by another.
 */
export async function openShardMemory(
  { stateDir, repository }: { readonly stateDir: string; readonly repository: string },
  files: FileSystem,
) {
  const path = join(stateDir, 'shards.json');
  const read = async () => {
    const text = await readFile(path, files).then(String, ifMissing(''));
    return parseStored(schema, text)?.repositories ?? {};
  };
  const write = (repositories: object): Promise<void> =>
    writeByDraft(path, Buffer.from(`${JSON.stringify({ v: 1, repositories })}\n`), { files });
  return {
    /** The shards that it has made one of. Empty if they were merged, null for none. */
    known: (await read())[repository] ?? null,
    remember: async (label: string) => write({ ...(await read()), [repository]: label }),
    /** Allows other shards from now on: what all of them have sent is known here. */
    async settle(): Promise<void> {
      const known = await read();
      if (known[repository] !== undefined) await write({ ...known, [repository]: '' });
    },
  };
}

export type ShardMemory = Awaited<ReturnType<typeof openShardMemory>>;
