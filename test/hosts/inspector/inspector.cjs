// Opens the inspector of the extension host on loopback, at the port in GENWRIGHT_INSPECT_PORT or at a free one, and writes
// its URL to its global storage. The server of VS Code has no option for that. The port is open to the first window only.
const { mkdirSync, writeFileSync } = require('node:fs');
const inspector = require('node:inspector');
const { join } = require('node:path');

exports.activate = ({ globalStorageUri }) => {
  inspector.open(Number(process.env.GENWRIGHT_INSPECT_PORT ?? 0), '127.0.0.1');
  const url = inspector.url();
  if (url === undefined) return;
  mkdirSync(globalStorageUri.fsPath, { recursive: true });
  writeFileSync(join(globalStorageUri.fsPath, 'url'), url);
};
