import type * as vscode from 'vscode';
import { parseMarkChange, type Mark, type MarkChange } from '../../../core/artifact/marks.ts';
import { commands } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { CallError, rejectAsCall } from '../commandError.ts';
import { askForMark } from './askForMark.ts';
import { findResults, hashResult, readArtifacts } from './findResult.ts';

/** Keeps what the user thinks of results. Costs nothing and sends nothing, so no trust is needed. */
export function createMarkHandlers({ engineHost }: Pick<Services, 'engineHost'>) {
  // Hashing takes as long as the file is large, and marks belong in the order of the calls.
  let last: Promise<unknown> = Promise.resolve();
  const mark = async (paths: readonly vscode.Uri[], change: MarkChange): Promise<void> => {
    const engine = await engineHost.engine();
    for (const result of await findResults(paths, engine)) {
      const { jobFile, boundary } = result;
      await engine.mark({ jobFile: jobFile.fsPath, boundary, sha256: await hashResult(result) }, change);
    }
  };
  return {
    /** Asks for the change unless it is given. Menus pass the selected files instead. */
    [commands.markResult]: async (target: unknown, given: unknown) => {
      const paths = readArtifacts(commands.markResult, target, given);
      const isAsked = given === undefined || Array.isArray(given);
      const change = isAsked ? await askForMark(paths) : readChange(given);
      if (!change) return;
      const done = last.then(() => mark(paths, change));
      last = done.catch(() => undefined);
      await rejectAsCall(done);
    },
  };
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
