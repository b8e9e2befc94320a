import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateFolder } from '../../../src/node/stateFolder.ts';

test('what is remembered without VS Code is below the home of the user, where the system keeps such files', () => {
  const home = '/home/ada';
  const [absolute, relative] = [{ XDG_STATE_HOME: '/state', LOCALAPPDATA: '/local' }, { XDG_STATE_HOME: 'state' }];
  const folders = [
    stateFolder({ platform: 'linux', env: {}, home }),
    stateFolder({ platform: 'linux', env: absolute, home }),
    stateFolder({ platform: 'linux', env: relative, home }),
    stateFolder({ platform: 'darwin', env: absolute, home }),
    stateFolder({ platform: 'win32', env: absolute, home }),
    stateFolder({ platform: 'win32', env: {}, home }),
  ];
  assert.deepEqual(
    folders.map((folder) => folder.replaceAll('\\', '/')),
    [
      '/home/ada/.local/state/genwright',
      '/state/genwright',
      '/home/ada/.local/state/genwright',
      '/home/ada/Library/Application Support/genwright',
      '/local/genwright',
      '/home/ada/AppData/Local/genwright',
    ],
  );
});
