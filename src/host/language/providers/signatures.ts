import * as vscode from 'vscode';
import type { Signature } from '../../../core/language/languageService.ts';
import type { Ask } from '../ask.ts';

export const signatureTriggers = ['(', ','] as const;

/** Shows what a filter accepts while its arguments are written. */
export function createSignatureProvider(ask: Ask): vscode.SignatureHelpProvider {
  return {
    async provideSignatureHelp(document, position, token) {
      const signature = await ask(document, token, (opened) => opened.signature(document.offsetAt(position)));
      return signature ? mapSignature(signature) : undefined;
    },
  };
}

function mapSignature({ label, documentation, params, active }: Signature): vscode.SignatureHelp {
  const signature = new vscode.SignatureInformation(label, documentation);
  signature.parameters = params.map(({ start, end }) => new vscode.ParameterInformation([start, end]));
  const help = new vscode.SignatureHelp();
  help.signatures = [signature];
  help.activeParameter = active;
  return help;
}
