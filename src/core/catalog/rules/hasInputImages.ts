import type { JsonObject } from '../../support/json/json.ts';

/** Whether a body has input images, or a value that is evaluated later may add them. An empty list adds none. */
export function hasInputImages({ images }: JsonObject, present: ReadonlySet<string>): boolean {
  const isEmpty = Array.isArray(images) && images.length === 0;
  return present.has('image') || (present.has('images') && !isEmpty);
}
