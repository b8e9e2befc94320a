import * as vscode from 'vscode';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { contextKeys } from '../../ids.ts';

/** Completes the steps of the walkthrough, each by its own context key. */
export type Walkthrough = ReturnType<typeof createWalkthrough>;

export function createWalkthrough({ onDidChangeTask }: EngineHost) {
  const expected = new Set<string>();
  /** Ids of the tasks that made samples. A task changes again after it was saved. */
  const sampleTasks = new Set<string>();
  const completed = new Set<string>();
  const complete = (key: string): void => {
    if (completed.has(key)) return;
    completed.add(key);
    void vscode.commands.executeCommand('setContext', key, true);
  };
  const listener = onDidChangeTask(({ id, state, jobFile }) => {
    if (state !== 'saved' || sampleTasks.has(id)) return;
    if (!expected.delete(jobFile)) return complete(contextKeys.hasResult);
    sampleTasks.add(id);
    complete(contextKeys.hasSample);
  });
  return {
    /** The path of the sample that the first step generates. Its first result completes that step. */
    expectSample: (path: string): void => void expected.add(path),
    /** New Job File has opened a file for the user to write. */
    completeWrite: (): void => complete(contextKeys.hasWritten),
    dispose: (): void => listener.dispose(),
  };
}
