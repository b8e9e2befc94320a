import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrangeProviders, type Shown, token } from '../../fakes/arrangeProviders.ts';
import {
  CodeActionKind,
  CodeActionTriggerKind,
  Diagnostic,
  DiagnosticSeverity,
  env,
  Range,
  Uri,
  workspace,
} from '../../fakes/fakeVscode.ts';

const { positionAfter } = await import('../../../../../src/host/language/providers/actions.ts');

describe('a code action', () => {
  const broken = 'model: seedream-5-0-260128\nprompt: x\nsiz|e_: 2K\n';
  const request = { diagnostics: [], only: undefined, triggerKind: CodeActionTriggerKind.Automatic };

  test('fixes the problem that VS Code shows at the cursor', async (context) => {
    const { ask, range, document } = await arrangeProviders(context, broken);
    const diagnosticAt = (start: number, end: number, over: object = {}): Diagnostic => {
      const at = new Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = new Diagnostic(at, '', DiagnosticSeverity.Warning);
      return Object.assign(diagnostic, { source: 'genwright', code: { value: 'unknown-field' }, ...over });
    };
    const own = diagnosticAt(37, 42);
    const diagnostics = [diagnosticAt(0, 5), diagnosticAt(37, 42, { source: 'spelling' }), own];
    const actions: readonly Shown[] = await ask(
      'CodeActions',
      'provideCodeActions',
      range,
      { ...request, diagnostics },
      token,
    );
    const [first] = actions;

    assert.deepEqual([first?.title, first?.edit?.texts, first?.kind.value], ['Change to "size"', ['size'], 'quickfix']);
    assert.deepEqual(first?.diagnostics, [own]);
  });

  test('that is a refactoring is offered only for a selection, on request, or by its kind', async (context) => {
    const { ask, range, document } = await arrangeProviders(context, 'model: seedream-5-0-260128\nprompt: A |cat\n');
    const selected = new Range(document.positionAt(35), document.positionAt(40));
    const list = async (over: object, at: Range = range): Promise<number> =>
      ((await ask('CodeActions', 'provideCodeActions', at, { ...request, ...over }, token)) as readonly Shown[]).length;

    assert.equal(await list({}), 0);
    assert.ok((await list({}, selected)) > 0);
    assert.ok((await list({ triggerKind: CodeActionTriggerKind.Invoke })) > 0);
    assert.ok((await list({ only: new CodeActionKind('refactor') })) > 0);
    assert.equal(await list({ only: CodeActionKind.QuickFix }), 0);
  });

  test('applies all safe fixes at once, if there are any', async (context) => {
    const only = CodeActionKind.SourceFixAll;
    for (const [text, expected] of [
      ['model: seedream-5-0-260128\nprompt: x\nsize: 2k\n|', ['2K']],
      ['model: seedream-5-0-260128\nprompt: x\n|', undefined],
    ] as const) {
      const { ask, range } = await arrangeProviders(context, text);
      const [action]: readonly Shown[] = await ask(
        'CodeActions',
        'provideCodeActions',
        range,
        { ...request, only },
        token,
      );
      assert.deepEqual(action?.edit?.texts, expected);
    }
  });

  test('opens the setting of the machine that the window is on', async (context) => {
    for (const [remoteName, command] of [
      [undefined, 'workbench.action.openSettings'],
      ['ssh-remote', 'workbench.action.openRemoteSettings'],
    ] as const) {
      const { ask, range } = await arrangeProviders(context, 'model: seedream-5-0-260128\nprompt: ${{ env.HO|ME }}\n');
      env.remoteName = remoteName;
      const actions: readonly Shown[] = await ask('CodeActions', 'provideCodeActions', range, request, token);
      assert.ok(actions.some((action) => action.command?.command === command));
    }
  });

  test('places the cursor in the new text, and shows the completions there', async (context) => {
    const { ask, range } = await arrangeProviders(context, 'model: no|va\nprompt: x\n');
    const actions: readonly Shown[] = await ask('CodeActions', 'provideCodeActions', range, request, token);
    const action = actions.find(({ title }) => title === 'Add "endpoint" to "gen"');

    assert.deepEqual(action?.edit?.texts, ['gen:\n  endpoint: "$0"\n']);
    assert.deepEqual(action.command?.command, 'editor.action.triggerSuggest');
  });

  test('edits, runs a command, or both', async (context) => {
    const path = '/w/hero.gen.yaml';
    const at = (line: number, character: number) => ({ line, character });
    const selection = { start: at(1, 9), end: at(1, 9) };
    for (const [text, title, expected] of [
      ['model: seedr|eam-9\nprompt: x\n', 'Show all models', ['genwright.models.focus', [], false]],
      ['model: sonic\nprompt: ${{ env.TO|NE }}\n', 'Trust this folder', ['workbench.trust.manage', [], false]],
      ['model: sonic\nprompt: A |cat\n', 'Extract to variable', ['editor.action.rename', [[path, at(1, 2)]], true]],
      [
        'model: sonic\nprompt: ${{ vars.to|ne }}\n',
        'Add the variable "tone"',
        ['vscode.open', [path, { selection }], true],
      ],
      ['model: sonic\nprompt: x\nsty|le: y\n', 'Remove "style"', [undefined, undefined, true]],
    ] as const) {
      const { ask, position, document } = await arrangeProviders(context, text);
      workspace.isTrusted = title !== 'Trust this folder';
      const end = title === 'Extract to variable' ? document.positionAt(document.offsetAt(position) + 3) : position;
      const actions: readonly Shown[] = await ask(
        'CodeActions',
        'provideCodeActions',
        new Range(position, end),
        request,
        token,
      );
      const action = actions.find((each) => each.title === title);
      const { command, edit } = action ?? {};
      const given =
        command &&
        (JSON.parse(
          JSON.stringify(command.arguments, (_, value: unknown) => (value instanceof Uri ? value.fsPath : value)),
        ) as unknown);
      assert.deepEqual([command?.command, given, edit !== undefined], expected);
    }
  });
});

const insert = (at: number, newText: string) => ({ start: at, end: at, newText });

test('a position after edits counts the lines that they add and remove before it', () => {
  const text = 'prompt: A blue door\r\nsize: 2K\r\n';
  const edits = [insert(0, 'vars:\r\n  color: blue\r\n'), { start: 10, end: 14, newText: '${{ vars.color }}' }];
  const after = 'vars:\r\n  color: blue\r\nprompt: A ${{ vars.color }} door\r\nsize: 2K\r\n';
  const places = ['color', 'vars.color', 'size'].map((name) =>
    positionAfter(text, { edits, offset: after.indexOf(name) }),
  );
  assert.deepEqual(places, [
    [1, 2],
    [2, 14],
    [3, 0],
  ]);
});
