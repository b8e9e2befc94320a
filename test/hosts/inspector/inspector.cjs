// Opens the inspector of the extension host on loopback, and writes its URL to the global storage of this extension. The
// server of VS Code has no option for that. The port is that of GENWRIGHT_INSPECT_PORT, or a free one if there is no such
// variable; an empty one leaves the inspector closed. If another window has the port, this window does without.
const { mkdirSync, writeFileSync } = require('node:fs');
const inspector = require('node:inspector');
const { join } = require('node:path');

exports.activate = ({ globalStorageUri }) => {
  const port = process.env.GENWRIGHT_INSPECT_PORT ?? '0';
  if (port === '') return;
  inspector.open(Number(port), '127.0.0.1');
  const url = inspector.url();
  if (url === undefined) return;
  mkdirSync(globalStorageUri.fsPath, { recursive: true });
  writeFileSync(join(globalStorageUri.fsPath, 'url'), url);
};
