import * as vscode from 'vscode';
import { makeInert } from '../../core/support/text/makeInert.ts';
import { holdFocus } from './holdFocus.ts';

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
  const { title, prompt, isSecret = false, validate, ...rest } = question;
  const typed = await holdFocus(() =>
    vscode.window.showInputBox({
      ...rest,
      title: makeInert(title),
      prompt: makeInert(prompt),
      password: isSecret,
      ignoreFocusOut: true,
      validateInput: (text) => mapValidation(validate?.(text.trim())),
    }),
  );
  return typed?.trim();
}

/** What the user selects to return to the question before. */
export const goBack = Symbol('back');

/** Like `inputText`, for a question that follows another one. Resolves to `goBack` if the user selects the arrow. */
export async function inputNextText(question: TextQuestion): Promise<string | typeof goBack | undefined> {
  const { title, prompt, placeHolder = '', value = '', isSecret = false, validate } = question;
  const box = vscode.window.createInputBox();
  Object.assign(box, { title: makeInert(title), prompt: makeInert(prompt), placeholder: placeHolder, value });
  Object.assign(box, { password: isSecret, ignoreFocusOut: true, buttons: [vscode.QuickInputButtons.Back] });
  const check = () => (box.validationMessage = mapValidation(validate?.(box.value.trim())));
  const accept = (resolve: (text: string) => void): void => {
    const found = check();
    if (typeof found !== 'string' || found === '') resolve(box.value.trim());
  };
  try {
    return await holdFocus(
      () =>
        new Promise((resolve) => {
          box.onDidChangeValue(check);
          box.onDidAccept(() => accept(resolve));
          box.onDidTriggerButton(() => resolve(goBack));
          box.onDidHide(() => resolve(undefined));
          box.show();
          // A suggestion may be refused, or replace something.
          if (value !== '') check();
        }),
    );
  } finally {
    box.dispose();
  }
}

/** Makes a message about the text inert, because VS Code opens links in it and allows commands. */
function mapValidation(
  found: string | { readonly warning: string } | undefined,
): string | vscode.InputBoxValidationMessage | undefined {
  if (found === undefined || typeof found === 'string') return found && makeInert(found);
  return { message: makeInert(found.warning), severity: vscode.InputBoxValidationSeverity.Warning };
}
