import { randomBytes } from 'node:crypto';
import type { SentRequest } from '../../core/task/ports.ts';

const pattern = /^([^-]+)-(.+)\.\d+\.[0-9a-f]+$/;

/** `<mark of the process>-<task>.<when it was sent>.<random>`. */
export function createSpoolName(owner: string, request: SentRequest): string {
  return `${owner}-${stemOf(request)}${randomBytes(8).toString('hex')}`;
}

/** Whether it is part of the answer to this very request, whoever was waiting for that. */
export function isSpoolNameOf(name: string, request: SentRequest): boolean {
  return name.slice(name.indexOf('-') + 1).startsWith(stemOf(request));
}

/** The mark of the process that put it aside and the task that it is for; null for other files. */
export function readSpoolName(name: string): { readonly mark: string; readonly task: string } | null {
  const [, mark, task] = pattern.exec(name) ?? [];
  return mark !== undefined && task !== undefined ? { mark, task } : null;
}

function stemOf({ id, submittedAt }: SentRequest): string {
  return `${id}.${submittedAt ?? 0}.`;
}
