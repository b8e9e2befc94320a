import type { FileSystem } from './fileSystem.ts';

/** Makes new names in a folder durable. Where folders can not be opened (Windows) the file system sees to it. */
export async function syncFolder(folder: string, files: FileSystem): Promise<void> {
  const handle = await files.open(folder, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
