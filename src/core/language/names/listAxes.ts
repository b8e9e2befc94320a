import { holdsEnv, isSettled, reveal } from '../../jobFile/planValue.ts';
import type { ListedAxis } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';

/** Lists the axes of all jobs. Values from the environment are secret, and those of other jobs are not known yet. */
export function listAxes({ checked }: DocumentView): readonly ListedAxis[] {
  return checked.jobs.flatMap(({ compiled }) =>
    compiled.expansion.axes.map(({ name, values }) => ({
      name,
      values: values.flatMap(({ value }) => (isSettled(value) && !holdsEnv(value) ? [reveal(value)] : [])),
    })),
  );
}
