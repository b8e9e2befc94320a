import * as vscode from 'vscode';
import { makeInert } from '../../core/support/text/makeInert.ts';
import { showUntilAnswered } from './showUntilAnswered.ts';

interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string;
  /** The initial text of the input box. */
  readonly value?: string;
  /** Hides what is typed. */
  readonly isSecret?: boolean;
  /** Returns what is wrong with the text, or undefined. A warning still lets the user accept the text. */
  readonly validate?: (text: string) => string | { readonly warning: string } | undefined;
}

/** Asks for a line of text, even without the focus. The result is trimmed, and undefined if the user cancels. */
export async function inputText(question: TextQuestion): Promise<string | undefined> {
  return askText<never>(question, () => undefined);
}

/** What the user selects to return to the question before. */
export const goBack = Symbol('back');

/** Like `inputText`, for a question that follows another one. Resolves to `goBack` if the user selects the arrow. */
export function inputNextText(question: TextQuestion): Promise<string | typeof goBack | undefined> {
  return askText<typeof goBack>(question, (box, resolve) => {
    box.buttons = [vscode.QuickInputButtons.Back];
    box.onDidTriggerButton(() => resolve(goBack));
  });
}

function askText<Other>(
  { title, prompt, placeHolder = '', value = '', isSecret = false, validate }: TextQuestion,
  prepare: (box: vscode.InputBox, resolve: (answer: Other) => void) => void,
): Promise<string | Other | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, { title: makeInert(title), prompt: makeInert(prompt), placeholder: placeHolder, value });
  Object.assign(box, { password: isSecret, ignoreFocusOut: true });
  const check = () => (box.validationMessage = mapValidation(validate?.(box.value.trim())));
  return showUntilAnswered<string | Other>(box, (resolve) => {
    prepare(box, resolve);
    box.onDidChangeValue(check);
    box.onDidAccept(() => {
      const found = check();
      if (typeof found !== 'string' || found === '') resolve(box.value.trim());
    });
    // A suggestion may be refused, or replace something.
    if (value !== '') check();
  });
}

/** Makes a message about the text inert, because VS Code opens links in it and allows commands. */
function mapValidation(
  found: string | { readonly warning: string } | undefined,
): string | vscode.InputBoxValidationMessage | undefined {
  if (found === undefined || typeof found === 'string') return found && makeInert(found);
  return { message: makeInert(found.warning), severity: vscode.InputBoxValidationSeverity.Warning };
}
