import type { IndexedEndpoint } from '../../core/catalog/published/modelIndex.ts';
import { readObject, readText } from '../wire/readWire.ts';

/** An endpoint as a document names it. */
export interface NamedEndpoint extends IndexedEndpoint {
  /** Method in upper case. Null if the document does not say. */
  readonly method: string | null;
}

/**
 * Reads `/v1/videos`, `POST /v1/videos#alias` or `{path, method}`. Null if it is not a path. A host before the path is
 * dropped, because calls go to the base URL of the profile.
 */
export function readEndpoint(value: unknown): NamedEndpoint | null {
  const entry = readObject(value);
  const text = readText(entry ? (entry['path'] ?? entry['url'] ?? entry['endpoint']) : value);
  const match = /^(?:([a-z]+)\s+)?(\S+)$/i.exec(text ?? '');
  if (!match) return null;
  const [, method = readText(entry?.['method'])] = match;
  const [place = '', alias] = (match[2] ?? '').split('#', 2);
  const path = readPath(place);
  return path === null ? null : { path, alias: alias || null, method: method?.toUpperCase() ?? null };
}

/** Every variable in the path of a task query means the task. The native prefix of the kling family is `kling`. */
function readPath(place: string): string | null {
  const below = place
    .replace(/^\{base_?url\}/i, '')
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/^\/\{native_?prefix\}/i, '/kling')
    .replace(/\{[^{}]*\}|:(?:task_?)?id\b/gi, '{task_id}');
  return /^(?:\/[\w.-]+|\/\{task_id\})+$/.test(below) && !below.includes('/..') ? below : null;
}
