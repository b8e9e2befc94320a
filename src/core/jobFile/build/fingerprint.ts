import { canonicalJson } from '../../support/canonicalJson.ts';
import type { PlannedRequest } from '../request.ts';

/** Returns the mark of a content, which represents it in a recorded body. */
export function markOf(sha256: string): string {
  return `sha256:${sha256}`;
}

/** Whether a string represents a content by its hash. */
export function isMark(text: string | null): boolean {
  return text !== null && /^sha256:[0-9a-f]{64}$/.test(text);
}

/** Equal for equal requests: the hash of the recorded request, in canonical JSON. */
export function buildFingerprint(
  { recordBody, endpoint, inputs }: Pick<PlannedRequest, 'recordBody' | 'endpoint' | 'inputs'>,
  sha256: (text: string) => string,
): string {
  return sha256(canonicalJson({ body: recordBody, endpoint, inputs: inputs.map((input) => input.sha256) }));
}
