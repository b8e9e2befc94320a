import * as vscode from 'vscode';
import { makeInert } from '../core/support/inertText.ts';

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string;
  /** The text to begin with. */
  readonly value?: string;
  /** Hides what is typed. */
  readonly isSecret?: boolean;
  /** What is wrong with the text; a warning lets it pass. Undefined when nothing is. */
  readonly validate?: (text: string) => string | { readonly warning: string } | undefined;
}

/** Asks for a line of text and stays open when the focus leaves. The text is trimmed; undefined when it is dismissed. */
export async function inputText({
  title,
  prompt,
  isSecret = false,
  validate,
  ...rest
}: TextQuestion): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    ...rest,
    title: makeInert(title),
    prompt: makeInert(prompt),
    password: isSecret,
    ignoreFocusOut: true,
    validateInput: (text) => mapFinding(validate?.(text.trim())),
  });
  return typed?.trim();
}

/** VS Code opens links in what it says about the text, with commands allowed. */
function mapFinding(
  found: string | { readonly warning: string } | undefined,
): string | vscode.InputBoxValidationMessage | undefined {
  if (found === undefined || typeof found === 'string') return found && makeInert(found);
  return { message: makeInert(found.warning), severity: vscode.InputBoxValidationSeverity.Warning };
}
