import { createVars } from '../../jobFile/compile/createVars.ts';
import { buildFileFacts, type Vars } from '../../jobFile/compile/scope.ts';
import type { DocumentView } from '../view/documentView.ts';

/** Returns the variables that a job sees, including those of other files, with their values if they are known. */
export function resolveVars({ checked, text, world }: DocumentView, job: string | null): Vars {
  const { jobs, vars } = checked.jobFile;
  const { files, env } = world;
  const own = jobs.find(({ id }) => id === job);
  return createVars(own?.vars ?? vars, {
    text,
    file: buildFileFacts(files, jobs),
    job: { id: job, name: null, isBroken: true },
    lookups: { ...(files ? { files, isTrusted: files.isTrusted } : {}), ...(env ? { env: env.read } : {}) },
    report: () => undefined,
    addNeed: () => undefined,
  });
}
