import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { redact } from '../core/support/text/redact.ts';
import { createDisposable } from '../core/support/disposable.ts';
import { emptyAccount } from '../core/task/money/account.ts';
import type { Log } from '../core/task/ports.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import { createTaskEngine } from '../core/task/taskEngine.ts';
import type { EnginePorts } from './engine.ts';
import { createDispatchers } from '../gateway/network/dispatchers.ts';
import { createAssets } from '../gateway/assets/assets.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createHttp } from '../gateway/http.ts';
import { nodeFileSystem } from '../node/files/fileSystem.ts';
import { createPatientFileSystem } from '../node/files/patientFileSystem.ts';
import { createInputFacts } from '../planning/inputs/inputFacts.ts';
import { createIndexStore } from '../storage/indexStore.ts';
import { createJournal } from '../storage/journal/journal.ts';
import { createLedger } from '../storage/ledger.ts';
import { createReachedOrigins } from '../storage/reachedOrigins.ts';
import { createInputReader } from '../planning/inputs/readInput.ts';
import { nodeProcesses } from '../node/processes/nodeProcesses.ts';
import { createRunsFile } from '../storage/runsFile.ts';
import { createSpool } from '../storage/spool.ts';
import { createArtifactSaver } from '../artifacts/artifactSaver.ts';
import { createBalances } from './balances.ts';
import { createModelIndexes } from '../planning/models/modelIndexes.ts';
import { openTarget } from './openTarget.ts';
import { createParsers, parserFile, type ParserFacts, type ParserJob } from './parser/parserJob.ts';
import { createParserThread } from '../node/parserThread.ts';
import { sha256, type PlannerPorts } from '../planning/planner.ts';
import { backgroundClock, systemClock } from '../node/systemClock.ts';

/** Limit for name lookup, connection and TLS together. Until then, no byte of a request has left. */
const connectTimeoutMs = 10_000;
/** Limit between two chunks. A large file may take any time. */
const downloadIdleTimeoutMs = 60_000;

/**
 * Builds the adapters and passes them to the task engine. Everything that touches the network uses the same two
 * dispatchers, and everything that is logged passes through `redactLog`. There is no other way out.
 */
export function createParts(ports: EnginePorts) {
  const { storageDir, version, processes = nodeProcesses } = ports;
  const { clock = systemClock, realClock = backgroundClock, createId = randomUUID, random = Math.random } = ports;
  const openProfile = (name: string) => ports.openProfile(name);
  const log = redactLog(ports.log);
  const userAgent = `genwright/${version}`;
  const dispatchers =
    ports.dispatchers ?? createDispatchers({ connectTimeoutMs, network: ports.network, environment: process.env });
  const files = createPatientFileSystem(ports.files ?? nodeFileSystem, clock);
  const reached = createReachedOrigins({ file: join(storageDir, 'reached-origins.txt'), files, log });
  const callApi = createHttp({
    dispatchers,
    userAgent,
    clock: realClock,
    log,
    onResponse: (origin) => reached.add(origin),
  });
  const runsFile = createRunsFile({ files, processes });
  // The real clock, because a thread takes real time, whatever clock the tasks use.
  const thread = createParserThread<ParserJob, ParserFacts>({ file: parserFile(), clock: systemClock, log });
  const { media, parseDocument } = createParsers(ports.parse ?? thread.run);
  const system = { files, processes, clock: realClock, log };
  const journal = createJournal({ folder: storageDir, ...system, onBeat: () => spool.flush() });
  const spool = createSpool({ folder: join(storageDir, 'spool'), journalFolder: storageDir, ...system });
  const ledger = createLedger({ folder: join(storageDir, 'ledger'), files, processes, clock });
  const balance = createBalances(callApi, { openProfile, clock });
  // From here on, core works with ports alone.
  const tasks = createTaskEngine({
    gateway: createGateway({ callApi, clock, closeIdle: dispatchers.closeIdle }),
    journal,
    artifacts: createArtifactSaver({
      dispatchers,
      spool,
      media,
      files,
      processes,
      clock,
      realClock,
      userAgent,
      idleTimeoutMs: downloadIdleTimeoutMs,
    }),
    spool,
    runsFile,
    inputs: createInputReader({ media, files }),
    ledger,
    balances: balance.seen,
    clock,
    log,
    openProfile,
    wasReached: (origin) => reached.has(origin),
    settings: () => ports.settings(),
    onNearBudget: ports.onNearBudget,
    onRunsFileBlocked: ports.onRunsFileBlocked,
    onUnwritten: ports.onUnwritten,
    sha256,
    createId,
    random,
  });
  const store = createIndexStore(ports.modelsDir ?? join(storageDir, 'models'), files);
  const models = createModelIndexes({ store, dispatchers, parseDocument, userAgent, clock, log, openProfile });
  const assets = createAssets(callApi, (name) => openTarget(name, openProfile));
  const planner: PlannerPorts = {
    runsFile,
    journal,
    readAccount: () =>
      tasks.readAccount().catch((error: unknown) => {
        log.error(`What was spent cannot be read: ${String(error)}`);
        return emptyAccount;
      }),
    files,
    inputs: createInputFacts({ media, files }),
    clock,
    createId,
    readCatalog: (profile) => models.readCatalog(profile),
    settings: () => ports.settings(),
    // A profile that cannot be opened now exists anyway, so its name is not reported as wrong.
    hasProfile: async (name) => name === sandboxProfile || (await openProfile(name).catch(() => true)) !== null,
    entries: () => tasks.store.list(),
  };
  // The order matters: work in progress ends first, so that it uses nothing that is already closed.
  const disposal = createDisposable(() => {
    tasks.dispose();
    thread.dispose();
    journal.dispose();
    dispatchers.dispose();
  });
  return { tasks, journal, balance, models, assets, runsFile, planner, media, files, createId, ...disposal };
}

/** The last line of defense: whatever a part writes, no key gets into the log. */
function redactLog(log: Log): Log {
  return {
    info: (message) => log.info(redact(message)),
    warn: (message) => log.warn(redact(message)),
    error: (message) => log.error(redact(message)),
  };
}
