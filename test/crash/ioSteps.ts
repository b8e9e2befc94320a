import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

/** Where the process is killed: before a step, or when half of the bytes of a step are written. */
export interface KillPoint {
  /** Number of the step, from 1. */
  readonly step: number;
  readonly moment: 'before' | 'inside';
}

export interface IoStep {
  readonly what: string;
  /** What the step leaves to other processes if the process is killed after it. Of `bytes`, a kill may leave half. */
  readonly leaves: 'nothing' | 'change' | 'bytes';
}

type Call = (this: unknown, ...args: unknown[]) => unknown;
type Before = (self: unknown, args: readonly unknown[], original: Call) => void;

/** Steps that change what others see of a folder, or what the gateway gets. */
const folderSteps = ['mkdir', 'rename', 'link', 'unlink', 'rm', 'rmdir', 'truncate', 'copyFile', 'utimes'] as const;
const handleSteps = ['truncate', 'utimes'] as const;
/** Syncs of an open file make a difference to a power cut, and none to a kill. */
const handleSyncs = ['sync', 'datasync'] as const;
const handleWrites = ['write', 'writev', 'writeFile', 'appendFile'] as const;

/**
 * Counts the steps that this process takes on files and sockets from now on, and kills it at one of them. Returns the
 * steps so far.
 */
export async function countIoSteps(killPoint: KillPoint | null): Promise<readonly IoStep[]> {
  const steps: IoStep[] = [];
  const take = (what: string, leaves: IoStep['leaves'], writeHalf = (): void => undefined): void => {
    steps.push({ what, leaves });
    if (steps.length !== killPoint?.step) return;
    if (killPoint.moment === 'inside') writeHalf();
    process.kill(process.pid, 'SIGKILL');
    // The signal may arrive a moment later, and nothing may happen until then.
    for (;;);
  };
  const handle = await fs.promises.open(process.execPath, 'r');
  const handlePrototype = Object.getPrototypeOf(handle) as Record<string, Call>;
  await handle.close();
  const write = fs.writeSync;
  const wrap = (object: object, name: string, before: Before): void => {
    const methods = object as Record<string, Call>;
    const original = methods[name];
    if (!original) throw new Error(`There is no ${name}`);
    methods[name] = function (...args) {
      before(this, args, original);
      return original.apply(this, args);
    };
  };
  for (const name of folderSteps) {
    wrap(fs.promises, name, (_self, [path]) => take(`${name} ${String(path)}`, 'change'));
  }
  wrap(fs.promises, 'open', (_self, [path, flags]) => {
    if (flags !== undefined && flags !== 'r') take(`open ${String(path)}`, 'change');
  });
  for (const name of ['writeFile', 'appendFile']) {
    wrap(fs.promises, name, (_self, [path, data]) =>
      take(`${name} ${String(path)}`, 'bytes', () => fs.appendFileSync(path as string, halfOf(data))),
    );
  }
  for (const name of handleSteps) wrap(handlePrototype, name, () => take(name, 'change'));
  for (const name of handleSyncs) wrap(handlePrototype, name, () => take(name, 'nothing'));
  for (const name of handleWrites) {
    wrap(handlePrototype, name, (self, [data]) =>
      take(`${name} to a file`, 'bytes', () => void write((self as { fd: number }).fd, halfOf(data))),
    );
  }
  for (const name of ['unlinkSync', 'renameSync', 'linkSync', 'truncateSync']) {
    wrap(fs, name, () => take(name, 'change'));
  }
  wrap(fs, 'writeSync', (_self, [to, data]) =>
    take('writeSync', 'bytes', () => void write(to as number, halfOf(data))),
  );
  wrap(fs, 'fsyncSync', () => take('fsyncSync', 'nothing'));
  wrap(Socket.prototype, 'write', (self, [data], send) =>
    take('send', 'bytes', () => {
      while ((self as Socket).writableCorked > 0) (self as Socket).uncork();
      send.call(self, halfOf(data));
    }),
  );
  wrap(Socket.prototype, 'push', (_self, [data]) => take(data === null ? 'end' : 'receive', 'nothing'));
  syncBuiltinESMExports();
  return steps;
}

/**
 * Lists a kill before each step whose predecessor has left something, and one inside each write. In a run of several
 * tasks the order of the steps varies, so a few more steps are tried than were counted.
 */
export function listKillPoints(steps: readonly IoStep[]): readonly KillPoint[] {
  const left: readonly IoStep['leaves'][] = [...steps.map(({ leaves }) => leaves), 'change', 'change', 'change'];
  return left.flatMap((leaves, at): readonly KillPoint[] => {
    const step = at + 1;
    const before: KillPoint = { step, moment: 'before' };
    const inside: KillPoint = { step, moment: 'inside' };
    return [...(left[at - 1] === 'nothing' ? [] : [before]), ...(leaves === 'bytes' ? [inside] : [])];
  });
}

function halfOf(data: unknown): Buffer {
  const first: unknown = Array.isArray(data) ? data[0] : data;
  const bytes = typeof first === 'string' ? Buffer.from(first) : Buffer.from(first as Uint8Array);
  return bytes.subarray(0, Math.ceil(bytes.length / 2));
}
