import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as vscode from 'vscode';
import type * as Extension from './extension.ts';
import { createPartLoader } from './host/parts/partLoader.ts';

let extension: typeof Extension | undefined;

/** What every window loads. All other parts are loaded by `createPartLoader`, quicker than VS Code would load them. */
export function activate(context: vscode.ExtensionContext): void {
  const parts = createPartLoader({
    // Not the folder by which VS Code knows the extension: that may be a link, and `require` follows links.
    folder: dirname(fileURLToPath(import.meta.url)),
    codeFolder: join(context.globalStorageUri.fsPath, 'code'),
  });
  context.subscriptions.push(parts);
  extension = parts.load('./extension.cjs') as typeof Extension;
  extension.activate(context);
}

export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}
