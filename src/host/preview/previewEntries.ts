import { posix } from 'node:path';
import { findPrompt } from '../../core/artifact/findPrompt.ts';
import { noMark, type Mark } from '../../core/artifact/marks.ts';
import { viewKindOf } from '../../core/artifact/viewKind.ts';
import { toText } from '../../core/jobFile/expression/toText.ts';
import type { JsonValue } from '../../core/support/json/json.ts';
import { cutText } from '../../core/support/text/cutText.ts';
import { joinSentences } from '../../core/support/text/joinSentences.ts';
import { isInFlight, listOfferedActions } from '../../core/task/model/taskStates.ts';
import {
  comparePreviewItems,
  previewTaskActions,
  type PreviewItem,
  type PreviewTaskAction,
} from '../../protocol/previewItem.ts';
import { commands } from '../ids.ts';
import { withoutLyrics } from '../../core/artifact/withoutLyrics.ts';
import { describeBalances } from '../ui/describeBalances.ts';
import { describeAxes, describeHolder, nameSafely } from '../ui/taskWords.ts';
import type { MessageAction } from '../ui/message.ts';
import { buildUserMessage } from '../ui/userMessage.ts';
import type { FoundArtifact, TaskFacts } from './taskFacts.ts';

/** Limits in UTF-16 units: there may be ten thousand items. Details have the whole prompt. */
const maxPromptUnits = 1_000;
const maxValueUnits = 100;

/** An item of the preview with its source data, which stays in the host. */
export interface PreviewEntry {
  readonly item: PreviewItem;
  readonly facts: TaskFacts;
  /** Null for the card of a task. */
  readonly artifact: FoundArtifact | null;
}

export interface EntryPorts {
  /** See `group` of an item. */
  readonly group: string | null;
  isTrusted(): boolean;
  /** URI that a webview element loads. Null for a file that is missing or may not be shown. */
  uriOf(artifact: FoundArtifact): string | null;
  markOf(artifact: FoundArtifact): Mark;
}

/**
 * Builds one entry for each artifact, and one for each task that has no artifact or failed, in the order of display.
 */
export function buildPreviewEntries(facts: readonly TaskFacts[], ports: EntryPorts): readonly PreviewEntry[] {
  const uses = new Map<string, number>();
  // The unsent requests of a stopped run would hide its results among cards that say nothing.
  const shown = facts.filter(({ state, error }) => state !== 'skipped' || error?.code !== 'run-stopped');
  const entries = shown.flatMap((each) => {
    const use = uses.get(each.requestKey) ?? 0;
    uses.set(each.requestKey, use + 1);
    return entriesOf(each, `${each.requestKey}${use === 0 ? '' : use}`, ports);
  });
  return withoutReplaced(entries.toSorted((a, b) => comparePreviewItems(a.item, b.item)));
}

/** Returns the value of an axis as the page shows it. */
export function axisText(value: JsonValue): string {
  return cutText(toText(value), maxValueUnits);
}

/** With `collision: replace`, a path has only its newest content, which older entries did not make. */
function withoutReplaced(newestFirst: readonly PreviewEntry[]): readonly PreviewEntry[] {
  const paths = new Set<string>();
  return newestFirst.filter(({ artifact }) => {
    if (artifact === null) return true;
    const isNewest = !paths.has(artifact.path);
    paths.add(artifact.path);
    return isNewest;
  });
}

/** A task that saved something and then failed has its artifacts and a card that says why it failed. */
function entriesOf(facts: TaskFacts, idPrefix: string, ports: EntryPorts): PreviewEntry[] {
  const { isSandbox, model, job, run, index, axes, amountUsd } = facts;
  const { group } = ports;
  const known = { isSandbox, model, job, run, index, amountUsd, group };
  const shown = withoutLyrics(facts.artifacts);
  const base = (order: number) => ({
    // Card and artifacts are counted from 0, so that the card of a running task becomes its first artifact.
    id: `${group === null ? '' : `${group}/`}${idPrefix}/${order}`,
    order,
    at: facts.endedAt ?? facts.createdAt ?? 0,
    ...known,
    ...noMark,
    axes: Object.entries(axes).map(([name, value]): [string, string] => [name, axisText(value)]),
  });
  const entries = shown.map((artifact, order): PreviewEntry => ({
    facts,
    artifact,
    item: {
      ...base(order),
      ...ports.markOf(artifact),
      kind: 'artifact',
      name: group === null ? posix.basename(artifact.path) : posix.join(posix.dirname(group), artifact.path),
      media: viewKindOf(artifact.path),
      take: shown.length > 1 ? letterOf(order) : null,
      uri: ports.uriOf(artifact),
      width: artifact.width,
      height: artifact.height,
      seconds: artifact.seconds,
    },
  }));
  if (facts.state === 'saved' && entries.length > 0) return entries;
  const hasEnded = facts.endedAt !== null;
  return [
    ...entries,
    {
      facts,
      artifact: null,
      item: {
        ...base(entries.length),
        kind: 'task',
        name: [facts.job, describeAxes(facts.axes)].filter(Boolean).join(' · ') || (facts.model ?? facts.endpoint),
        state: facts.state,
        progress: facts.progress,
        statusWord: facts.statusWord,
        message: messageOf(facts),
        hasText: facts.text !== null && facts.text !== '',
        actions: [...actionsOn(facts, ports)],
        remedy: findRemedy(facts)?.title ?? null,
        startedAt: hasEnded ? null : (facts.submittedAt ?? facts.createdAt),
      },
    },
  ];
}

/** Returns the beginnings of prompts with their ids. Null for a request without one. */
export function listPrompts(
  ids: readonly string[],
  entries: ReadonlyMap<string, PreviewEntry>,
): [string, string | null][] {
  return ids.map((id) => {
    const prompt = findPrompt(entries.get(id)?.facts.body ?? {});
    return [id, prompt && cutText(prompt.text, maxPromptUnits)];
  });
}

/** Returns a number after the last letter. */
function letterOf(order: number): string {
  return order < 26 ? String.fromCodePoint(65 + order) : String(order + 1);
}

function messageOf(facts: TaskFacts): string | null {
  const reason = facts.error ? buildUserMessage(facts.error, facts).text : '';
  const holder = facts.state === 'saved' ? null : describeHolder(facts);
  const balances = describeBalances(facts, Date.now());
  // The card keeps the line break.
  return [joinSentences([reason, holder ?? '']), joinSentences(balances)].filter(Boolean).join('\n') || null;
}

/**
 * Returns what helps with the error of a task, apart from the actions of the task. Null if nothing does, or if only the
 * runs file has the task. A task that waits for the network continues without help.
 */
export function findRemedy(facts: TaskFacts): MessageAction | null {
  const { journalId, error, state } = facts;
  const isReconnecting = error?.code === 'gateway-unreachable' && isInFlight(state);
  if (journalId === null || !error || isReconnecting) return null;
  return buildUserMessage(error, facts).actions.find(({ command }) => !useless.has(command)) ?? null;
}

/** The card is beside the list of tasks, and its task keeps its own profile. */
const useless: ReadonlySet<string> = new Set([commands.showTasks, commands.selectProfile]);

/** Lists the actions on a task. Only tasks that the engine of this window lists have any. */
export function actionsOn(
  facts: TaskFacts,
  { isTrusted }: Pick<EntryPorts, 'isTrusted'>,
): readonly PreviewTaskAction[] {
  if (facts.journalId === null) return [];
  const offered = listOfferedActions(facts, { isTrusted: isTrusted() });
  return offered.map((action) => nameSafely(action, facts, Date.now())).filter(isPreviewTaskAction);
}

function isPreviewTaskAction(action: string): action is PreviewTaskAction {
  return previewTaskActions.some((each) => each === action);
}
