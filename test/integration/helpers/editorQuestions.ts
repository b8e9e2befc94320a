import * as vscode from 'vscode';

/** What VS Code returns when it asks its providers, those of Genwright included, in words that are easy to compare. */

/** Returns a position in a text, given a part that occurs once. `inside` counts from the beginning of that part. */
export function placeOf(document: vscode.TextDocument, part: string, inside = 1): vscode.Position {
  const at = document.getText().indexOf(part);
  if (at < 0) throw new Error(`There is no ${part} in ${document.uri.path}`);
  return document.positionAt(at + inside);
}

export async function completionItems(
  document: vscode.TextDocument,
  position: vscode.Position,
  { resolve = 0, trigger }: { readonly resolve?: number; readonly trigger?: string } = {},
): Promise<readonly vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
    trigger,
    resolve,
  );
  return list.items;
}

export const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);

export async function completionLabels(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly string[]> {
  return (await completionItems(document, position)).map(labelOf);
}

export async function hoverText(document: vscode.TextDocument, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  const parts = hovers.flatMap(({ contents }) => contents);
  return parts.map((part) => (typeof part === 'string' ? part : part.value)).join('\n');
}

export async function codeActions(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind?: vscode.CodeActionKind,
): Promise<readonly vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    kind?.value,
  );
}

/** Returns the texts to which a definition leads, after `name:` if they are in another file. */
export async function definitionTexts(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeDefinitionProvider',
    document.uri,
    position,
  );
  return Promise.all(found.map((each) => textAt(document, 'uri' in each ? each : toLocation(each))));
}

function toLocation({ targetUri, targetRange, targetSelectionRange }: vscode.LocationLink): vscode.Location {
  return new vscode.Location(targetUri, targetSelectionRange ?? targetRange);
}

async function textAt(document: vscode.TextDocument, { uri, range }: vscode.Location): Promise<string> {
  if (uri.toString() === document.uri.toString()) return document.getText(range);
  const other = await vscode.workspace.openTextDocument(uri);
  return `${uri.path.split('/').at(-1) ?? ''}:${other.getText(range)}`;
}

export async function referenceLines(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly number[]> {
  const found = await vscode.commands.executeCommand<vscode.Location[]>(
    'vscode.executeReferenceProvider',
    document.uri,
    position,
  );
  return found.map(({ range }) => range.start.line).toSorted((a, b) => a - b);
}

/** Returns the text of the document after a rename. The document itself is not changed. */
export async function renamedText(
  document: vscode.TextDocument,
  position: vscode.Position,
  name: string,
): Promise<string> {
  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    position,
    name,
  );
  return edit
    .get(document.uri)
    .toSorted((one, other) => other.range.start.compareTo(one.range.start))
    .reduce((text, { range, newText }) => {
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      return text.slice(0, start) + newText + text.slice(end);
    }, document.getText());
}

/** Returns `text > target` for each link. A file is given by its name. */
export async function linkTexts(document: vscode.TextDocument): Promise<readonly string[]> {
  const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
    'vscode.executeLinkProvider',
    document.uri,
    100,
  );
  return links.map(({ range, target }) => {
    const place = target?.scheme === 'https' ? target.toString() : target?.path.split('/').at(-1);
    return `${document.getText(range)} > ${place ?? ''}`;
  });
}

export async function colorTexts(document: vscode.TextDocument): Promise<readonly string[]> {
  const colors = await vscode.commands.executeCommand<vscode.ColorInformation[]>(
    'vscode.executeDocumentColorProvider',
    document.uri,
  );
  return colors.map(({ range }) => document.getText(range));
}

/** Returns what is written into a document when this color is picked at the first swatch. */
export async function pickedColor(document: vscode.TextDocument, color: vscode.Color): Promise<readonly string[]> {
  const [first] = await vscode.commands.executeCommand<vscode.ColorInformation[]>(
    'vscode.executeDocumentColorProvider',
    document.uri,
  );
  if (!first) throw new Error('There is no color');
  const presentations = await vscode.commands.executeCommand<vscode.ColorPresentation[]>(
    'vscode.executeColorPresentationProvider',
    color,
    { uri: document.uri, range: first.range },
  );
  return presentations.map(({ label, textEdit }) => textEdit?.newText ?? label);
}

/** Returns `line: text` of the hints at the ends of values. */
export async function inlayTexts(document: vscode.TextDocument): Promise<readonly string[]> {
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    document.uri,
    whole,
  );
  return hints.map(({ position, label }) => {
    const text = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
    return `${document.lineAt(position.line).text.trim()} ${text}`;
  });
}

/** Returns `type text` of each token. */
export async function tokenTexts(document: vscode.TextDocument): Promise<readonly string[]> {
  const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend | undefined>(
    'vscode.provideDocumentSemanticTokensLegend',
    document.uri,
  );
  const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens | undefined>(
    'vscode.provideDocumentSemanticTokens',
    document.uri,
  );
  const data = [...(tokens?.data ?? [])];
  const found: string[] = [];
  let [line, character] = [0, 0];
  // A token has five numbers; the first two are relative to the token before.
  for (let at = 0; at < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(at, at + 4);
    character = lines > 0 ? characters : character + characters;
    line += lines;
    const text = document.getText(new vscode.Range(line, character, line, character + length));
    found.push(`${legend?.tokenTypes[type] ?? '?'} ${text}`);
  }
  return found;
}

/** Formats like the menu. Returns whether anything has changed. */
export async function format(document: vscode.TextDocument): Promise<boolean> {
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
    'vscode.executeFormatDocumentProvider',
    document.uri,
    { tabSize: 2, insertSpaces: true },
  );
  if (!edits || edits.length === 0) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, edits);
  return vscode.workspace.applyEdit(edit);
}
