import * as vscode from 'vscode';
import { mapRange } from '../mapRange.ts';
import type { Ask } from '../ask.ts';
import { formatColor } from './formatColor.ts';

/** Swatches and the picker for the colors of a palette. */
export function createColorProvider(ask: Ask): vscode.DocumentColorProvider {
  return {
    provideDocumentColors: (document, token) =>
      ask(document, token, (opened) =>
        opened
          .colors()
          .map(
            (color) =>
              new vscode.ColorInformation(
                mapRange(document, color),
                new vscode.Color(color.red, color.green, color.blue, 1),
              ),
          ),
      ),
    // There is only one way to write a color, because gateways accept no other.
    provideColorPresentations: (color, { range }) => {
      const presentation = new vscode.ColorPresentation(formatColor(color));
      presentation.textEdit = vscode.TextEdit.replace(range, presentation.label);
      return [presentation];
    },
  };
}
