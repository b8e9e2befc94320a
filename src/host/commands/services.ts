import type * as vscode from 'vscode';
import type { Consents } from '../../engine/index.ts';
import type { AccountReader } from '../account/accountReader.ts';
import type { BalanceStore } from '../account/balanceStore.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { KeyStore } from '../adapters/keyStore.ts';
import type { LogChannel } from '../adapters/log.ts';
import type { Profiles } from '../adapters/profiles.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import type { Diagnostics } from '../language/diagnostics.ts';
import type { LanguageHost } from '../language/languageHost.ts';
import type { ModelList } from '../models/modelList.ts';
import type { Preview } from '../preview/preview.ts';
import type { ReadOnlyTexts } from '../ui/readOnlyTexts.ts';
import type { TaskTree } from '../tasks/taskTree.ts';
import type { Walkthrough } from './newJobFile/walkthrough.ts';

/** What commands and views work with. The composition root builds it once. */
export interface Services {
  /** The folder where the extension is installed. */
  readonly extensionUri: vscode.Uri;
  readonly log: LogChannel;
  readonly profiles: Profiles;
  readonly keyStore: KeyStore;
  readonly engineHost: EngineHost;
  readonly jobFiles: JobFiles;
  readonly language: LanguageHost;
  readonly diagnostics: Diagnostics;
  readonly models: ModelList;
  readonly balance: BalanceStore;
  readonly account: AccountReader;
  readonly texts: ReadOnlyTexts;
  readonly consents: Consents;
  readonly preview: Preview;
  readonly taskTree: TaskTree;
  readonly walkthrough: Walkthrough;
}
