import { assertNever } from '../../support/assertNever.ts';
import type { JsonValue } from '../../support/json.ts';
import type { PendingValue } from '../planValue.ts';
import { jobValueTypes } from '../expression/contexts.ts';
import type { Template } from '../template.ts';

/** Returns a sample of the type that a value will have. Undefined if the type is only known with the result. */
export function sampleValue(value: PendingValue): JsonValue | undefined {
  switch (value.kind) {
    case 'file':
      return '';
    case 'template':
      return sampleTemplate(value.template);
    case 'unknown':
      return undefined;
    default:
      return assertNever(value);
  }
}

/** A single reference keeps its type, unless a filter changes it. Any text around it makes it a string. */
function sampleTemplate([only, ...others]: Template): JsonValue | undefined {
  if (only === undefined || typeof only === 'string' || others.length > 0) return '';
  const [, , name = '', ...inside] = only.path;
  if (only.filters.length > 0 || inside.length > 0) return undefined;
  switch (jobValueTypes[name]) {
    case 'text':
      return '';
    case 'list':
      return [''];
    case 'number':
      return 1;
    default:
      return undefined;
  }
}
