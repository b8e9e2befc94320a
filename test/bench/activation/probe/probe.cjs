// Activates extensions one after the other while their host does nothing else, and writes down what that took. It is
// itself among the first to be activated, and VS Code lets the others wait for those: up to ten seconds.
const { appendFile, mkdir, readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');
const vscode = require('vscode');

exports.activate = async ({ globalStorageUri }) => {
  const { targets } = vscode.workspace.getConfiguration('bench-probe');
  const file = join(globalStorageUri.fsPath, 'rounds.jsonl');
  await mkdir(globalStorageUri.fsPath, { recursive: true });
  const earlier = await readFile(file, 'utf8').catch(() => '');
  const times = [];
  for (const id of rotate(targets, earlier.split('\n').length - 1)) {
    await waitForCalm();
    times.push(await time(id));
  }
  await appendFile(file, `${JSON.stringify(times)}\n`);
};

/** Each of them is the first one in turn. */
function rotate(ids, round) {
  return ids.map((_, at) => ids[(at + round) % ids.length]);
}

/** A third of a second with next to nothing to do. */
async function waitForCalm() {
  for (let calm = 0; calm < 3;) {
    const before = performance.eventLoopUtilization();
    await delay(100);
    calm = performance.eventLoopUtilization(before).utilization < 0.1 ? calm + 1 : 0;
  }
}

async function time(id) {
  const extension = vscode.extensions.getExtension(id);
  const wasActive = extension.isActive;
  const [started, cpu] = [performance.now(), process.threadCpuUsage()];
  await extension.activate();
  const awaitedMs = performance.now() - started;
  const { user, system } = process.threadCpuUsage(cpu);
  return { id, wasActive, awaitedMs, blockingMs: (user + system) / 1000 };
}
