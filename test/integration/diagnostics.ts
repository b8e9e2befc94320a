import * as vscode from 'vscode';

/** Opens a job file and waits for its errors. Resolves with their zero-based lines. */
export async function errorsOf(uri: vscode.Uri): Promise<readonly number[]> {
  await vscode.workspace.openTextDocument(uri);
  const find = (): readonly number[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .map(({ range }) => range.start.line);
  return new Promise((resolve) => {
    const check = (): void => {
      const lines = find();
      if (lines.length === 0) return;
      listener.dispose();
      resolve(lines);
    };
    const listener = vscode.languages.onDidChangeDiagnostics(check);
    check();
  });
}
