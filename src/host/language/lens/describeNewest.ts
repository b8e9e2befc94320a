import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { RunsArtifact, RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../../../core/language/describe/markdown.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import { formatAmount, formatBytes, formatElapsed } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import { withoutLyrics } from '../../../core/artifact/withoutLyrics.ts';
import { describeStatus, type JobStatus } from './jobStatus.ts';

interface Newest {
  /** The newest run. Undefined if there is none, as in a folder from another machine. */
  readonly status: JobStatus | undefined;
  /** The newest saved result. */
  readonly record: RunsRecord | undefined;
}

/**
 * Describes the newest run and the newest result of a job, each as Markdown in which everything that others have written
 * is text. Empty for a job that has never run. `now` is Unix ms.
 */
export function describeNewest({ status, record }: Newest, now: number): readonly string[] {
  const run = status ? describeStatus(status, now).tooltip : '';
  return [
    ...(run === '' ? [] : [`**${l10n.t('State')}** · ${escapeMarkdown(run)}`]),
    ...(record ? [describeRecord(record)] : []),
  ];
}

/** `hero-3.md · incomplete · $0.04`. Without an amount for the sandbox, which charges nothing. */
export function describeLastResult({ artifacts, profile, cut, amount_usd: amount }: RunsRecord): string {
  const [first, ...others] = withoutLyrics(artifacts);
  const more = others.length > 0 ? ` +${others.length}` : '';
  const name = first ? `${basename(first.path)}${more}` : '';
  const facts = [name, cut ? l10n.t('incomplete') : '', profile === sandboxProfile ? '' : formatAmount(amount)];
  return facts.filter(Boolean).join(' · ');
}

function describeRecord(record: RunsRecord): string {
  const { artifacts, title, text, profile, at } = record;
  const [first, ...others] = withoutLyrics(artifacts);
  const facts = [
    ...(title === null ? [] : [title]),
    ...(first ? describeArtifact(first) : []),
    ...(others.length > 0 ? [l10n.t('{count} more', { count: others.length })] : []),
    ...(profile === sandboxProfile ? [] : [formatAmount(record.amount_usd)]),
    new Date(at).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'short' }),
  ].map(escapeMarkdown);
  const name = first ? [inlineCode(basename(first.path))] : [];
  const line = [`**${l10n.t('Newest result')}**`, ...name, ...facts].join(' · ');
  return text === null ? line : `${line}\n\n${codeBlock(text)}`;
}

function describeArtifact({ width, height, seconds, bytes }: RunsArtifact): readonly string[] {
  return [
    ...(width !== null && height !== null ? [`${width} × ${height}`] : []),
    ...(seconds === null ? [] : [formatElapsed(seconds * 1000)]),
    formatBytes(bytes, vscode.env.language),
  ];
}
