/** All names that the manifest and the code share. A unit test compares them in both directions. */
export const commands = {
  generate: 'genwright.generate',
  generateAtCursor: 'genwright.generateAtCursor',
  newJobFile: 'genwright.newJobFile',
  connect: 'genwright.connect',
  setApiKey: 'genwright.setApiKey',
  removeApiKey: 'genwright.removeApiKey',
  selectProfile: 'genwright.selectProfile',
  showBalance: 'genwright.showBalance',
  previewResults: 'genwright.previewResults',
  showContactSheet: 'genwright.showContactSheet',
  showAllResults: 'genwright.showAllResults',
  showRequest: 'genwright.showRequest',
  copyRequestAsCurl: 'genwright.copyRequestAsCurl',
  recallJob: 'genwright.recallJob',
  applyRecall: 'genwright.applyRecall',
  markResult: 'genwright.markResult',
  undoMark: 'genwright.undoMark',
  compareResults: 'genwright.compareResults',
  deleteResult: 'genwright.deleteResult',
  promoteResult: 'genwright.promoteResult',
  excludeResults: 'genwright.excludeResults',
  copyAsJob: 'genwright.copyAsJob',
  useAsInput: 'genwright.useAsInput',
  refreshModels: 'genwright.refreshModels',
  searchResults: 'genwright.searchResults',
  exportContactSheet: 'genwright.exportContactSheet',
  exportSchema: 'genwright.exportSchema',
  foldPrompts: 'genwright.foldPrompts',
  wrapPrompt: 'genwright.wrapPrompt',
  unwrapPrompt: 'genwright.unwrapPrompt',
  explainProblem: 'genwright.explainProblem',
  assetList: 'genwright.asset.list',
  assetRegister: 'genwright.asset.register',
  assetCopyId: 'genwright.asset.copyId',
  showLog: 'genwright.showLog',
  saveAll: 'genwright.saveAll',
  showTasks: 'genwright.showTasks',
  manageRuns: 'genwright.manageRuns',
  stopRun: 'genwright.stopRun',
  runRetryFailed: 'genwright.run.retryFailed',
  runResumeAll: 'genwright.run.resumeAll',
  runClearFinished: 'genwright.run.clearFinished',
  taskPreview: 'genwright.task.preview',
  taskCancel: 'genwright.task.cancel',
  taskStopWatching: 'genwright.task.stopWatching',
  taskResume: 'genwright.task.resume',
  taskRetry: 'genwright.task.retry',
  taskCheckBalance: 'genwright.task.checkBalance',
  taskResubmit: 'genwright.task.resubmit',
  taskSendAgain: 'genwright.task.sendAgain',
  taskDismiss: 'genwright.task.dismiss',
  taskSaveAgain: 'genwright.task.saveAgain',
  taskCopyId: 'genwright.task.copyId',
  taskOpenJobFile: 'genwright.task.openJobFile',
  taskRemove: 'genwright.task.remove',
  taskLocateFolder: 'genwright.task.locateFolder',
  taskSaveTo: 'genwright.task.saveTo',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

/**
 * The commands that are refused in Restricted Mode before they do anything, because they always send a request that may
 * cost money. A command that sends only some of the time is stopped by `guardEngine` of `commands/trust.ts`.
 */
export const needsTrust: ReadonlySet<CommandId> = new Set([
  commands.generate,
  commands.generateAtCursor,
  commands.assetRegister,
  commands.taskRetry,
  commands.taskResubmit,
  commands.taskSendAgain,
  commands.runRetryFailed,
]);

/** Settings by their name after the prefix `genwright.`. */
export const settings = {
  profiles: 'profiles',
  profile: 'profile',
  unchanged: 'unchanged',
  strict: 'strict',
  confirmRequests: 'confirm.requests',
  confirmUsd: 'confirm.usd',
  budgetRunUsd: 'budget.runUsd',
  budgetDayUsd: 'budget.dayUsd',
  prices: 'prices',
  envAllow: 'env.allow',
  concurrency: 'concurrency',
  pollMaxMinutes: 'poll.maxMinutes',
  submitRetryOn5xx: 'submit.retryOn5xx',
  downloadMaxMegabytes: 'download.maxMegabytes',
  outputMetadata: 'output.metadata',
  previewOpenWhenDone: 'preview.openWhenDone',
  codeLens: 'codeLens',
  statusBar: 'statusBar',
  wordWrap: 'wordWrap',
  filesExclude: 'files.exclude',
} as const;

export type SettingName = keyof typeof settings;

/** The views of the container "Genwright" in the activity bar, from top to bottom. */
export const views = {
  tasks: 'genwright.tasks',
  models: 'genwright.models',
  account: 'genwright.account',
} as const;

/** Context keys that `when` clauses of the manifest read. */
export const contextKeys = {
  /** `ready`, `key-missing` or `profile-unknown`: picks the welcome text of the Account view. */
  account: 'genwright.account',
  /** A result of a run that the user started was saved in this window: completes a step of the walkthrough. */
  hasResult: 'genwright.hasResult',
  /** The sample of the walkthrough was generated. */
  hasSample: 'genwright.hasSample',
  /** New Job File has opened a file to write. */
  hasWritten: 'genwright.hasWritten',
  /** Some tasks are `unsaved`. */
  hasUnsaved: 'genwright.hasUnsaved',
  /** The Tasks view has tasks. */
  hasTasks: 'genwright.hasTasks',
  /** Tasks of this window run or wait. */
  isRunning: 'genwright.isRunning',
  /** Paths of the known job files, for `resourcePath in genwright.jobFiles`. Not set if there are none. */
  jobFiles: 'genwright.jobFiles',
  /** Paths of recorded results, for `resourcePath in genwright.results`. */
  results: 'genwright.results',
} as const;

/** Values of `viewItem` other than those of tasks. A task lists its actions there. */
export const viewItems = {
  model: 'model',
  profile: 'profile',
} as const;

/** Schemes of read-only documents: requests as they would be sent, and earlier versions of job files. */
export const textSchemes = {
  request: 'genwright-request',
  recall: 'genwright-recall',
} as const;

/** Scheme of the pages that explain a problem: `genwright-problem:/unknown-field.md`. */
export const problemScheme = 'genwright-problem';
