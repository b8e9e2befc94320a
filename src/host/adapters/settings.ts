import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { settings, type SettingName } from '../ids.ts';

/** What each setting may hold. VS Code does not enforce the manifest's schema. */
const schemas = {
  profiles: z.array(z.unknown()),
  profile: z.string().check(z.minLength(1)),
  unchanged: z.enum(['ask', 'generate', 'skip']),
  strict: z.boolean(),
  confirmRequests: z.int().check(z.minimum(1)),
  confirmUsd: z.number().check(z.minimum(0)),
  budgetRunUsd: z.number().check(z.minimum(0)),
  budgetDayUsd: z.number().check(z.minimum(0)),
  envAllow: z.array(z.string()),
  concurrency: z.int().check(z.minimum(1), z.maximum(64)),
  pollMaxMinutes: z.number().check(z.minimum(1)),
  submitRetryOn5xx: z.boolean(),
  downloadMaxMegabytes: z.number().check(z.minimum(1)),
  outputMetadata: z.enum(['none', 'embed']),
  previewOpenWhenDone: z.boolean(),
  codeLens: z.boolean(),
  statusBar: z.boolean(),
} satisfies Record<SettingName, z.ZodMiniType>;

/** The values as the code sees them: checked, with defaults. */
export type Settings = { readonly [Name in SettingName]: z.infer<(typeof schemas)[Name]> };

/** Settings that a workspace must not decide, whatever its settings file says. */
const userLevel: ReadonlySet<SettingName> = new Set<SettingName>([
  'profiles',
  'confirmRequests',
  'confirmUsd',
  'budgetRunUsd',
  'budgetDayUsd',
  'envAllow',
  'unchanged',
  'submitRetryOn5xx',
  'downloadMaxMegabytes',
  'pollMaxMinutes',
]);

/** A value that does not fit counts as not set: the manifest's default holds. */
export function readSetting<Name extends SettingName>(name: Name, resource?: vscode.Uri): Settings[Name] {
  const configuration = vscode.workspace.getConfiguration('genwright', resource ?? null);
  const key = settings[name];
  const inspected = configuration.inspect<unknown>(key);
  const value: unknown = userLevel.has(name) ? inspected?.globalValue : configuration.get(key);
  const parsed = z.safeParse(schemas[name], value);
  return (parsed.success ? parsed.data : z.parse(schemas[name], inspected?.defaultValue)) as Settings[Name];
}

/** Writes for the user, never for a workspace. */
export function writeUserSetting(name: SettingName, value: unknown): Thenable<void> {
  return vscode.workspace
    .getConfiguration('genwright')
    .update(settings[name], value, vscode.ConfigurationTarget.Global);
}

/** Hears of changes in any scope; the listener reads what applies to it. */
export function onDidChangeSetting(names: readonly SettingName[], listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`genwright.${settings[name]}`))) listener();
  });
}
