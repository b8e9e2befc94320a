import * as vscode from 'vscode';
import { problemScheme } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';

/** Returns the URI of the page of a problem. The manifest makes VS Code show it as a Markdown preview. */
export function pageOf(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: problemScheme, path: `/${code}.md` });
}

/** Pages are read when they are opened, also in a window that was just reloaded. */
export function registerProblemPages(extensionUri: vscode.Uri): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(problemScheme, {
    provideTextDocumentContent: async ({ path }) =>
      (await readProblemPage(extensionUri, path.replace(/^\/|\.md$/g, ''))) ??
      l10n.t('There is no problem with this code.'),
  });
}

/** Returns the section about a code in docs/problems.md, or in its translation. Null for an unknown code. */
export async function readProblemPage(extensionUri: vscode.Uri, code: string): Promise<string | null> {
  const read = (name: string) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'docs', name));
  const bytes = await read(`problems.${vscode.env.language}.md`).then(undefined, () => read('problems.md'));
  const sections = new TextDecoder().decode(bytes).split(/^(?=## )/m);
  const section = sections.find((each) => each.includes(`\n\`${code}\`\n`));
  return section?.replaceAll(/^#(?=#+ )/gm, '') ?? null;
}

/** Returns the stable code of a diagnostic of Genwright. Undefined for other diagnostics. */
export function codeOf({ source, code }: vscode.Diagnostic): string | undefined {
  if (source !== 'genwright') return undefined;
  const value = typeof code === 'object' ? code.value : code;
  return value === undefined ? undefined : String(value);
}
