import * as vscode from 'vscode';

/**
 * Returns the column in which to show a file: where it is open already, or else another one, but none that shows a
 * preview, which the user compares with the file.
 */
export function findColumn(uri: vscode.Uri): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all.filter(
    ({ activeTab }) => !(activeTab?.input instanceof vscode.TabInputWebview),
  );
  const isOpenIn = ({ tabs }: vscode.TabGroup): boolean =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  const best = groups.find(isOpenIn) ?? groups.find(({ isActive }) => isActive) ?? groups[0];
  return best?.viewColumn ?? vscode.ViewColumn.Beside;
}
