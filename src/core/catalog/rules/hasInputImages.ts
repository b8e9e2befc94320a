import type { JsonObject } from '../../support/json.ts';

/** Whether a body has input images, or a value that is still to come may bring them. An empty list brings none. */
export function hasInputImages({ images }: JsonObject, present: ReadonlySet<string>): boolean {
  const isEmpty = Array.isArray(images) && images.length === 0;
  return present.has('image') || (present.has('images') && !isEmpty);
}
