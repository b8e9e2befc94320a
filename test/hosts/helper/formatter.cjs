// A formatter for YAML, as people have one installed: it takes superfluous blanks away, in every YAML file.
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.languages.registerDocumentFormattingEditProvider({ language: 'yaml' }, { provideDocumentFormattingEdits }),
  );
};

function provideDocumentFormattingEdits(document) {
  return Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line)).flatMap(({ text, range }) => {
    const formatted = text.trimEnd().replace(/^(\s*(?:- )?[\w.-]+:) {2,}(?=\S)/, '$1 ');
    return formatted === text ? [] : [vscode.TextEdit.replace(range, formatted)];
  });
}
