import { basename } from 'node:path';
import type * as vscode from 'vscode';
import { noMark, parseMarkChange, type Mark, type MarkChange } from '../../../core/artifact/marks.ts';
import type { MarkedResult } from '../../../engine/index.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { hashRegularFile } from '../../../node/files/regularFile.ts';
import { commands } from '../../ids.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { showBriefly, showMessage } from '../../ui/message.ts';
import { pick, type PickItem } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { CallError, rejectAsCall } from '../errors.ts';
import { findResults, parseArtifacts } from './findResult.ts';

/** Marks results. Costs nothing and sends nothing, so no trust is needed. */
export function createMarkHandlers({ engineHost, log }: Services) {
  // Marks are written in the order of the calls, although hashing a large file takes longer than hashing a small one.
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = async (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    await rejectAsCall(done);
  };
  /** The marks before each command, for Undo Mark. */
  const steps: Step[] = [];
  const mark = async (paths: readonly vscode.Uri[], change: MarkChange): Promise<void> => {
    const engine = await engineHost.engine();
    const results = await findResults(paths, engine);
    const step: Step[number][] = [];
    steps.push(step);
    if (steps.length > maxSteps) steps.shift();
    const changed: string[] = [];
    for (const result of results) {
      const sha256 = await hashRegularFile(result.file, nodeFileSystem);
      const marked = { jobFile: result.jobFile.fsPath, boundary: result.boundary, sha256 };
      const { before } = await engine.mark(marked, change);
      step.push({ marked, before });
      if (result.record.artifacts.every((artifact) => artifact.sha256 !== sha256)) changed.push(result.name);
    }
    if (changed.length > 0) showMessage('warning', { text: describeChanged(changed) }, log);
  };
  const undo = async (): Promise<void> => {
    const engine = await engineHost.engine();
    const step = steps.findLast(({ length }) => length > 0);
    if (!step) return showBriefly(l10n.t('There is no mark to undo.'));
    // If one change fails, the rest of the step is left for the next Undo Mark.
    for (let change = step.at(-1); change; change = step.at(-1)) {
      await engine.mark(change.marked, change.before);
      step.pop();
    }
  };
  return {
    /** Asks for the change unless it is given. Menus pass the selected files instead. */
    [commands.markResult]: async (target: unknown, given: unknown) => {
      const paths = parseArtifacts(commands.markResult, target, given);
      const isAsked = given === undefined || Array.isArray(given);
      const change = isAsked ? await askForMark(paths) : readChange(given);
      if (!change) return;
      await enqueue(() => mark(paths, change));
    },
    [commands.undoMark]: () => enqueue(undo),
  };
}

/** The marks of the artifacts of one command, before it changed them. */
type Step = { readonly marked: MarkedResult; readonly before: Mark }[];

const maxSteps = 100;

/** A mark belongs to a content, so the mark of the recorded content is not changed. */
function describeChanged([name = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? l10n.t('{name} has changed since it was generated. The mark belongs to its present content.', { name })
    : l10n.t(
        '{name} and {count} more have changed since they were generated. The marks belong to their present content.',
        { name, count: others.length },
      );
}

/** Lets the user select a mark, a rating or a note for these artifacts. Undefined if the user cancels. */
async function askForMark(paths: readonly vscode.Uri[]): Promise<MarkChange | undefined> {
  const title = l10n.t('Mark Result');
  const [first] = paths;
  const placeHolder =
    first && paths.length === 1
      ? l10n.t('What do you think of {name}?', { name: basename(first.fsPath) })
      : l10n.t('What do you think of these {count} results?', { count: paths.length });
  const picked = await pick(listChoices(), { title, placeHolder });
  if (picked?.change !== 'note') return picked?.change;
  const note = await inputText({ title, prompt: l10n.t('Note. Leave it empty to remove the present one.') });
  return note === undefined ? undefined : { note: note === '' ? null : note };
}

function listChoices(): readonly (PickItem & { readonly change: MarkChange | 'note' })[] {
  return [
    { label: l10n.t('Star'), icon: 'star-full', change: { mark: 'star' } },
    { label: l10n.t('Reject'), icon: 'close', change: { mark: 'reject' } },
    ...[5, 4, 3, 2, 1].map((rating) => ({
      label: l10n.t('Rating {rating} of 5', { rating }),
      icon: 'graph',
      change: { rating },
    })),
    { label: l10n.t('Note...'), icon: 'note', change: 'note' },
    { label: l10n.t('Clear Mark'), icon: 'clear-all', change: noMark },
  ];
}

const expected: Readonly<Record<keyof Mark, string>> = {
  mark: '"star", "reject" or null',
  rating: 'a whole number from 1 to 5, or null',
  note: 'a string of at most 10,000 characters, or null',
};

function readChange(given: unknown): MarkChange {
  const change = parseMarkChange(given);
  if (typeof change !== 'string') return change;
  const subject = change === '' ? 'the second argument' : `"${change}"`;
  const values = Object.entries(expected).map(([key, value]) => `"${key}" is ${value}`);
  throw new CallError(`${commands.markResult}: ${subject} is not valid: ${values.join('; ')}`);
}
