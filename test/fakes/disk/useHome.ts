import type { TestContext } from 'node:test';

/** Makes a folder (absolute path) the user's home in this process until the test ends. */
export function useHome(context: TestContext, home: string): void {
  const set = { HOME: home, USERPROFILE: home, XDG_STATE_HOME: undefined, LOCALAPPDATA: undefined };
  for (const [name, value] of Object.entries(set)) {
    const before = process.env[name];
    const write = (text: string | undefined): void => {
      if (text === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = text;
    };
    write(value);
    context.after(() => write(before));
  }
}
