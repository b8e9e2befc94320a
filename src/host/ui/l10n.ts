import * as vscode from 'vscode';
import type { Translate } from '../../core/language/languageService.ts';
import { makeInert } from '../../core/support/text/makeInert.ts';

/**
 * Words for code that also runs without VS Code, as that of the preview does in tests. It gets them as a parameter of
 * the name `l10n`, so that the string collector finds its `l10n.t(…)` calls. Every result is inert, whatever the
 * arguments hold.
 */
export interface L10n {
  t(template: string, args?: Readonly<Record<string, string | number>>): string;
}

/** Words in the language of the workbench. Only this module reads `vscode.l10n`. */
export const l10n: L10n = {
  t: (template, args = {}) => makeInert(vscode.l10n.t(template, args)),
};

/** Messages of core in the language of the workbench. */
export const translate: Translate = (template, args) => l10n.t(template, args);

/** Translations by English template, for parts that fill their templates themselves. Empty in English. */
export function readTranslations(): Readonly<Record<string, string>> {
  return vscode.l10n.bundle ?? {};
}
