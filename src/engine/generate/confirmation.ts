import { groupBy } from '../../core/support/groupBy.ts';
import { sumEstimates } from '../../core/task/money/estimate.ts';
import type { LocalFile, LocalResult } from '../../planning/jobFilePlan.ts';
import type {
  Candidate,
  Confirmation,
  ConfirmRule,
  Consent,
  Consents,
  NamedFile,
  PlannedJobFile,
  UnselectedProfile,
} from './press.ts';

/** Collects what the user must know before these requests are sent. The sandbox charges nothing and is left out. */
export function buildConfirmation(candidates: readonly Candidate[], consents: Pick<Consents, 'has'>): Confirmation {
  const charged = candidates.filter(isCharged);
  const gateways = [...groupBy(charged, ({ jobFile }) => jobFile.gateway.profile).values()];
  const files = [...groupBy(charged, ({ jobFile }) => jobFile)];
  const isNew = (each: UnselectedProfile | NamedFile): boolean => !consents.has(consentTo(each));
  return {
    count: charged.length,
    estimate: sumEstimates(charged.map(({ estimate }) => estimate)),
    gateways: gateways.flatMap(([first]) => first?.jobFile.gateway ?? []),
    unselected: files.flatMap(([jobFile]) => findUnselected(jobFile) ?? []).filter(isNew),
    localFiles: files.flatMap(([jobFile, own]) => listLocalFiles(jobFile, own)).filter(isNew),
  };
}

/** Whether a confirmation is needed. A request without an estimate counts as expensive. */
export function isDue({ count, estimate, unselected, localFiles }: Confirmation, rule: ConfirmRule): boolean {
  if (count === 0) return false;
  const isExpensive = estimate.known < count || estimate.amountUsd > rule.usd;
  return count >= rule.requests || isExpensive || unselected.length > 0 || localFiles.length > 0;
}

/** Lists what the user agrees to with this confirmation, so that it is not asked again. */
export function listConsents({ unselected, localFiles }: Confirmation): readonly Consent[] {
  return [...unselected, ...localFiles].map(consentTo);
}

/** A profile that does not exist sends nothing. */
function isCharged({ jobFile }: Candidate): boolean {
  return jobFile.gateway.origin !== null;
}

function findUnselected({ path, gateway, plan }: PlannedJobFile): UnselectedProfile | null {
  return gateway.isSelected ? null : { jobFile: path, gateway, isFromFile: plan.controls.profile !== null };
}

/**
 * Text files are not attributed to requests: whichever request is sent, the files that the job file reads are named.
 */
function listLocalFiles({ path, gateway, plan }: PlannedJobFile, sent: readonly Candidate[]): readonly NamedFile[] {
  const inputs = new Set(sent.flatMap(({ request }) => request.inputs.map((input) => input.path)));
  const isSent = (file: LocalFile | LocalResult): boolean => {
    if (!('sentBy' in file)) return file.use === 'text' || inputs.has(file.path);
    // A request that is sent again makes another result, which replaces this one.
    const isReplaced = sent.some(({ request }) => request.job === file.job && request.index === file.index);
    return !isReplaced && sent.some(({ request }) => file.sentBy.includes(request));
  };
  const files = plan.localFiles.filter(isSent);
  return files.map((file) => ({ jobFile: path, gateway, file }));
}

function consentTo(what: UnselectedProfile | NamedFile): Consent {
  const { jobFile, gateway } = what;
  const file = 'file' in what ? what.file.name : null;
  return { jobFile, profile: gateway.profile, origin: gateway.origin ?? '', file };
}
