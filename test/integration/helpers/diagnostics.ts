import * as vscode from 'vscode';

/** Opens a job file and waits for its errors. Resolves with their zero-based lines. */
export async function errorsOf(uri: vscode.Uri): Promise<readonly number[]> {
  await vscode.workspace.openTextDocument(uri);
  const errors = await diagnosticsWhen(uri, (all) => all.some(isError));
  return errors.filter(isError).map(({ range }) => range.start.line);
}

/** Resolves with all diagnostics of a file as soon as they are as expected. */
export async function diagnosticsWhen(
  uri: vscode.Uri,
  isExpected: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve) => {
    const check = (): void => {
      const found = vscode.languages.getDiagnostics(uri);
      if (!isExpected(found)) return;
      listener.dispose();
      resolve(found);
    };
    const listener = vscode.languages.onDidChangeDiagnostics(check);
    check();
  });
}

/** The stable code of a problem, which is also a link to what it means. */
export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : (code ?? ''));
}

function isError({ severity }: vscode.Diagnostic): boolean {
  return severity === vscode.DiagnosticSeverity.Error;
}
