import { type JsonObject, stringifyJson } from '../../support/json/json.ts';

/** Results of a request that names no number: images of a grid, clips of a song. A sequence may have more. */
const usual = { single: 4, sequence: 15 };

/** Returns how many results a request may have, also by fields that the catalog does not know. */
export function countExpected(body: JsonObject): number {
  const json = stringifyJson(body);
  const isSequence = /"(?:enable_?sequential|sequential_image_generation)":(?:true|"auto")/i.test(json);
  const counts = json.matchAll(/"(?:n|num_\w+|max_images|batch_size)":(\d{1,4})\b/g);
  return Math.max(isSequence ? usual.sequence : usual.single, ...[...counts].map(([, count]) => Number(count)));
}
