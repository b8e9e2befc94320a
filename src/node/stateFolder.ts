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
  // A relative path would lead into the folder that a script happens to run in.
  return join(set !== undefined && isAbsolute(set) ? set : join(home, usual), 'genwright');
}
