import { createLanguageService, type DocumentFiles } from '../../../../../src/core/language/index.ts';
import { markedText } from '../../../../support/markedText.ts';

export const texts: Readonly<Record<string, string>> = {
  'brand.vars.yaml': '# words\r\nstyle: watercolor\r\nbrand:\r\n  color: red\r\n',
  'brief.md': 'A lighthouse.',
};

export const files: DocumentFiles = {
  name: 'hero.gen.yaml',
  dir: '',
  isTrusted: true,
  list: () => [],
  readText: (path) => {
    const text = texts[path];
    return text === undefined ? { ok: false, reason: 'missing' } : { ok: true, text };
  },
  inspect: (path) => ({ exists: path === 'door.png', isInside: true, bytes: 10 }),
};

export function openAt(marked: string) {
  const { text, offset } = markedText(marked);
  return { text, offset, document: createLanguageService({ files: () => files }).open('hero.gen.yaml', text) };
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export const song = 'model: sonic\n';
export const still = 'model: seedream-5-0-260128\n';

export const shadowed = `vars:\n  mood: dark\njobs:\n  one:\n    vars: {mood: light}\n    ${song}    prompt: \${{ vars.mood }}\n  two:\n    ${song}    prompt: \${{ vars.mood }}\n`;
