// The public interface of the engine. The hosts import nothing else of the gateway, storage, artifacts, planning and
// engine folders. `download`, `runJobFile` and `createPollSchedule` are exported for programs in plain Node.

export { createEngine } from './createEngine.ts';
export type { Engine, EnginePorts } from './engine.ts';
export { downloadFile as download } from '../artifacts/downloadFile.ts';
export { carryOutMerge } from '../storage/merge/carryOutMerge.ts';
export { findLineFiles } from '../storage/merge/findLineFiles.ts';
export { planMerge } from '../storage/merge/planMerge.ts';
export { openShardMemory, type ShardMemory } from '../storage/shardMemory.ts';
export { parseShardPlan, type ShardPlan } from '../storage/parseShardPlan.ts';
export { createTaskAwaiter } from './generate/taskAwaiter.ts';
export { findGraceMs, runJobFile, type RunJobFileOptions } from './runJobFile.ts';
export { createPollSchedule, type PollFacts } from '../core/task/poll/pollSchedule.ts';
export type * from './generate/press.ts';
export type { RecordedIn, Relocation, Rename, SelectedFolder } from './moves.ts';
export type { LocalFile, LocalResult, PlanSource, JobFilePlan } from '../planning/jobFilePlan.ts';
export type { Earlier, GivenResult } from '../core/task/model/earlier.ts';
export type { Run, RunOrder, RunOrderPart } from '../core/task/run/startRun.ts';
export type { Account, Spending } from '../core/task/money/account.ts';
export type { NearBudget } from '../core/task/money/budgetKeeper.ts';
export type { Estimate } from '../core/jobFile/request.ts';
export type { Estimator } from '../core/task/money/estimate.ts';
export type { OpenProfile } from '../core/task/gatewayPort.ts';
export type { MarkedResult } from '../storage/marksFile.ts';
export type { EngineSettings, Log, RunsFileFailure } from '../core/task/ports.ts';
export type { IndexCopy, ModelIndexes, RefreshOutcome } from '../planning/modelIndexes.ts';
export type { Asset, AssetKind } from '../gateway/assets/assets.ts';
export type { AssetOutcome, AssetRegistration, Assets } from '../gateway/assets/assets.ts';
export type { NetworkSettings } from '../node/network/network.ts';
export type { Balance, BalanceOutcome } from '../gateway/readBalance.ts';
export type { MediaCodecs } from '../artifacts/media/mediaReader.ts';
