import { join, resolve } from 'node:path';
import * as vscode from 'vscode';

/** What a trial of the commands starts from. */
export interface Trial {
  /** The workspace folder, which is the hostile repository. */
  readonly folder: string;
  /** Job files of the repository. */
  readonly jobFiles: readonly vscode.Uri[];
  /** Tasks of the hostile gateway, by their ids in the journal. */
  readonly tasks: readonly string[];
  /** A folder outside the repository. */
  readonly elsewhere: string;
  /** The URL of the hostile gateway. */
  readonly gateway: string;
}

/** How a command is tried. */
export interface CommandTrial {
  /** The arguments of each call, made one after the other. */
  readonly calls: (trial: Trial) => readonly (readonly unknown[])[];
  /** What the user enters in each call. */
  readonly inputs?: (trial: Trial) => readonly string[];
  /**
   * What the command may post without an answer from the user. `questions`: calls about assets, which cost nothing.
   * `requests`: in a trusted workspace, the failed requests once more, because that is what the command is for.
   */
  readonly sends: 'nothing' | 'questions' | 'requests';
  /** Whether each call is rejected. */
  readonly isRefused?: boolean;
}

const once = (): readonly (readonly unknown[])[] => [[]];
const eachFile = ({ jobFiles }: Trial): readonly (readonly unknown[])[] => jobFiles.map((file) => [file]);
/** Arguments that do not name results: the job files, and a file outside the folder that a runs file names. */
const noResult = ({ folder, jobFiles }: Trial): readonly (readonly unknown[])[] =>
  [...jobFiles.map(({ fsPath }) => fsPath), resolve(folder, '../../../etc/passwd')].map((path) => [path]);
const eachTask = ({ tasks }: Trial): readonly (readonly unknown[])[] => tasks.map((id) => [id]);
/** Marks a call in the editor of the job file, for commands that act on the active editor. */
export const inEditor = Symbol('in the editor');
const eachEditor = ({ jobFiles }: Trial): readonly (readonly unknown[])[] => jobFiles.map((file) => [inEditor, file]);

/** Every command of the manifest. The test fails for one that is missing here. */
export const commandTrials: Readonly<Record<string, CommandTrial>> = {
  'genwright.generate': { calls: eachFile, sends: 'nothing' },
  'genwright.generateAtCursor': { calls: eachEditor, sends: 'nothing' },
  'genwright.newJobFile': { calls: ({ folder }) => [[vscode.Uri.file(folder)], []], sends: 'nothing' },
  'genwright.connect': {
    calls: once,
    inputs: ({ gateway }) => [gateway, 'sk-test-0123456789abcdef', 'again'],
    sends: 'nothing',
  },
  'genwright.setApiKey': { calls: () => [['prod'], []], sends: 'nothing' },
  'genwright.removeApiKey': { calls: once, sends: 'nothing' },
  'genwright.selectProfile': { calls: once, sends: 'nothing' },
  'genwright.showBalance': { calls: once, sends: 'nothing' },
  'genwright.previewResults': { calls: eachFile, sends: 'nothing' },
  'genwright.showContactSheet': { calls: eachFile, sends: 'nothing' },
  'genwright.showAllResults': { calls: once, sends: 'nothing' },
  'genwright.searchResults': { calls: once, sends: 'nothing' },
  'genwright.exportContactSheet': { calls: eachFile, sends: 'nothing' },
  'genwright.showRequest': { calls: eachFile, sends: 'nothing' },
  'genwright.copyRequestAsCurl': { calls: eachFile, sends: 'nothing' },
  'genwright.recallJob': { calls: eachFile, sends: 'nothing' },
  'genwright.applyRecall': { calls: once, sends: 'nothing' },
  'genwright.markResult': {
    calls: (trial) => noResult(trial).map((args) => [...args, { mark: 'star' }]),
    sends: 'nothing',
    isRefused: true,
  },
  'genwright.undoMark': { calls: once, sends: 'nothing' },
  'genwright.compareResults': {
    calls: (trial) => noResult(trial).map((args) => [undefined, args]),
    sends: 'nothing',
    isRefused: true,
  },
  'genwright.deleteResult': { calls: noResult, sends: 'nothing', isRefused: true },
  'genwright.promoteResult': { calls: noResult, sends: 'nothing', isRefused: true },
  'genwright.excludeResults': { calls: noResult, sends: 'nothing', isRefused: true },
  'genwright.copyAsJob': { calls: noResult, sends: 'nothing', isRefused: true },
  'genwright.useAsInput': { calls: noResult, sends: 'nothing', isRefused: true },
  'genwright.refreshModels': { calls: once, sends: 'nothing' },
  'genwright.exportSchema': {
    calls: ({ elsewhere }) => [[], [vscode.Uri.file(join(elsewhere, 'schema.json'))]],
    sends: 'nothing',
  },
  'genwright.foldPrompts': { calls: eachEditor, sends: 'nothing' },
  'genwright.wrapPrompt': { calls: eachEditor, sends: 'nothing' },
  'genwright.unwrapPrompt': { calls: eachEditor, sends: 'nothing' },
  'genwright.explainProblem': { calls: (trial) => [['unknown-field'], ...eachEditor(trial)], sends: 'nothing' },
  'genwright.asset.list': { calls: once, sends: 'questions' },
  'genwright.asset.register': {
    calls: once,
    inputs: () => ['https://example.com/portrait.png', 'portrait'],
    sends: 'questions',
  },
  'genwright.asset.copyId': { calls: once, sends: 'questions' },
  'genwright.showLog': { calls: once, sends: 'nothing' },
  'genwright.saveAll': { calls: once, sends: 'nothing' },
  'genwright.showTasks': { calls: eachTask, sends: 'nothing' },
  'genwright.manageRuns': { calls: once, sends: 'nothing' },
  'genwright.stopRun': { calls: (trial) => [...eachFile(trial), []], sends: 'nothing' },
  'genwright.run.retryFailed': { calls: once, sends: 'nothing' },
  'genwright.run.resumeAll': { calls: once, sends: 'nothing' },
  'genwright.run.clearFinished': { calls: once, sends: 'nothing' },
  'genwright.task.preview': { calls: eachTask, sends: 'nothing' },
  'genwright.task.copyId': { calls: eachTask, sends: 'nothing' },
  'genwright.task.openJobFile': { calls: eachTask, sends: 'nothing' },
  'genwright.task.cancel': { calls: eachTask, sends: 'nothing' },
  'genwright.task.stopWatching': { calls: eachTask, sends: 'nothing' },
  'genwright.task.saveAgain': { calls: eachTask, sends: 'nothing' },
  'genwright.task.resume': { calls: eachTask, sends: 'nothing' },
  'genwright.task.retry': { calls: eachTask, sends: 'requests' },
  'genwright.task.checkBalance': { calls: eachTask, sends: 'nothing' },
  'genwright.task.resubmit': { calls: eachTask, sends: 'nothing' },
  'genwright.task.sendAgain': { calls: eachTask, sends: 'nothing' },
  'genwright.task.dismiss': { calls: eachTask, sends: 'nothing' },
  'genwright.task.locateFolder': { calls: eachTask, sends: 'nothing' },
  'genwright.task.saveTo': { calls: eachTask, sends: 'nothing' },
  'genwright.task.remove': { calls: eachTask, sends: 'nothing' },
};
