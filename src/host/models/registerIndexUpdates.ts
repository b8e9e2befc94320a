import * as vscode from 'vscode';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type { createLanguageService } from '../../core/language/index.ts';
import { joinSentences } from '../../core/support/text/joinSentences.ts';
import type { Log } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { Profiles } from '../adapters/profiles.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { showMessage } from '../ui/message.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import { countAffected, describeAffected, describeIndexChange } from './indexChange.ts';
import { createDailyRefresh, type ModelList, type RefreshedModels } from './modelList.ts';

interface IndexUpdatePorts {
  readonly models: ModelList;
  readonly profiles: Pick<Profiles, 'selectedName' | 'find' | 'onDidChange'>;
  readonly engineHost: Pick<EngineHost, 'onDidChangeTask'>;
  readonly loadLanguage: () => Promise<{ readonly createLanguageService: typeof createLanguageService }>;
  readonly jobFiles: Pick<JobFiles, 'has' | 'open' | 'onDidChange'>;
  readonly log: Log;
}

/** Delay in ms, so that a refresh slows down neither startup nor the opening of a file. */
const settleMs = 2_000;

/**
 * Keeps the model index of the selected gateway fresh while job files are in use, and notifies the user of important
 * changes.
 */
export function registerIndexUpdates(ports: IndexUpdatePorts): vscode.Disposable {
  const { models, profiles, engineHost, jobFiles, log } = ports;
  const daily = createDailyRefresh({ models, profiles, now: Date.now });
  const timer = createTimer(settleMs, () => {
    if (jobFiles.open().length > 0) runInBackground(daily.use(), log);
  });
  const start = (): void => timer.start();
  start();
  return vscode.Disposable.from(
    timer,
    jobFiles.onDidChange(start),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor && jobFiles.has(editor.document)) start();
    }),
    profiles.onDidChange(start),
    engineHost.onDidChangeTask(({ state }) => {
      if (state === 'planned') runInBackground(daily.use(), log);
    }),
    models.onDidRefresh((refreshed) => runInBackground(tell(refreshed, ports), log)),
  );
}

/** Shows one message, with a button that leads to the problems. */
async function tell(
  { profile, outcome }: RefreshedModels,
  { loadLanguage, jobFiles, log }: IndexUpdatePorts,
): Promise<void> {
  const { before, copy } = outcome;
  const move = describeIndexChange(before?.index ?? null, copy.index, profile);
  if (move === null) return;
  const texts = jobFiles.open().map((document) => document.getText());
  const { createLanguageService } = await loadLanguage();
  const serviceOf = (index: ModelIndex | null) => createLanguageService({ models: index });
  const count = countAffected(texts, serviceOf(before?.index ?? null), serviceOf(copy.index));
  const text = joinSentences([move, describeAffected(count, texts.length)]);
  const action = { title: l10n.t('Show Problems'), command: 'workbench.actions.view.problems' } as const;
  showMessage('information', { text, actions: [action] }, log);
}
