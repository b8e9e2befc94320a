import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../hosts/paths.ts';
import type { Person } from './person.ts';

type Strings = Readonly<Record<string, string>>;

/** Returns a person who finds commands and views by their English titles in a workbench of another language. */
export async function translateFor(person: Person, language: string): Promise<Person> {
  if (language === 'en') return person;
  const english = await readStrings('package.nls.json');
  const own = await readStrings(`package.nls.${language}.json`);
  const translate = (title: string): string => {
    const key = Object.keys(english).find((each) => english[each] === title);
    return own[key ?? ''] ?? title;
  };
  return {
    ...person,
    runCommand: (title) => person.runCommand(title.split(': ').map(translate).join(': ')),
    view: (name) => person.view(translate(name)),
  };
}

async function readStrings(name: string): Promise<Strings> {
  return JSON.parse(await readFile(join(rootDir, name), 'utf8')) as Strings;
}
