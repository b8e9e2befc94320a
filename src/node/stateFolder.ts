import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Returns the folder (absolute path) for what a user's programs remember without VS Code: below `%LOCALAPPDATA%` on
 * Windows, `~/Library/Application Support` on macOS, and `$XDG_STATE_HOME` or `~/.local/state` elsewhere.
 */
export function stateFolder({ platform = process.platform, env = process.env, home = homedir() } = {}): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'genwright');
  const [set, usual] =
    platform === 'win32' ? [env['LOCALAPPDATA'], 'AppData/Local'] : [env['XDG_STATE_HOME'], '.local/state'];
  return join(pick(set, usual, home), 'genwright');
}

/** Returns the folder (absolute path) for what a user configures: `%APPDATA%`, or `$XDG_CONFIG_HOME` or `~/.config`. */
export function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  const [set, usual] =
    process.platform === 'win32' ? [env['APPDATA'], 'AppData/Roaming'] : [env['XDG_CONFIG_HOME'], '.config'];
  return join(pick(set, usual, homedir()), 'genwright');
}

/** A relative path would lead into the folder that a script happens to run in. */
function pick(set: string | undefined, usual: string, home: string): string {
  return set !== undefined && isAbsolute(set) ? set : join(home, usual);
}
