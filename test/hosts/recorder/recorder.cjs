// Records each process that the extension host starts, and whether Genwright's code starts it, and each terminal, in
// `processes.txt` beside the workspace folder. Starts one process itself, which proves that the recording works.
const { ChildProcess, execFile } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');

exports.activate = () => {
  const [folder] = vscode.workspace.workspaceFolders;
  const file = join(folder.uri.fsPath, '..', 'processes.txt');
  const { spawn } = ChildProcess.prototype;
  Error.stackTraceLimit = 100;
  ChildProcess.prototype.spawn = function (options) {
    const isOwn = /[\\/]genwright\.genwright-\d/.test(new Error('Who calls?').stack);
    appendFileSync(file, `${isOwn ? 'Genwright' : 'another'}: ${options.args.join(' ')}\n`);
    return spawn.call(this, options);
  };
  vscode.window.onDidOpenTerminal(({ name }) => appendFileSync(file, `terminal: ${name}\n`));
  execFile(process.execPath, ['--version']);
};
