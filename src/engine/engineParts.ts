import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createArtifactSaver } from '../artifacts/artifactSaver.ts';
import { createDisposable, emptyDisposable } from '../core/support/disposable.ts';
import { redact } from '../core/support/text/redact.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import { emptyAccount } from '../core/task/money/account.ts';
import { openTarget } from '../core/task/openTarget.ts';
import type { Log } from '../core/task/ports.ts';
import { createTaskEngine } from '../core/task/taskEngine.ts';
import { createAssets } from '../gateway/assets/assets.ts';
import { createGateway } from '../gateway/gateway.ts';
import { hideSecrets, listSecrets } from '../gateway/hideSecrets.ts';
import { buildKeyHeaders, createHttp, type CallApi } from '../gateway/http.ts';
import { createDispatchers } from '../node/network/dispatchers.ts';
import { nodeFileSystem } from '../node/files/fileSystem.ts';
import { createPatientFileSystem } from '../node/files/patientFileSystem.ts';
import { createEngineProcesses } from '../node/processes/engineProcesses.ts';
import { nodeProcesses } from '../node/processes/nodeProcesses.ts';
import { sha256 } from '../node/sha256.ts';
import { backgroundClock, systemClock } from '../node/systemClock.ts';
import { createInputReader } from '../planning/inputReader.ts';
import { createModelIndexes } from '../planning/modelIndexes.ts';
import { createInputFacts } from '../planning/planFiles.ts';
import type { PlannerPorts } from '../planning/planJobFile.ts';
import { createIndexStore } from '../storage/indexStore.ts';
import { createJournal } from '../storage/journal/journal.ts';
import { createLedger } from '../storage/ledger.ts';
import { createMarksFile } from '../storage/marksFile.ts';
import { createOpenTasks } from '../storage/openTasks.ts';
import { createReachedOrigins } from '../storage/reachedOrigins.ts';
import { createRunsFile } from '../storage/runsFile.ts';
import { createSpool } from '../storage/spool.ts';
import { createThumbnailStore } from '../storage/thumbnailStore.ts';
import { createBalances } from './balances.ts';
import type { EnginePorts } from './engine.ts';
import { createParsers, createParserThread } from './parser.ts';

/** Limit for name lookup, connection and TLS together. Until then, no byte of a request has left. */
const connectTimeoutMs = 10_000;
/** Limit between two chunks. A large file may take any time. */
const downloadIdleTimeoutMs = 60_000;

/**
 * The composition root of the part `engine`: builds the adapters and passes them to the task engine. Everything that
 * touches the network uses the same two dispatchers, and what a gateway said is searched for secrets again before it is
 * logged, journaled or recorded. There is no other way out.
 */
export function createEngineParts(ports: EnginePorts) {
  const system = createSystem(ports);
  const { files, processes, clock, realClock, log, createId, random } = system;
  const openProfile = (name: string) => ports.openProfile(name);
  /** For calls that are not a task. */
  const openGateway = async (name: string) => {
    const opened = await openTarget({ profile: name, origin: null }, openProfile);
    return opened.ok ? opened.target : opened;
  };
  const disk = createDisk(ports, system, (): Promise<unknown> => Promise.all([spool.flush(), tasks.tellOpen()]));
  const { journal, spool, ledger, runsFile, openTasks, marksFile, thumbnails, reached } = disk;
  const { dispatchers, callApi, userAgent } = createNetwork(ports, system, (origin) => reached.add(origin));
  const thread = createParserThread({ log });
  const { media, parseDocument } = createParsers(ports.parse ?? thread.run);
  const balance = createBalances(callApi, { openGateway, clock });
  const saving = { dispatchers, spool, media, files, processes, clock, realClock, userAgent };
  // From here on, core works with ports alone.
  const tasks = createTaskEngine({
    gateway: { ...createGateway({ callApi, clock, closeIdle: dispatchers.closeIdle }), buildKeyHeaders },
    journal,
    artifacts: createArtifactSaver({ ...saving, idleTimeoutMs: downloadIdleTimeoutMs }),
    spool,
    runsFile,
    openTasks,
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
  const store = disk.indexStore;
  const models = createModelIndexes({ store, dispatchers, parseDocument, userAgent, clock, log, openProfile });
  const assets = createAssets(callApi, openGateway);
  const planner: PlannerPorts = {
    runsFile,
    openTasks,
    journal,
    readAccount: () =>
      tasks.readAccount().catch((error: unknown) => {
        log.error(`The account cannot be read: ${String(error)}`);
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
    system.writer.dispose();
    dispatchers.dispose();
  });
  const kept = { runsFile, marksFile, thumbnails };
  return { tasks, journal, balance, models, assets, ...kept, planner, media, files, createId, ...disposal };
}

type System = ReturnType<typeof createSystem>;

/** Adds the defaults of this process to the ports. */
function createSystem(ports: EnginePorts) {
  const { clock = systemClock, realClock = backgroundClock, processes = nodeProcesses } = ports;
  const { createId = randomUUID, random = Math.random } = ports;
  const files = createPatientFileSystem(ports.files ?? nodeFileSystem, clock);
  const secrets = new Set<string>();
  const log = redactLog(ports.log, secrets);
  // The names of part files are too short for the identity of an engine, and their process is as good.
  const writer = ports.processes ? { ...ports.processes, ...emptyDisposable } : createEngineProcesses();
  return { files, processes, writer, clock, realClock, log, createId, random, secrets };
}

/** Builds everything that is remembered on disk. */
function createDisk({ storageDir, modelsDir }: EnginePorts, system: System, onBeat: () => Promise<unknown>) {
  const { files, processes, writer, clock, realClock, log, secrets } = system;
  const inStorage = (name: string): string => join(storageDir, name);
  const shared = { files, processes: writer, clock: realClock, log };
  const ownJournal = createJournal({ folder: storageDir, ...shared, onBeat });
  const spool = createSpool({ folder: inStorage('spool'), journalFolder: storageDir, ...shared });
  const journal: typeof ownJournal = {
    ...ownJournal,
    append: (records) => ownJournal.append(records.map((each) => hideSaid(each, secrets))),
  };
  const plainRunsFile = createRunsFile({ files, processes });
  const runsFile: typeof plainRunsFile = {
    ...plainRunsFile,
    append: (record, place) => plainRunsFile.append(hideSaid(record, secrets), place),
  };
  return {
    journal,
    spool,
    ledger: createLedger({ folder: inStorage('ledger'), files, processes, clock }),
    runsFile,
    openTasks: createOpenTasks({ files, processes, log }),
    marksFile: createMarksFile({ files, processes, clock }),
    thumbnails: createThumbnailStore({ folder: inStorage('thumbnails'), files, nowMs: () => clock.now() }),
    indexStore: createIndexStore(modelsDir ?? inStorage('models'), files),
    reached: createReachedOrigins({ file: inStorage('reached-origins.txt'), files, log }),
  };
}

/** Builds everything that touches the network. `onResponse` gets the origin of each response. */
function createNetwork(ports: EnginePorts, { realClock, log, secrets }: System, onResponse: (origin: string) => void) {
  const userAgent = `genwright/${ports.version}`;
  const dispatchers =
    ports.dispatchers ?? createDispatchers({ connectTimeoutMs, network: ports.network, environment: process.env });
  const send = createHttp({ dispatchers, userAgent, clock: realClock, log, onResponse });
  const callApi: CallApi = (target, ...call) => {
    for (const each of listSecrets(target)) secrets.add(each);
    return send(target, ...call);
  };
  return { userAgent, dispatchers, callApi };
}

/** What a gateway can say in a record of the journal or of a runs file. Everything else is of the job file, or an id. */
const said: ReadonlySet<string> = new Set(['error', 'cut', 'text', 'title', 'lyrics', 'statusWord', 'results']);

function hideSaid<T extends object>(record: T, secrets: Iterable<string>): T {
  const found = Object.fromEntries(Object.entries(record).filter(([name]) => said.has(name)));
  return { ...record, ...hideSecrets(found, [...secrets]) };
}

/** The last line of defense: whatever a part writes, no key gets into the log. */
function redactLog(log: Log, secrets: Iterable<string>): Log {
  const hide = (message: string): string => redact(hideSecrets(message, [...secrets]));
  return {
    info: (message) => log.info(hide(message)),
    warn: (message) => log.warn(hide(message)),
    error: (message) => log.error(hide(message)),
  };
}
