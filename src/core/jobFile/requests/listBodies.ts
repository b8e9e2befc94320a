import type { JsonObject } from '../../support/json/json.ts';
import type { CheckedJobFile } from '../check/checkJobFile.ts';
import { isError } from '../problem.ts';
import { buildBody } from './buildBody.ts';

/** The part of a request that its cost depends on. */
export interface EstimatedBody {
  /** Null for the job at the root. */
  readonly job: string | null;
  readonly model: string | null;
  /** A path of the gateway. */
  readonly endpoint: string;
  readonly recordBody: JsonObject;
}

/** More would be too slow while the user types. */
const maxBodies = 500;

/** Lists the bodies that a file would send. Empty while there is an error, or if there are too many. */
export function listBodies({ jobs, problems }: Pick<CheckedJobFile, 'jobs' | 'problems'>): readonly EstimatedBody[] {
  const total = jobs.reduce((sum, { count }) => sum + count, 0);
  if (total > maxBodies || problems.some(isError)) return [];
  return jobs.flatMap(({ job, groups }) =>
    groups.flatMap((group) => {
      const { target, variants } = group;
      if (!target) return [];
      const { modelId: model, endpoint } = target;
      return variants.map((variant): EstimatedBody => {
        const { recordBody } = buildBody(variant, group, target);
        return { job: job.id, model, endpoint: endpoint.path, recordBody };
      });
    }),
  );
}
