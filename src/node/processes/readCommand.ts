import { exec } from 'node:child_process';

const timeoutMs = 30_000;
const maxBytes = 64 * 1024;

/** Runs a command of the user in a shell and returns what it prints, trimmed. Rejects if it fails or prints nothing. */
export function readCommand(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    exec(command, { timeout: timeoutMs, maxBuffer: maxBytes, windowsHide: true }, (error, stdout) => {
      const text = stdout.trim();
      if (!error && text !== '') resolve(text);
      // The message of the error has the command, and may have what it printed.
      else reject(new Error(error ? `it ended with ${error.code ?? error.signal}` : 'it printed nothing'));
    });
  });
}
