import type { SentRequest } from '../../core/task/ports.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';

const pattern = /^([^-]+)-(.+)\.\d+\.[0-9a-f]+$/;

/** Returns a name: `<mark of the process>-<task>.<time of the submit>.<random>`. */
export function createSpoolName(owner: string, request: SentRequest, files: Pick<FileSystem, 'createSuffix'>): string {
  return `${owner}-${stemOf(request)}${files.createSuffix(8)}`;
}

/** Whether the file is part of the response to exactly this request, whichever process has written it. */
export function isSpoolNameOf(name: string, request: SentRequest): boolean {
  return name.slice(name.indexOf('-') + 1).startsWith(stemOf(request));
}

/** Returns the mark of the process that wrote the file, and the task of the file. Null for other files. */
export function readSpoolName(name: string): { readonly mark: string; readonly task: string } | null {
  const [, mark, task] = pattern.exec(name) ?? [];
  return mark !== undefined && task !== undefined ? { mark, task } : null;
}

function stemOf({ id, submittedAt }: SentRequest): string {
  return `${id}.${submittedAt ?? 0}.`;
}
