import { basename } from 'node:path';
import { groupBy } from '../../../core/support/groupBy.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type { Task } from '../../../core/task/model/task.ts';
import type {
  Confirmation,
  Earlier,
  Gateway,
  UnchangedChoice,
  UnchangedQuestion,
  UnselectedProfile,
} from '../../../engine/index.ts';
import { formatAmount } from '../../ui/format.ts';
import type { L10n } from '../../ui/l10n.ts';
import type { MessageKind } from '../../ui/message.ts';
import { describeEstimate } from '../../account/describeEstimate.ts';
import { describeFiles, type Words } from './describeFiles.ts';

/** A dialog. The first button is its default, and VS Code adds Cancel. */
export interface Dialog<Answer> {
  readonly kind: MessageKind;
  readonly text: string;
  readonly details: readonly string[];
  readonly buttons: readonly { readonly title: string; readonly answer: Answer }[];
}

/** Asks for all that a press has to confirm. The button that agrees starts with Generate. */
export function buildConfirmDialog(confirmation: Confirmation, { l10n, locale }: Words): Dialog<true> {
  const { count, gateways, estimate } = confirmation;
  const profile = gateways.map((gateway) => gateway.profile).join('", "');
  const text =
    count === 1
      ? l10n.t('Generate one result with "{profile}"?', { profile })
      : l10n.t('Generate {count} results with "{profile}"?', { count, profile });
  return {
    kind: kindOf(confirmation),
    text,
    details: [describeEstimate(estimate, l10n), ...describeConfirmation(confirmation, { l10n, locale })],
    buttons: [{ title: l10n.t('Generate'), answer: true }],
  };
}

/**
 * Asks what to do about requests whose result or open task exists. Where nothing is missing, the default button shows
 * what exists, so that Enter never pays for the same result again.
 */
export function buildUnchangedDialog(question: UnchangedQuestion, { l10n, locale }: Words): Dialog<UnchangedChoice> {
  const { unchanged, missing, confirmation } = question;
  const count = unchanged.length + missing;
  const again = {
    title: count > 1 ? l10n.t('Generate All {count}', { count }) : l10n.t('Generate Another'),
    answer: 'all',
  } as const;
  const rest = { title: l10n.t('Generate the Missing {count}', { count: missing }), answer: 'missing' } as const;
  const show = { title: showTitle(question, l10n), answer: 'show' } as const;
  const named = confirmation ? describeConfirmation(confirmation, { l10n, locale }) : [];
  return {
    kind: confirmation ? kindOf(confirmation) : 'information',
    text: titleOf(question, { l10n, locale }),
    details: [...describeAgain(question, l10n), ...describeEstimates(question, l10n), ...named],
    buttons: missing > 0 ? [rest, again, show] : [show, again],
  };
}

/** A profile that the user has not selected, and a file that leaves the machine, are more than a routine question. */
function kindOf({ unselected, localFiles }: Confirmation): MessageKind {
  return unselected.length > 0 || localFiles.length > 0 ? 'warning' : 'information';
}

function showTitle({ unchanged, missing }: UnchangedQuestion, l10n: L10n): string {
  if (unchanged.length + missing > 1) return l10n.t('Show Results');
  return unchanged[0]?.earlier.kind === 'task' ? l10n.t('Show Task') : l10n.t('Show It');
}

/** Names the file and its cost if there is one thing to name, otherwise counts. */
function titleOf({ unchanged, missing }: UnchangedQuestion, { l10n, locale }: Words): string {
  const [first] = unchanged;
  if (unchanged.length === 1 && missing === 0 && first) {
    if (first.earlier.kind === 'task') return describeTask(first.earlier.task, l10n);
    return l10n.t('Nothing changed since {artifact}.', { artifact: describeRecord(first.earlier, locale) });
  }
  const count = unchanged.length;
  const total = count + missing;
  return missing === 0
    ? l10n.t('Nothing changed: all {count} results exist already or are being generated.', { count })
    : l10n.t('{count} of {total} results exist already or are being generated.', { count, total });
}

/** The state of the open task for the same request. */
function describeTask({ state }: Task, l10n: L10n): string {
  switch (state) {
    case 'unsaved':
      return l10n.t('This result was already generated. It is not saved yet.');
    case 'unconfirmed':
      return l10n.t('This request was already sent. It may have been charged.');
    case 'stopped':
      return l10n.t('This request was already sent. Resume its task to get the result.');
    default:
      return l10n.t('This request is already running.');
  }
}

/** Says what happens if all is generated again. Empty if that costs nothing and no file exists yet. */
function describeAgain({ unchanged, total }: UnchangedQuestion, l10n: L10n): readonly string[] {
  if (unchanged.every(({ earlier }) => earlier.kind === 'task')) {
    return total.count === 0 ? [] : [l10n.t('If you generate it again, it is charged again.')];
  }
  return unchanged.some(({ request }) => request.output.collision === 'replace')
    ? [l10n.t('The job file asks to replace existing results. Files that changed since they were saved are kept.')]
    : [l10n.t('Existing files are kept. A new result gets the next free name.')];
}

/** Says what the missing requests may cost if they can be sent alone, and what all of them may cost. */
function describeEstimates({ unchanged, missing, estimate, total }: UnchangedQuestion, l10n: L10n): readonly string[] {
  if (missing === 0 || total.count === 0) return [describeEstimate(estimate, l10n)];
  const lines = [
    { count: missing, estimate: describeEstimate(estimate, l10n) },
    { count: unchanged.length + missing, estimate: describeEstimate(total, l10n) },
  ] as const;
  return [l10n.t('Missing {count}: {estimate}', lines[0]), l10n.t('All {count}: {estimate}', lines[1])];
}

/** `hero-3.png, $0.04`; without an amount for the sandbox, which charges nothing. */
function describeRecord(earlier: Earlier & { readonly kind: 'recorded' }, locale: string): string {
  const { artifacts, profile, amount_usd: amount, at } = earlier.record;
  const [artifact] = artifacts;
  const name = artifact ? basename(artifact.path) : new Date(at).toLocaleString(locale);
  return amount === null || profile === sandboxProfile ? name : `${name}, ${formatAmount(amount)}`;
}

/** One line for each thing that the user agrees to beyond number and cost. */
function describeConfirmation({ unselected, localFiles }: Confirmation, words: Words): readonly string[] {
  const profiles = [...groupBy(unselected, profileKeyOf).values()].map((alike) => describeUnselected(alike, words));
  const files = [...groupBy(localFiles, ({ gateway }) => hostOf(gateway))].map(([host, named]) =>
    words.l10n.t('Local files that are sent to {host}: {files}', {
      host,
      files: describeFiles(
        named.map(({ file }) => file),
        words,
      ),
    }),
  );
  return [...profiles, ...files];
}

/** Equal for job files that get the same profile in the same way. */
function profileKeyOf({ gateway, isFromFile }: UnselectedProfile): string {
  return JSON.stringify([gateway.profile, gateway.origin, isFromFile]);
}

/** One line for all job files that get the same profile in the same way. */
function describeUnselected(alike: readonly UnselectedProfile[], { l10n }: Words): string {
  const [first] = alike;
  if (!first) return '';
  const { jobFile, gateway, isFromFile } = first;
  const facts = {
    name: basename(jobFile),
    count: alike.length,
    profile: gateway.profile,
    host: hostOf(gateway),
  };
  if (!isFromFile) {
    return l10n.t(
      'The workspace selects the profile "{profile}" ({host}), which is not the one that you selected.',
      facts,
    );
  }
  return alike.length === 1
    ? l10n.t('"{name}" selects the profile "{profile}" ({host}), which is not the one that you selected.', facts)
    : l10n.t(
        '{count} job files select the profile "{profile}" ({host}), which is not the one that you selected.',
        facts,
      );
}

function hostOf({ origin }: Gateway): string {
  return origin === null ? '' : new URL(origin).host;
}
