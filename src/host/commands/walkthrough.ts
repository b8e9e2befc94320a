import * as vscode from 'vscode';
import type { EngineHost } from '../adapters/engineHost.ts';
import { contextKeys } from '../ids.ts';

/** Completes the steps of the walkthrough, each by its own context key. */
export interface Walkthrough extends vscode.Disposable {
  /** The path of the sample that the first step generates. Its first result completes that step. */
  expectSample(path: string): void;
  /** New Job File has opened a file for the user to write. */
  completeWrite(): void;
}

export function createWalkthrough({ onDidChangeTask }: EngineHost): Walkthrough {
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
    expectSample: (path) => void expected.add(path),
    completeWrite: () => complete(contextKeys.hasWritten),
    dispose: () => listener.dispose(),
  };
}
