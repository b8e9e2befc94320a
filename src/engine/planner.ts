import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { jobFileStem } from '../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import { bundledCatalog } from '../core/catalog/bundledCatalog.ts';
import { planJobFile } from '../core/jobFile/plan.ts';
import type { PlannedRequest } from '../core/jobFile/request.ts';
import { foldJournal } from '../core/task/foldJournal.ts';
import type { JournalPort } from '../core/task/journalPort.ts';
import type { RunsFilePort } from '../core/task/ports.ts';
import type { Task } from '../core/task/task.ts';
import { mayBeCharged } from '../core/task/isInFlight.ts';
import type { Earlier, PlanSource, RunPlan } from '../engine.ts';

export interface PlannerPorts {
  readonly runsFile: Pick<RunsFilePort, 'read'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  /** Of this process, newest first. */
  readonly tasks: () => readonly Task[];
}

/** Plans a job file, and finds what is there already for each of its requests. */
export async function planRun(source: PlanSource, ports: PlannerPorts): Promise<RunPlan> {
  const { text, jobFile, job, isStrict, profile } = source;
  const { problems, requests, controls } = planJobFile(text, {
    catalog: bundledCatalog,
    fileBase: jobFileStem(basename(jobFile)),
    sha256,
    isStrict,
    ...(job === undefined ? {} : { job }),
  });
  const asked = controls.profile ?? profile;
  const earlier = requests.length === 0 ? [] : await findEarlier(requests, { jobFile, profile: asked }, ports);
  return { jobFile, problems, requests, earlier, controls };
}

async function findEarlier(
  requests: readonly PlannedRequest[],
  { jobFile, profile }: { readonly jobFile: string; readonly profile: string | undefined },
  { runsFile, journal, tasks }: PlannerPorts,
): Promise<readonly (Earlier | null)[]> {
  const foreign = foldJournal(await journal.readForeign()).map(({ entry }) => entry.task);
  const running = [...tasks(), ...foreign].filter((task) => mayBeCharged(task.state) && isOfSameKind(task, profile));
  const records = (await runsFile.read(jobFile)).filter((record) => isOfSameKind(record, profile));
  return Promise.all(
    requests.map(async ({ fingerprint }): Promise<Earlier | null> => {
      const task = running.find((each) => each.request.fingerprint === fingerprint && each.jobFile === jobFile);
      if (task) return { kind: 'running', task };
      const record = await findSaved(records, { fingerprint, jobFile });
      return record ? { kind: 'saved', record } : null;
    }),
  );
}

/** What the sandbox has made is no reason not to ask a gateway, nor the other way round. */
function isOfSameKind(made: { readonly profile: string }, profile: string | undefined): boolean {
  return profile === undefined || (made.profile === 'sandbox') === (profile === 'sandbox');
}

/** The newest record whose artifacts are all still there. */
async function findSaved(
  records: readonly RunsRecord[],
  { fingerprint, jobFile }: { readonly fingerprint: string; readonly jobFile: string },
): Promise<RunsRecord | null> {
  for (const record of records.toReversed()) {
    if (record.fingerprint !== fingerprint || record.status !== 'saved' || record.artifacts.length === 0) continue;
    const files = record.artifacts.map(({ path }) => join(dirname(jobFile), ...path.split('/')));
    const isThere = await Promise.all(
      files.map((file) =>
        stat(file).then(
          (facts) => facts.isFile(),
          () => false,
        ),
      ),
    );
    if (isThere.every(Boolean)) return record;
  }
  return null;
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
