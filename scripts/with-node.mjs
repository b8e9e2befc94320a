// Runs a script under the Node that the project brings, after the set-up it needs. Plain JavaScript: it runs before
// anything is installed, on Node 20 or later.
//
// Usage: node scripts/with-node.mjs <script> [arguments]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const lockedNode = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
const lockPath = join(root, 'package-lock.json');
/**
 * Contains the hash of the lock file that node_modules was made from. It is in node_modules, so that it is removed with
 * them.
 */
const stampPath = join(modules, '.genwright-lock');

/** Major version that can install. */
const minimumNode = 20;
/** Major version that runs the project: the scripts are TypeScript. */
const projectNode = 24;
const ownNode = Number.parseInt(process.versions.node, 10);

class SetUpError extends Error {}

/** Runs a program and passes signals on to it. Resolves with its exit code, or 128 and the number of its signal. */
function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const passOn = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, passOn);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, passOn);
      resolve({ code: code ?? 128 + constants.signals[signal], output: Buffer.concat(chunks).toString() });
    });
  });
}

const hashOfLock = () => createHash('sha256').update(readFileSync(lockPath)).digest('hex');

/** Compares the list that npm writes last into node_modules. A broken install leaves none. */
function holdsLockedPackages() {
  const hiddenLock = join(modules, '.package-lock.json');
  if (!existsSync(hiddenLock)) return false;
  const locked = Object.entries(JSON.parse(readFileSync(lockPath, 'utf8')).packages).filter(([path]) => path !== '');
  const installed = JSON.parse(readFileSync(hiddenLock, 'utf8')).packages;
  return locked.every(([path, { integrity, optional }]) =>
    installed[path] ? installed[path].integrity === integrity : optional === true,
  );
}

/**
 * Returns the Node of the lock file, or this one if npm has none for the machine. Null: neither can run the project.
 */
function findNode() {
  if (existsSync(lockedNode)) return lockedNode;
  return ownNode >= projectNode ? process.execPath : null;
}

function isInstalled() {
  if (findNode() === null) return false;
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashOfLock()) return true;
  if (!holdsLockedPackages()) return false;
  writeFileSync(stampPath, hashOfLock());
  return true;
}

/** Runs npm. `npm run` names its own npm, which works without a shell; otherwise the npm on the PATH is used. */
function npm(...args) {
  const script = process.env.npm_execpath;
  const isScript = script !== undefined && /npm-cli\.c?js$/.test(script);
  return isScript
    ? run(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    : run('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
}

async function install() {
  const started = Date.now();
  process.stderr.write('Installing packages with npm ci … ');
  const { code, output } = await npm('ci').catch((error) => {
    throw new SetUpError(`npm could not be started (${error.message}). Install npm, then try again.`);
  });
  if (code > 128) process.exit(code);
  if (code !== 0) {
    process.stderr.write(`failed\n\n${output}\n`);
    throw new SetUpError('npm ci failed; its output is above. Nothing else was started.');
  }
  writeFileSync(stampPath, hashOfLock());
  process.stderr.write(`done in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

async function main() {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new SetUpError('Usage: node scripts/with-node.mjs <script> [arguments]');
  if (ownNode < minimumNode) {
    throw new SetUpError(`Node ${minimumNode} or later is needed; this is ${process.version}.`);
  }
  if (!isInstalled()) await install();
  const node = findNode();
  if (node === null) {
    const machine = `${process.platform} ${process.arch}`;
    throw new SetUpError(`npm has no Node ${projectNode} for ${machine}. Install Node ${projectNode}, then try again.`);
  }
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  return run(node, [script, ...args], { stdio: 'inherit', env, shell: process.platform === 'win32' });
}

try {
  const { code } = await main();
  process.exitCode = code;
} catch (error) {
  process.stderr.write(error instanceof SetUpError ? `${error.message}\n` : `${error.stack}\n`);
  process.exitCode = 1;
}
