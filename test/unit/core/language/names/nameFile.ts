import { filesOf, openAt as openWith } from '../openAt.ts';

export const texts: Readonly<Record<string, string>> = {
  'brand.vars.yaml': '# words\r\nstyle: watercolor\r\nbrand:\r\n  color: red\r\n',
  'brief.md': 'A lighthouse.',
};

export function openAt(marked: string, { isTrusted = true }: { readonly isTrusted?: boolean } = {}) {
  return openWith(marked, { files: () => filesOf({ ...texts, 'door.png': '' }, { isTrusted }) });
}

export const song = 'model: sonic\n';
export const still = 'model: seedream-5-0-260128\n';

export const shadowed = `vars:\n  mood: dark\njobs:\n  one:\n    vars: {mood: light}\n    ${song}    prompt: \${{ vars.mood }}\n  two:\n    ${song}    prompt: \${{ vars.mood }}\n`;
