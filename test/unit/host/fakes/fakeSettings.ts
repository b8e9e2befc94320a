import { readFileSync } from 'node:fs';
import { Emitter } from '../../../../src/core/support/emitter.ts';

/** Settings of the user, by the full name of the setting. */
export const userSettings = new Map<string, unknown>();
/** Settings of the workspace, by the full name. */
export const workspaceSettings = new Map<string, unknown>();
/** Settings of a folder, which apply to the files in it, by the full name. */
export const folderSettings = new Map<string, unknown>();
/** Fires with the full name of a setting. */
export const settingChanged = new Emitter<string>();

const { contributes } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
  };
};

/** The settings of the user, over those of the manifest. */
export function getConfiguration(section: string, scope?: object | null) {
  const { properties } = contributes.configuration;
  const inspect = (key: string) => ({
    defaultValue: properties[`${section}.${key}`]?.default,
    globalValue: userSettings.get(`${section}.${key}`),
    workspaceValue: workspaceSettings.get(`${section}.${key}`),
    workspaceFolderValue: scope ? folderSettings.get(`${section}.${key}`) : undefined,
  });
  return {
    inspect,
    get(key: string) {
      const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = inspect(key);
      return workspaceFolderValue ?? workspaceValue ?? globalValue ?? defaultValue;
    },
    update(key: string, value: unknown) {
      userSettings.set(`${section}.${key}`, value);
      settingChanged.fire(`${section}.${key}`);
      return Promise.resolve();
    },
  };
}
