import * as vscode from 'vscode';
import type { Translate } from '../../core/language/languageService.ts';
import { makeInert } from '../../core/support/text/makeInert.ts';

/** Words in the language of the workbench. Every result is inert, whatever the arguments hold. */
export const l10n = {
  t: (template: string, args: Readonly<Record<string, string | number>> = {}): string =>
    makeInert(vscode.l10n.t(template, args)),
};

/** Messages of core in the language of the workbench. */
export const translate: Translate = (template, args) => l10n.t(template, args);

/** Translations by English template, for parts that fill their templates themselves. Empty in English. */
export function readTranslations(): Readonly<Record<string, string>> {
  return vscode.l10n.bundle ?? {};
}
