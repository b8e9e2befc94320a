import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPrices, isUsd, type Prices } from '../core/task/money/prices.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/support/json/json.ts';
import { type GatewayProfile, parseProfile } from '../core/support/profile/parseProfile.ts';
import { isList, isText, isTextList, isTextMap } from '../core/support/isTextList.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import { configFolder } from '../node/stateFolder.ts';
import type { Terminal } from './terminal.ts';
import { usageError } from './exitCode.ts';

/** A gateway of the user, and where its key comes from. */
export type ConfiguredProfile = GatewayProfile & {
  /** Name of a variable of the environment. */
  readonly keyEnv?: string;
  /** A command that prints the key. */
  readonly keyCommand?: string;
  /** The variables of the secrets in `headers`, by the names of the secrets. */
  readonly secretEnv?: Readonly<Record<string, string>>;
};

/** What the user has configured for all folders. A repository has no such file. */
export interface Config {
  /** Absolute path, whether it exists or not. */
  readonly path: string;
  readonly profile: string | null;
  readonly profiles: readonly ConfiguredProfile[];
  readonly prices: Prices;
  readonly budgetDayUsd: number;
  readonly envAllow: readonly string[];
}

/** Reads `genwright/config.yaml` of the user's configuration folder. Throws for one that cannot be used as a whole. */
export async function readConfig({ env }: Pick<Terminal, 'env'>): Promise<Config> {
  const path = join(configFolder(env), 'config.yaml');
  const written = existsSync(path) ? await parseFile(path) : {};
  const check = <T>(key: string, expected: string, isValid: (value: unknown) => value is T, otherwise: T): T => {
    const value = written[key];
    if (value === undefined) return otherwise;
    if (isValid(value)) return value;
    throw usageError(`"${key}" in ${path} must be ${expected}.`);
  };
  const known = ['profile', 'profiles', 'prices', 'budgetDayUsd', 'envAllow'];
  const unknown = Object.keys(written).find((key) => !known.includes(key));
  if (unknown !== undefined) throw usageError(`"${unknown}" in ${path} is unknown. Known: ${known.join(', ')}.`);
  const profiles = check('profiles', 'a list of gateways', isList, []).map((entry, at) =>
    parseConfigured(entry, `"profiles" item ${at + 1} in ${path}`),
  );
  const names = [sandboxProfile, ...profiles.map(({ name }) => name)];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw usageError(`${path} may not have another profile "${twice}".`);
  return {
    path,
    profile: check('profile', 'the name of a gateway', isText, null),
    profiles,
    prices: check('prices', 'models with an amount in USD each, such as "seedream-*: 0.04"', isPrices, {}),
    budgetDayUsd: check('budgetDayUsd', 'an amount in USD, such as 20', isUsd, 0),
    envAllow: check('envAllow', 'a list of names of variables', isTextList, []),
  };
}

async function parseFile(path: string): Promise<JsonObject> {
  const { parseYamlValue } = await import('../core/support/json/parseYamlValue.ts');
  const value = (parseYamlValue(readFileSync(path, 'utf8')) ?? 'broken') as JsonValue;
  if (isJsonObject(value)) return value;
  throw usageError(`${path} is not valid YAML with keys such as "profiles".`);
}

/** A profile that cannot be used stops the command: the user might believe that another gateway is meant. */
function parseConfigured(entry: unknown, place: string): ConfiguredProfile {
  const profile = parseProfile(entry);
  const { keyEnv, keyCommand, secretEnv } = isJsonObject(entry as JsonValue) ? (entry as JsonObject) : {};
  const isComplete = isText(keyEnv) !== isText(keyCommand) && (secretEnv === undefined || isTextMap(secretEnv));
  if (!profile || !isComplete) {
    throw usageError(`${place} needs "name", an https "baseUrl", and either "keyEnv" or "keyCommand".`);
  }
  return {
    ...profile,
    ...(isText(keyEnv) ? { keyEnv } : {}),
    ...(isText(keyCommand) ? { keyCommand } : {}),
    ...(isTextMap(secretEnv) ? { secretEnv } : {}),
  };
}
