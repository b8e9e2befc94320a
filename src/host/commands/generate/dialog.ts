import { basename, posix } from 'node:path';
import * as vscode from 'vscode';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import { cutText } from '../../../core/support/text/cutText.ts';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import type {
  Confirmation,
  Earlier,
  Gateway,
  LocalFile,
  UnchangedChoice,
  UnchangedQuestion,
  UnselectedProfile,
} from '../../../engine/index.ts';
import { formatAmount, formatBytes } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';
import type { MessageKind } from '../../ui/message.ts';
import { describeEstimate } from '../../account/describeEstimate.ts';

/** A dialog. The first button is its default, and VS Code adds Cancel. */
export interface Dialog<Answer> {
  readonly kind: MessageKind;
  readonly text: string;
  readonly details: readonly string[];
  readonly buttons: readonly { readonly title: string; readonly answer: Answer }[];
}

/** Asks for all that a press has to confirm. The button that agrees starts with Generate. */
export function buildConfirmDialog(confirmation: Confirmation): Dialog<true | 'first'> {
  const { count, gateways, estimate } = confirmation;
  const profile = gateways.map((gateway) => gateway.profile).join('", "');
  const text =
    count === 1
      ? l10n.t('Generate one result with "{profile}"?', { profile })
      : l10n.t('Generate {count} results with "{profile}"?', { count, profile });
  return {
    kind: kindOf(confirmation),
    text,
    details: [describeEstimate(estimate), ...describeConfirmation(confirmation)],
    buttons: [
      { title: l10n.t('Generate'), answer: true },
      ...(count > 1 && estimate.known === 0 ? [{ title: l10n.t('Generate 1 First'), answer: 'first' } as const] : []),
    ],
  };
}

/**
 * Asks what to do about requests whose result or open task exists. Where nothing is missing, the default button shows
 * what exists, so that Enter never pays for the same result again.
 */
export function buildUnchangedDialog(question: UnchangedQuestion): Dialog<UnchangedChoice> {
  const { unchanged, missing, confirmation } = question;
  const count = unchanged.length + missing;
  const again = {
    title: count > 1 ? l10n.t('Generate All {count}', { count }) : l10n.t('Generate Another'),
    answer: 'all',
  } as const;
  const restTitle = missing > 0 ? l10n.t('Generate the Missing {count}', { count: missing }) : l10n.t('Watch It Here');
  const rest = { title: restTitle, answer: 'missing' } as const;
  const isElsewhere = unchanged.some(({ earlier }) => earlier.kind === 'elsewhere');
  const show = { title: showTitle(question), answer: 'show' } as const;
  const named = confirmation ? describeConfirmation(confirmation) : [];
  return {
    kind: confirmation ? kindOf(confirmation) : 'information',
    text: titleOf(question),
    details: [...describeAgain(question), ...describeEstimates(question), ...named],
    // A task that only another program has cannot be shown.
    buttons: missing > 0 ? [rest, again, show] : isElsewhere ? [rest, again] : [show, again],
  };
}

/** A profile that the user has not selected, and a file that leaves the machine, are more than a routine question. */
function kindOf({ unselected, localFiles }: Confirmation): MessageKind {
  return unselected.length > 0 || localFiles.length > 0 ? 'warning' : 'information';
}

function showTitle({ unchanged, missing }: UnchangedQuestion): string {
  if (unchanged.length + missing > 1) return l10n.t('Show Results');
  return unchanged[0]?.earlier.kind === 'task' ? l10n.t('Show Task') : l10n.t('Show It');
}

/** Names the file and its cost if there is one thing to name, otherwise counts. */
function titleOf({ unchanged, missing }: UnchangedQuestion): string {
  const [first] = unchanged;
  if (unchanged.length === 1 && missing === 0 && first) {
    if (first.earlier.kind !== 'recorded') return describeTask(first.earlier);
    return l10n.t('Nothing changed since {artifact}.', { artifact: describeRecord(first.earlier.record) });
  }
  const count = unchanged.length;
  const total = count + missing;
  if (unchanged.every(({ earlier }) => isSaved(earlier))) {
    return missing === 0
      ? l10n.t('Nothing changed: all {count} results exist already.', { count })
      : l10n.t('{count} of {total} results exist already.', { count, total });
  }
  return missing === 0
    ? l10n.t('Nothing changed: all {count} requests were sent already.', { count })
    : l10n.t('{count} of {total} requests were sent already.', { count, total });
}

/** Whether there is a result, rather than only a request that was sent. */
function isSaved(earlier: Earlier): boolean {
  return earlier.kind === 'recorded' || (earlier.kind === 'task' && earlier.task.state === 'saved');
}

/** The state of the open task for the same request. */
function describeTask(earlier: Exclude<Earlier, { readonly kind: 'recorded' }>): string {
  if (earlier.kind === 'elsewhere') {
    return l10n.t('Another window or program is already running this request. To watch it here is free.');
  }
  const { status, error } =
    earlier.kind === 'task' ? { status: earlier.task.state, error: earlier.task.error } : earlier.record;
  // A response without a result is not one that can be saved.
  switch (error?.code === 'no-result' ? 'unconfirmed' : status) {
    case 'unsaved':
      return l10n.t('This result was already generated. It is not saved yet.');
    case 'unconfirmed':
      return l10n.t('This request was already sent. It may have been charged.');
    case 'lost':
      return l10n.t('This request was already sent, but the gateway does not know its task. It may have been charged.');
    case 'stopped':
      return l10n.t('This request was already sent. Resume its task to get the result.');
    default:
      return l10n.t('This request is already running.');
  }
}

/** Says what happens if all is generated again. Empty if that costs nothing and no file exists yet. */
function describeAgain({ unchanged, total }: UnchangedQuestion): readonly string[] {
  if (unchanged.every(({ earlier }) => earlier.kind !== 'recorded')) {
    return total.count === 0 ? [] : [l10n.t('If you generate it again, it is charged again.')];
  }
  return unchanged.some(({ request }) => request.output.collision === 'replace')
    ? [l10n.t('The job file asks to replace existing results. Files that changed since they were saved are kept.')]
    : [l10n.t('Existing files are kept. A new result gets the next free name.')];
}

/** Says what the missing requests may cost if they can be sent alone, and what all of them may cost. */
function describeEstimates({ unchanged, missing, estimate, total }: UnchangedQuestion): readonly string[] {
  if (missing === 0 || total.count === 0) return [describeEstimate(estimate)];
  const lines = [
    { count: missing, estimate: describeEstimate(estimate) },
    { count: unchanged.length + missing, estimate: describeEstimate(total) },
  ] as const;
  return [l10n.t('Missing {count}: {estimate}', lines[0]), l10n.t('All {count}: {estimate}', lines[1])];
}

/** `hero-3.png, $0.04`; without an amount for the sandbox, which charges nothing. */
function describeRecord({ artifacts, profile, amount_usd: amount, at }: RunsRecord): string {
  const [artifact] = artifacts;
  const name = artifact ? basename(artifact.path) : new Date(at).toLocaleString(vscode.env.language);
  return amount === null || profile === sandboxProfile ? name : `${name}, ${formatAmount(amount)}`;
}

/** One line for each thing that the user agrees to beyond number and cost. */
function describeConfirmation({ count, equal, gone, unselected, localFiles }: Confirmation): readonly string[] {
  const alike = groupBy(unselected, ({ gateway: { profile, origin }, isFromFile }) =>
    JSON.stringify([profile, origin, isFromFile]),
  );
  const files = localFiles.filter(({ file }) => file.text === undefined);
  const fileLines = [...groupBy(files, ({ gateway }) => hostOf(gateway))].map(([host, named]) =>
    l10n.t('Local files that are sent to {host}: {files}', {
      host,
      files: describeFiles(named.map(({ file }) => file)),
    }),
  );
  const doubled =
    equal > 0 ? [l10n.t('{equal} of {count} requests are equal, and each is charged.', { equal, count })] : [];
  const results = cutText(gone.map(describeRecord).join('; '), maxTextUnits);
  const lost =
    gone.length > 0
      ? [l10n.t('Generated before, but not found: {results}. What is generated again is charged again.', { results })]
      : [];
  return [
    ...doubled,
    ...lost,
    ...[...alike.values()].flatMap(describeUnselected),
    ...fileLines,
    ...describeTexts(localFiles),
  ];
}

const maxTextUnits = 400;
const maxTexts = 10;

/** One line for each text of a record, which may come from anyone. */
function describeTexts(localFiles: Confirmation['localFiles']): readonly string[] {
  const lines = localFiles.flatMap(({ jobFile, file: { name, text } }) =>
    text === undefined
      ? []
      : l10n.t('{name} is sent, and only the runs file of "{jobFile}" says what it is ({count} characters): "{text}"', {
          jobFile: basename(jobFile),
          name,
          count: text.length,
          text: cutText(makeInert(text), maxTextUnits),
        }),
  );
  const more = lines.length - maxTexts;
  return more > 0
    ? [...lines.slice(0, maxTexts), l10n.t('{count} more texts are known only from a runs file.', { count: more })]
    : lines;
}

/** One line for all job files that get the same profile in the same way. */
function describeUnselected([first, ...others]: readonly UnselectedProfile[]): readonly string[] {
  if (!first) return [];
  const { jobFile, gateway, isFromFile } = first;
  const count = others.length + 1;
  const facts = { profile: gateway.profile, host: hostOf(gateway), name: basename(jobFile), count };
  const byFile =
    count > 1
      ? l10n.t(
          '{count} job files select the profile "{profile}" ({host}), which is not the one that you selected.',
          facts,
        )
      : l10n.t('"{name}" selects the profile "{profile}" ({host}), which is not the one that you selected.', facts);
  return [
    isFromFile
      ? byFile
      : l10n.t(
          'The workspace selects the profile "{profile}" ({host}), which is not the one that you selected.',
          facts,
        ),
  ];
}

function hostOf({ origin }: Gateway): string {
  return origin === null ? '' : new URL(origin).host;
}

/** If there are more inputs, the inputs of a folder are named together. */
const maxNamedInputs = 10;

/**
 * Describes files, such as `brief.md (3 kB), images/*.png (40 files, 31 MB)`. Text files come first and are always
 * named separately, because any file can be text. Hidden files, which often contain secrets, come first among them.
 */
function describeFiles(files: readonly LocalFile[]): string {
  const byName = [...new Map(files.map((file) => [file.name, file])).values()];
  const rankOf = ({ name }: LocalFile): number => (/(?:^|\/)\./.test(name) ? 0 : 1);
  const texts = byName.filter(({ use }) => use === 'text').toSorted((one, other) => rankOf(one) - rankOf(other));
  const inputs = byName.filter(({ use }) => use !== 'text');
  const groups =
    inputs.length > maxNamedInputs ? [...groupBy(inputs, patternOf).values()] : inputs.map((file) => [file]);
  return [...texts.map((file) => [file]), ...groups].map(describeGroup).join(', ');
}

/** Names the inputs of a folder together, such as `images/*.png`. */
function patternOf({ name }: LocalFile): string {
  return posix.join(posix.dirname(name), `*${posix.extname(name)}`);
}

function describeGroup(group: readonly LocalFile[]): string {
  const [first] = group;
  if (!first) return '';
  const bytes = group.reduce((sum, file) => sum + file.bytes, 0);
  const size = formatBytes(bytes, vscode.env.language);
  if (group.length === 1) return l10n.t('{name} ({size})', { name: shorten(first.name), size });
  return l10n.t('{pattern} ({count} files, {size})', { pattern: shorten(patternOf(first)), count: group.length, size });
}

/** Shortens a long name, which could look like a list of files. Its start and end say the most. */
const maxNameUnits = 80;

function shorten(name: string): string {
  if (name.length <= maxNameUnits) return name;
  const half = maxNameUnits / 2;
  return `${cutText(name, half)}${name.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}
