import type { Uri } from './vscodeTypes.ts';

/** `remoteName` is set in a window of another machine. */
export const env = {
  remoteName: undefined as string | undefined,
  language: 'en',
  sessionId: 'first',
  uiKind: 1,
  copied: '',
  /** What was opened with other programs. */
  opened: [] as (Uri | string)[],
  openExternal: async (target: Uri | string) => env.opened.push(target) > 0,
  clipboard: {
    writeText: (text: string) => {
      env.copied = text;
      return Promise.resolve();
    },
  },
};

export const l10n = {
  t: (template: string, args: Readonly<Record<string, string | number>>): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole)),
};
