import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as vscode from 'vscode';
import type * as Extension from './extension.ts';
import { createPartLoader } from './host/parts/partLoader.ts';

let extension: typeof Extension | undefined;

/** Every window loads this file. It loads all other parts by `createPartLoader`, which is quicker than VS Code. */
export function activate(context: vscode.ExtensionContext): void {
  const parts = createPartLoader({
    // The path by which VS Code knows the extension may be a link, which `require` follows, so the folder is that of
    // this file.
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
