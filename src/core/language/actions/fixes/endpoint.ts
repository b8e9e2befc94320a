import { familyAt } from '../../../catalog/createCatalog.ts';
import { endpoints } from '../../../catalog/endpoints.ts';
import { insertAtPath } from '../../edits/moveEntry.ts';
import { findNodePath } from '../../edits/nodePath.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';
import { findJobOf } from '../jobEntry.ts';
import { fixByRemoval } from './keys.ts';
import { changeValue, fixModel, nearestNames } from './nearestNames.ts';

export const fixEndpoint: FindFixes = (broken) => {
  const { view, problem } = broken;
  const variant = argOf(problem, 'variant');
  const written = argOf(problem, 'endpoint');
  const known = new Set([
    ...view.catalog.families.flatMap((family) => family.endpoints.map(({ path }) => path)),
    ...Object.values(endpoints).map(({ path }) => path),
  ]);
  const change = (names: readonly string[]): readonly Fix[] => changeValue(broken, written, names);
  switch (variant) {
    case 'model':
    case 'model-suggestion':
      return [...fixModel(broken), ...addEndpoint(broken)];
    case 'misfit':
      return [
        ...removeEndpoint(broken),
        ...change([argOf(problem, 'expected')]).map((fix) => ({ ...fix, isPreferred: false })),
      ];
    case 'not-a-path': {
      // Returns the path of a URL, without the name after `#`.
      const path = /^(?:[a-z]+:\/\/[^/]+)?(\/[^#?]*)/.exec(written)?.[1];
      return [
        ...(path !== undefined && known.has(path) && isServed(broken, path) ? change([path]) : []),
        ...removeEndpoint(broken),
      ];
    }
    default:
      return [...change(nearestNames(written, known)), ...removeEndpoint(broken)];
  }
};

/** Adds an empty `endpoint`, to which the job of an unknown model is sent. The user selects the path. */
const addEndpoint: FindFixes = ({ view, problem }) => {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const map = (nodePath && findJobOf(view, nodePath)?.map) ?? null;
  const value = { block: () => ' ""', inline: ' ""' };
  const edit = map && insertAtPath(view.text, map, { path: ['gen'], key: 'endpoint', value });
  if (!edit) return [];
  const title = view.translate(titles.addTo, { name: 'endpoint', field: 'gen' });
  return [{ title, edits: [edit], cursorAt: edit.start + edit.newText.indexOf('""') + 1, triggersNext: true }];
};

/** Without the key, the default endpoint of the model is used. */
const removeEndpoint: FindFixes = (broken) => {
  const nodePath = findNodePath(broken.view.checked.jobFile.root, broken.problem);
  return nodePath?.entry?.key === 'endpoint'
    ? fixByRemoval(broken).map((fix) => ({ ...fix, isPreferred: argOf(broken.problem, 'variant') === 'misfit' }))
    : [];
};

/** Decides by the model of the job that sets the endpoint. An unknown model may be served. */
function isServed({ view, problem }: Broken, path: string): boolean {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const written = nodePath && findJobOf(view, nodePath)?.job.model?.value;
  const model = written?.kind === 'scalar' ? view.catalog.findModel(String(written.value)) : undefined;
  return !model || familyAt(model, path) !== undefined;
}
