// Opens the inspector of the extension host on loopback at the port of GENWRIGHT_INSPECT_PORT, and writes its URL to the
// global storage of this extension. 0 is a free port; without the variable the inspector stays closed. The server of VS Code
// has no option for that.
const { mkdirSync, writeFileSync } = require('node:fs');
const inspector = require('node:inspector');
const { join } = require('node:path');
const { setTimeout } = require('node:timers/promises');

/** The host of a window that is reloaded keeps its port for some seconds. */
const tries = 20;
const pauseMs = 500;

exports.activate = ({ globalStorageUri }) => {
  const port = process.env.GENWRIGHT_INSPECT_PORT;
  if (port) void open(Number(port), globalStorageUri.fsPath);
};

async function open(port, folder) {
  for (let attempt = 0; attempt < tries && !inspector.url(); attempt += 1) {
    if (attempt > 0) await setTimeout(pauseMs);
    inspector.open(port, '127.0.0.1');
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'url'), inspector.url() ?? '');
}
