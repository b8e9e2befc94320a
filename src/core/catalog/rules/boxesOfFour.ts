import type { JsonValue } from '../../support/json/json.ts';
import type { Rule } from '../rule.ts';

/** Interface specification 4.4, "Wan 2.7": each box has exactly four numbers. */
export const boxesOfFour: Rule = {
  kind: 'named',
  name: 'boxes-of-four',
  fields: ['bbox_list'],
  source: 'specification',
  check: ({ bbox_list }) => {
    const boxes = listOf(bbox_list).flatMap((each) => listOf(each));
    const wrong = boxes.find((box) => Array.isArray(box) && box.length !== 4);
    return wrong === undefined ? null : { count: listOf(wrong).length };
  },
};

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
