import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type * as vscode from 'vscode';
import type { JobFileDocument } from '../../../../src/core/language/languageService.ts';
import { createAsk } from '../../../../src/host/language/ask.ts';

const opened = { text: 'model: sonic\n' } as JobFileDocument;

/** Asks for the text, with a change while the document is being opened. */
async function ask({
  document = { version: 1 },
  token = { isCancellationRequested: false },
  isOpen = true,
  meanwhile = () => undefined,
}: {
  readonly document?: { version: number };
  readonly token?: { isCancellationRequested: boolean };
  readonly isOpen?: boolean;
  readonly meanwhile?: () => void;
} = {}): Promise<string | undefined> {
  const asking = createAsk({ open: () => Promise.resolve(isOpen ? opened : null) });
  const answer = asking(document as vscode.TextDocument, token as vscode.CancellationToken, ({ text }) => text);
  meanwhile();
  return answer;
}

describe('a request of the editor', () => {
  test('gets a result', async () => {
    assert.equal(await ask(), 'model: sonic\n');
  });

  test('is dropped if it is canceled, or if the text has changed or was closed meanwhile', async () => {
    const token = { isCancellationRequested: false };
    const document = { version: 1 };
    assert.deepEqual(
      [
        await ask({ token, meanwhile: () => (token.isCancellationRequested = true) }),
        await ask({ document, meanwhile: () => (document.version += 1) }),
        await ask({ isOpen: false }),
      ],
      [undefined, undefined, undefined],
    );
  });
});
