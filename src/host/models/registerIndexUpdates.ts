import * as vscode from 'vscode';
import { bundledDescription, type ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type { createLanguageService } from '../../core/language/index.ts';
import { joinSentences } from '../../core/support/text/joinSentences.ts';
import type { Log } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { Profiles } from '../adapters/profiles.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { l10n } from '../ui/l10n.ts';
import { listProblems, showMessage } from '../ui/message.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';
import type { ModelList, Refreshed } from './modelList.ts';

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

/** Keeps the model index of the selected gateway fresh while job files are in use, and tells of important changes. */
export function registerIndexUpdates(ports: IndexUpdatePorts): vscode.Disposable {
  const { models, profiles, engineHost, jobFiles, log } = ports;
  const refresh = createDailyRefresh(ports);
  const timer = createTimer(settleMs, () => {
    if (jobFiles.open().length > 0) runInBackground(refresh(), log);
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
      if (state === 'planned') runInBackground(refresh(), log);
    }),
    models.onDidRefresh((refreshed) => runInBackground(tell(refreshed, ports), log)),
  );
}

const dayMs = 24 * 60 * 60_000;
/**
 * Minimum time between two attempts, so that a gateway that is down is not queried each time the user opens a job file.
 */
const retryMs = 60 * 60_000;

/** Returns what refreshes the models at most once a day. It is called while the user works with job files. */
function createDailyRefresh({ models, profiles }: IndexUpdatePorts): () => Promise<void> {
  const askedAt = new Map<string, number>();
  return async () => {
    const profile = profiles.find(profiles.selectedName());
    // The sandbox publishes only what Genwright knows anyway.
    if (profile?.kind !== 'gateway' || profile.docsUrl === null) return;
    await models.load();
    const key = `${profile.name} ${profile.docsUrl}`;
    const now = Date.now();
    if (now - (askedAt.get(key) ?? -retryMs) < retryMs) return;
    askedAt.set(key, now);
    await models.refresh({ maxAgeMs: dayMs });
  };
}

/** Shows one message, with a button that leads to the problems. */
async function tell({ profile, before, copy }: Refreshed, { loadLanguage, jobFiles, log }: IndexUpdatePorts) {
  const change = describeChange(before?.index ?? bundledDescription, copy.index, profile);
  if (change === null) return;
  const { createLanguageService } = await loadLanguage();
  const texts = jobFiles.open().map((document) => document.getText());
  const [old, now] = [before?.index ?? null, copy.index].map((models) => createLanguageService({ models }));
  const problemsOf = (service: typeof now, text: string): readonly string[] =>
    (service?.open('job.gen.yaml', text).problems() ?? []).map(({ code, message }) => `${code} ${message}`);
  const affected = texts.filter((text) => {
    const known = new Set(problemsOf(old, text));
    return problemsOf(now, text).some((problem) => !known.has(problem));
  });
  const text = joinSentences([change, describeAffected(affected.length, texts.length)]);
  showMessage('information', { text, actions: [listProblems()] }, log);
}

/** The two facts whose change matters to users who have job files. */
type Description = Pick<ModelIndex, 'version' | 'breakingSince'>;

/**
 * Describes a change of the gateway's description. Each change is described once, because the next copy is compared
 * with this one, and the first copy with the description that ships with Genwright. Null if nothing has changed.
 */
function describeChange(before: Description, { version, breakingSince }: Description, profile: string): string | null {
  if (breakingSince !== null && breakingSince !== before.breakingSince) {
    return l10n.t('{profile} announces breaking changes since {date}.', { profile, date: breakingSince });
  }
  if (version !== null && version !== before.version) {
    return l10n.t('{profile} has published version {version} of its API.', { profile, version });
  }
  return null;
}

function describeAffected(count: number, openCount: number): string {
  if (openCount === 0) return l10n.t('The next time you open your job files, look at their problems.');
  return count === 0
    ? l10n.t('Your open job files have no new problems.')
    : l10n.t('Open job files with new problems: {count}.', { count });
}
