import { isAbsolutePath, parseFilePath } from '../../../jobFile/filePath.ts';
import { findNodePath } from '../../edits/nodePath.ts';
import { replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { argOf, type Broken, type FindFixes, type Fix, usualFix } from '../fix.ts';
import { nearestNames } from './nearestNames.ts';

const scheme = 'file://';

/** Replaces an absolute path by a path relative to the job file. */
export const fixAbsolute: FindFixes = (broken) => {
  const path = pathAt(broken)?.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/|[A-Za-z]:[/\\]?|~[/\\])?[/\\]*/, '');
  return path && !isAbsolutePath(path) ? changePath(broken, path, titles.changeTo) : [];
};

/** Writes the name of a file of variables as a reference to that file. */
export const fixVars: FindFixes = (broken) => {
  const path = pathAt(broken);
  const isThere = path !== null && /\.ya?ml$/.test(path) && broken.view.world.files?.readText(path).ok === true;
  const nodePath = findNodePath(broken.view.checked.jobFile.root, broken.problem);
  const value = `${scheme}./${path ?? ''}`;
  const edit = nodePath && isThere ? replaceValue(broken.view.text, nodePath, value) : null;
  return usualFix(broken.view.translate(titles.changeTo, { name: value }), edit);
};

/** Suggests the existing files with the most similar paths. */
export const fixMissingFile: FindFixes = (broken) => {
  const { view, problem } = broken;
  if (argOf(problem, 'variant') === 'untrusted') {
    return [{ title: view.translate(titles.trust, {}), edits: [], opens: 'trust', isPreferred: true }];
  }
  if (argOf(problem, 'variant') === 'absolute') return fixAbsolute(broken);
  const path = argOf(problem, 'variant') === 'missing' ? pathAt(broken) : null;
  if (path === null) return [];
  return nearestFiles(broken, path).flatMap((each, index) =>
    changePath(broken, each, titles.useFile).map((fix) => ({ ...fix, isPreferred: index === 0 })),
  );
};

/** Returns files in the same folder, or in one folder with a similar name. */
function nearestFiles({ view }: Broken, path: string): readonly string[] {
  const { files } = view.world;
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? '.' : path.slice(0, slash);
  const name = path.slice(slash + 1);
  const listed = files?.list(folder).filter(({ kind }) => kind === 'file') ?? [];
  const near = nearestNames(
    name,
    listed.map((each) => each.name),
  );
  return near.map((each) => (slash < 0 ? each : `${folder}/${each}`));
}

/** Returns the path as it is written, without `file://`. */
function pathAt({ view, problem }: Broken): string | null {
  const node = findNodePath(view.checked.jobFile.root, problem)?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return null;
  const written = node.value.trim();
  return parseFilePath(written) ?? written;
}

function changePath({ view, problem }: Broken, path: string, title: string): readonly Fix[] {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const isText = nodePath?.node.kind === 'scalar' && String(nodePath.node.value).startsWith(scheme);
  const edit = nodePath && replaceValue(view.text, nodePath, isText ? `${scheme}${path}` : path);
  return usualFix(view.translate(title, { name: path }), edit);
}
