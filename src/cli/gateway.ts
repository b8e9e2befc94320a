import { exec, type ExecException } from 'node:child_process';
import { promisify } from 'node:util';
import { parseBaseUrl } from '../core/support/profile/baseUrl.ts';
import { lazyByKey } from '../core/support/lazy.ts';
import { type OpenProfile, sandboxProfile } from '../core/task/gatewayPort.ts';
import type { Gateway } from '../engine/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Config, ConfiguredProfile } from './config.ts';
import type { Context } from './context.ts';
import { usageError } from './exitCode.ts';
import type { Output } from './output.ts';
import { parts } from './parts.ts';

/** Where requests go, as it is written on the command line. */
export interface GatewayOptions {
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly keyCommand?: string;
  readonly profile?: string;
  readonly sandbox?: boolean;
}

export interface AccessOptions extends GatewayOptions {
  readonly otherwise?: 'sandbox';
}

/** The gateways of a command. */
export interface Access {
  /** Name of the profile that is used if a job file names none. */
  readonly selected: string;
  readonly isSandbox: boolean;
  open(name: string): Promise<OpenProfile | null>;
  /** What the questions of a run need to know. */
  describe(name: string | null): Promise<Gateway>;
  close(): Promise<void>;
}

/**
 * Opens what the options say, or the environment, or the configuration. If none of them names a gateway, it throws, or
 * `otherwise` tells to use the sandbox: for commands that send nothing new.
 */
export function openAccess(options: AccessOptions, config: Config, context: Context): Access {
  const selected = selectProfile(options, config, context);
  const profiles = new Map(config.profiles.map((profile) => [profile.name, profile]));
  if (selected !== null) profiles.set(selected.name, selected);
  // A task that is followed asks for the key again and again.
  const readCommand = lazyByKey((command: string) => runKeyCommand(command, context.output));
  const readVariable = (name = ''): string | undefined => context.terminal.env[name]?.trim() || undefined;
  const openNamed = (profile: string): OpenProfile | null => {
    const found = profiles.get(profile);
    if (!found) return null;
    const { keyEnv, keyCommand, secretEnv = {} } = found;
    return {
      ...found,
      isSandbox: false,
      readKey: async () => (keyCommand === undefined ? readVariable(keyEnv) : readCommand(keyCommand)),
      readSecret: (secret) => Promise.resolve(readVariable(secretEnv[secret])),
    };
  };
  let sandbox: Promise<Sandbox> | undefined;
  const openSandbox = async (): Promise<OpenProfile> => {
    sandbox ??= parts.sandbox().then(({ startSandbox }) => startSandbox());
    const { url, docsUrl, key } = await sandbox;
    return { name: sandboxProfile, baseUrl: url, docsUrl, isSandbox: true, readKey: () => Promise.resolve(key) };
  };
  const name = selected?.name ?? sandboxProfile;
  return {
    selected: name,
    isSandbox: selected === null,
    open: async (wanted) => (wanted === sandboxProfile ? openSandbox() : openNamed(wanted)),
    async describe(wanted) {
      const profile = wanted ?? name;
      return {
        profile,
        origin: profiles.get(profile)?.origin ?? null,
        isSandbox: profile === sandboxProfile,
        isSelected: profile === name,
        // A file that names another profile is refused, and must not run the command for its key.
        isKeyMissing: profile === selected?.name && (await openNamed(profile)?.readKey()) === undefined,
      };
    },
    close: async () => (await sandbox?.catch(() => undefined))?.close(),
  };
}

/** Null for the sandbox, which only `--sandbox` selects. */
function selectProfile(options: AccessOptions, config: Config, { terminal }: Context): ConfiguredProfile | null {
  const { baseUrl, keyEnv, keyCommand, profile } = options;
  const { GENWRIGHT_BASE_URL: fromEnv } = terminal.env;
  if ([options.sandbox, baseUrl, profile].filter((each) => each !== undefined).length > 1)
    throw usageError('Where do requests go? Pass only one of --sandbox, --base-url and --profile.');
  if (options.sandbox === true) return null;
  if (baseUrl !== undefined) return buildProfile(baseUrl, options);
  if (keyEnv !== undefined || keyCommand !== undefined) {
    throw usageError('A key needs the gateway that it belongs to. Add --base-url URL.');
  }
  if (profile !== undefined) return findProfile(profile, config);
  if (fromEnv) return buildProfile(fromEnv, { keyEnv: 'GENWRIGHT_API_KEY' });
  if (config.profile !== null) return findProfile(config.profile, config);
  if (options.otherwise === 'sandbox') return null;
  throw usageError(
    'No gateway is set. Pass --base-url with --key-env or --key-command, set GENWRIGHT_BASE_URL and GENWRIGHT_API_KEY, ' +
      `name a profile in ${config.path}, or try it for free with --sandbox.`,
  );
}

function findProfile(name: string, { profiles, path }: Config): ConfiguredProfile | null {
  if (name === sandboxProfile) return null;
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw usageError(`There is no profile "${name}" in ${path}.`);
  return found;
}

function buildProfile(
  written: string,
  { keyEnv, keyCommand }: Pick<GatewayOptions, 'keyEnv' | 'keyCommand'>,
): ConfiguredProfile {
  const url = parseBaseUrl(written);
  if (!url.ok) throw usageError(`"${written}" is not a base URL. Use https, or http on this machine.`);
  const { baseUrl, origin } = url;
  if ((keyEnv === undefined) === (keyCommand === undefined))
    throw usageError(`Where is the key of ${baseUrl}? Add either --key-env NAME or --key-command CMD.`);
  return {
    kind: 'gateway',
    name: new URL(baseUrl).host,
    baseUrl,
    origin,
    docsUrl: null,
    ...(keyEnv === undefined ? {} : { keyEnv }),
    ...(keyCommand === undefined ? {} : { keyCommand }),
  };
}

const execute = promisify(exec);
const limits = { timeout: 30_000, maxBuffer: 64 * 1024, windowsHide: true };

/** Runs the user's own command for a key. Its first line is the key, and in no message. Undefined if there is none. */
async function runKeyCommand(command: string, { warn }: Pick<Output, 'warn'>): Promise<string | undefined> {
  const fail = ({ code, signal }: ExecException) => ({ stdout: '', reason: `it ended with ${code ?? signal}` });
  const ended = await execute(command, limits).catch(fail);
  const [key = ''] = ended.stdout.trim().split(/\r?\n/);
  if (key === '') warn(`The command for the key failed: ${'reason' in ended ? ended.reason : 'it printed nothing'}.`);
  return key || undefined;
}
