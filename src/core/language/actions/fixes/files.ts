import { isAbsolutePath, parseFilePath } from '../../../jobFile/lookups.ts';
import { replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../../messages.ts';
import { type Broken, demote, type FindFixes, type Fix, prefer } from '../fix.ts';
import { nearestNames } from './nearestNames.ts';

const scheme = 'file://';

export const fixAbsolute: FindFixes = (broken) => {
  const path = pathAt(broken)?.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|[A-Za-z]:[/\\]?|~[/\\])?[/\\]*/, '');
  return path && !isAbsolutePath(path) ? changePath(broken, path, titles.changeTo) : [];
};

export const fixVars: FindFixes = (broken) => {
  const { nodePath } = broken;
  const path = pathAt(broken);
  const isThere = path !== null && /\.ya?ml$/.test(path) && broken.view.world.files?.readText(path).ok === true;
  const name = `${scheme}./${path ?? ''}`;
  const edit = nodePath && isThere ? replaceValue(broken.text, nodePath, name) : null;
  return prefer(broken.title(titles.changeTo, { name }), edit);
};

export const fixMissingFile: FindFixes = (broken) => {
  if (broken.variant === 'untrusted') {
    return [{ title: broken.title(titles.trust), edits: [], opens: 'trust', isPreferred: true }];
  }
  if (broken.variant === 'absolute') return fixAbsolute(broken);
  const path = broken.variant === 'missing' ? pathAt(broken) : null;
  if (path === null) return [];
  const [first, ...others] = nearestFiles(broken, path).flatMap((each) => changePath(broken, each, titles.useFile));
  return first ? [first, ...demote(others)] : [];
};

/** Returns files in the same folder, or in one folder with a similar name. */
function nearestFiles({ view }: Broken, path: string): readonly string[] {
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? '.' : path.slice(0, slash);
  const listed = view.world.files?.list(folder).flatMap(({ kind, name }) => (kind === 'file' ? [name] : [])) ?? [];
  return nearestNames(path.slice(slash + 1), listed).map((each) => (slash < 0 ? each : `${folder}/${each}`));
}

function pathAt({ nodePath }: Broken): string | null {
  const node = nodePath?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return null;
  const written = node.value.trim();
  return parseFilePath(written) ?? written;
}

function changePath(broken: Broken, path: string, title: string): readonly Fix[] {
  const { nodePath } = broken;
  const isText = nodePath?.node.kind === 'scalar' && String(nodePath.node.value).startsWith(scheme);
  const edit = nodePath && replaceValue(broken.text, nodePath, isText ? `${scheme}${path}` : path);
  return prefer(broken.title(title, { name: path }), edit);
}
