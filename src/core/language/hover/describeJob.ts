import { describeModality } from '../describe/describeModel.ts';
import { inlineCode } from '../describe/markdown.ts';
import { findChild } from '../layout/layout.ts';
import { hoverMessages as words } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';

/**
 * Describes a job under `jobs:` in one line: what it makes, its model, and the number of requests. Null if there is no
 * such job.
 */
export function describeJob({ checked, layout, translate }: DocumentView, id: string): string | null {
  const found = checked.jobs.find(({ job }) => job.id === id);
  if (!found && !findChild(findChild(layout.entries, 'jobs')?.children ?? [], id)) return null;
  const { target, compiled } = found ?? {};
  const count = compiled?.expansion.count ?? 1;
  return [
    `**${translate(words.job, { job: inlineCode(id) })}**`,
    ...(target?.modality ? [describeModality(target.modality, translate)] : []),
    ...(target?.modelId ? [inlineCode(target.modelId)] : []),
    ...(count > 1 ? [translate(words.requests, { count })] : []),
  ].join(' · ');
}
