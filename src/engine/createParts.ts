import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { redact } from '../core/support/redact.ts';
import { createDisposable } from '../core/support/disposable.ts';
import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { Log } from '../core/task/ports.ts';
import { createTaskEngine } from '../core/task/taskEngine.ts';
import { messageOf } from '../core/task/watch.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import { createDispatchers } from '../gateway/dispatchers.ts';
import { createAssets } from '../gateway/assets/assets.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createHttp, type CallApi } from '../gateway/http.ts';
import { readBalance, type BalanceAnswer } from '../gateway/readBalance.ts';
import { createFileHashes } from '../storage/fileHashes.ts';
import { createIndexStore } from '../storage/indexStore.ts';
import { createJournal } from '../storage/journal.ts';
import { createInputReader } from '../storage/readInput.ts';
import { createRunsFile } from '../storage/runsFile.ts';
import { createRunsHistory } from '../storage/runsHistory.ts';
import { createSpool } from '../storage/spool.ts';
import { createArtifactSaver } from './artifactSaver.ts';
import { createModelIndexes } from './modelIndexes.ts';
import { sha256, type PlannerPorts } from './planner.ts';
import { systemClock } from './systemClock.ts';

const connectTimeoutMs = 10_000;
const downloadIdleTimeoutMs = 60_000;

/** Builds the adapters and puts them into the task engine. */
export function createParts(ports: EnginePorts) {
  const { storageDir, version, clock = systemClock } = ports;
  const openProfile = (name: string) => ports.openProfile(name);
  const log = redactLog(ports.log);
  const userAgent = `genwright/${version}`;
  const dispatchers = createDispatchers({ connectTimeoutMs, network: ports.network, environment: process.env });
  const callApi = createHttp({ dispatcher: dispatchers.named, userAgent, clock, log });
  const runsFile = createRunsFile();
  const journal = createJournal({ folder: storageDir, clock, log });
  const spool = createSpool(join(storageDir, 'spool'), log);
  const history = createRunsHistory(() => clock.now());
  const tasks = createTaskEngine({
    gateway: createGateway({ callApi, clock }),
    journal,
    artifacts: createArtifactSaver({
      dispatchers,
      spool,
      runsFile,
      clock,
      userAgent,
      idleTimeoutMs: downloadIdleTimeoutMs,
    }),
    spool,
    runsFile,
    inputs: createInputReader(),
    history,
    clock,
    log,
    openProfile,
    settings: () => ports.settings(),
    onNearBudget: ports.onNearBudget,
    sha256,
    createId: randomUUID,
    random: Math.random,
  });
  const store = createIndexStore(ports.modelsDir ?? join(storageDir, 'models'));
  const models = createModelIndexes({ store, dispatchers, userAgent, clock, log, openProfile });
  const assets = createAssets(callApi, (name) => openTarget(name, openProfile));
  const planner: PlannerPorts = {
    runsFile,
    journal,
    history,
    hashes: createFileHashes(),
    clock,
    readCatalog: (profile) => models.readCatalog(profile),
    settings: () => ports.settings(),
    entries: () => tasks.store.list(),
  };
  const disposal = createDisposable(() => {
    tasks.dispose();
    dispatchers.dispose();
  });
  return { tasks, balance: createBalance(callApi, openProfile), models, assets, runsFile, planner, ...disposal };
}

interface BalanceReader {
  readonly check: Engine['checkGateway'];
  readonly read: Engine['readBalance'];
}

/** Answers to the question how much is left, with a stored key and with one that is only tried. */
function createBalance(callApi: CallApi, openProfile: EnginePorts['openProfile']): BalanceReader {
  return {
    check: ({ baseUrl, apiKey }, signal) => readBalance(callApi, { baseUrl, key: apiKey }, signal),
    read: async (name, signal) => {
      const target = await openTarget(name, openProfile);
      return 'ok' in target ? target : readBalance(callApi, target, signal);
    },
  };
}

async function openTarget(
  name: string,
  openProfile: EnginePorts['openProfile'],
): Promise<GatewayTarget | Extract<BalanceAnswer, { ok: false }>> {
  try {
    const profile = await openProfile(name);
    if (!profile) return { ok: false, error: { code: 'profile-unknown', message: name } };
    const key = await profile.readKey();
    if (key === undefined || key === '') return { ok: false, error: { code: 'key-missing', message: '' } };
    return { baseUrl: profile.baseUrl, key };
  } catch (error) {
    return { ok: false, error: { code: 'gateway-unreachable', message: messageOf(error) } };
  }
}

/** The last line of defence: whatever a part writes, no key gets into the log. */
function redactLog(log: Log): Log {
  return {
    info: (message) => log.info(redact(message)),
    warn: (message) => log.warn(redact(message)),
    error: (message) => log.error(redact(message)),
  };
}
