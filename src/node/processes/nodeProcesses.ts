import { createHash, randomInt } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { systemCode } from '../files/systemCode.ts';
import { createProcesses, type ProcessFacts } from './processes.ts';

/**
 * If boots have no ids, two boots of a machine whose times differ by at most this are the same, because clocks drift.
 */
const sameBootSeconds = 10;

const base = { pid: process.pid, isAlive, bootedAt: () => Date.now() - uptime() * 1_000 };

/** This process as the system describes it. */
export const nodeProcesses = createProcesses(readFacts());

function readFacts(): ProcessFacts {
  switch (process.platform) {
    case 'linux':
      return readLinux();
    case 'darwin':
    case 'win32':
      return readDesktop();
    default:
      return { ...readDesktop(), boot: null, table: null };
  }
}

/** Containers on one machine share its boot, and each has its own process table unless it was started without one. */
function readLinux(): ProcessFacts {
  const boot = readOrNull('/proc/sys/kernel/random/boot_id');
  // Example: `pid:[4026531836]`
  const namespace = tryTo(() => readlinkSync('/proc/self/ns/pid'))?.match(/\d+/)?.[0];
  return {
    ...base,
    // Machines with the same name and clones of one disk each differ in one of the two parts.
    machine: hash(`${firstLabel()} ${readOrNull('/etc/machine-id') ?? ''}`, 8),
    boot: boot === null ? null : hash(boot, 6),
    isSameBoot: (other) => boot !== null && other === hash(boot, 6),
    table: namespace === undefined ? null : Number(namespace).toString(36),
    start: readStart(process.pid) ?? createStart(),
    readStart,
  };
}

/** Assumes one process table per machine. The time of the boot distinguishes machines of one name. */
function readDesktop(): ProcessFacts {
  const boot = Math.round(base.bootedAt() / 1_000);
  return {
    ...base,
    machine: hash(firstLabel(), 8),
    boot: boot.toString(36),
    isSameBoot: (other) => Math.abs(Number.parseInt(other, 36) - boot) <= sameBootSeconds,
    table: '1',
    start: createStart(),
    // Node can find the start of another process only by running a program.
    readStart: () => null,
  };
}

/** Returns the host name without its domain, which depends on the network of a laptop. */
function firstLabel(): string {
  return hostname().split('.')[0] ?? '';
}

/** Returns the clock ticks from the boot to the start of the process, in base 36. */
function readStart(pid: number): string | null {
  // Field 22. Field 2 is the name of the program in brackets, which may contain spaces and brackets.
  const text = readOrNull(`/proc/${pid}/stat`);
  const ticks = text?.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? null : Number(ticks).toString(36);
}

function createStart(): string {
  return randomInt(36 ** 6).toString(36);
}

/** Whether a process of this table is running, even if this user may not signal it. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

function readOrNull(path: string): string | null {
  return tryTo(() => readFileSync(path, 'utf8'));
}

function tryTo<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
