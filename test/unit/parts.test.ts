// The names that programs in plain Node import from the built parts, and their types.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as language from '../../src/core/language/index.ts';
import * as engine from '../../src/engine/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';
import type * as declaredEngine from '../../types/engine.d.cts';
import type * as declaredLanguage from '../../types/language.d.cts';
import type * as declaredSandbox from '../../types/sandbox.d.cts';

/** Without the name that a CommonJS module has for an import of its whole. */
type Named<Part> = Omit<Part, 'default'>;

/** The compiler checks that the parts accept and return what `types` declares. */
const parts: {
  readonly language: Named<typeof declaredLanguage>;
  readonly engine: Named<typeof declaredEngine>;
  readonly sandbox: Named<typeof declaredSandbox>;
} = { language, engine, sandbox };

type Keys<Union> = Union extends unknown ? keyof Union : never;
type OptionKeys<Options extends { readonly gateway: unknown }> = Keys<Options | Options['gateway']>;
type Undeclared = Exclude<OptionKeys<engine.RunJobFileOptions>, OptionKeys<declaredEngine.RunJobFileOptions>>;
/** The compiler names an option that `types/engine.d.cts` does not declare. */
const isDeclared: [Undeclared] extends [never] ? true : Undeclared = true;

test('the parts export what programs without VS Code use', () => {
  const exported = Object.values(parts).map((part) => Object.keys(part));
  const promised = [
    ['createLanguageService', 'jobFileSchema'],
    ['createEngine', 'createPollSchedule', 'download', 'runJobFile'],
    ['startSandbox'],
  ];
  const missing = promised.flatMap((names, at) => names.filter((name) => !exported[at]?.includes(name)));
  assert.deepEqual([missing, isDeclared], [[], true]);
});
