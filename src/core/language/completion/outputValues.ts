import { collisions, metadataChoices } from '../../jobFile/controlKeys.ts';
import type { DocumentView } from '../documentView.ts';
import type { Choice } from './choice.ts';
import { listKnownAxes } from './knownValues.ts';

/** Ways to name and place files that people mostly want; combinations and jobs are told apart where there are such. */
export function listOutputChoices(
  view: DocumentView,
  { job }: { readonly job: string | null },
  { key, isFlow }: { readonly key: string; readonly isFlow: boolean },
): readonly Choice[] {
  switch (key) {
    case 'collision':
      return collisions.map((label) => ({ label, kind: 'value' }));
    case 'metadata':
      return metadataChoices.map((label) => ({ label, kind: 'value' }));
    case 'name':
      return listNames(view, job).map((name) => write(name, isFlow));
    case 'dir':
      return [...listFolders(view), '${{ file.base }}', day].map((dir) => write(dir, isFlow));
    case 'output':
      return listNames(view, job).map((name) => write(`\${{ file.base }}/${name}`, isFlow));
    default:
      return [];
  }
}

const day = "${{ now | date('YYYY-MM-DD') }}";

/** Each is different for each result where it has to be. */
function listNames(view: DocumentView, job: string | null): readonly string[] {
  const base = job === null ? '${{ file.base }}' : '${{ job.id }}';
  const axes = listKnownAxes(view, job).map(({ name }) =>
    /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) ? `\${{ matrix.${name} | slug }}` : `\${{ matrix['${name}'] | slug }}`,
  );
  return [...(axes.length > 0 ? [[base, ...axes].join('-')] : []), `${base}-${day}`, `${base}-\${{ run.n | pad(3) }}`];
}

function listFolders({ world: { files } }: DocumentView): readonly string[] {
  const entries = files?.list('.') ?? [];
  return entries.flatMap(({ name, kind }) => (kind === 'folder' && !name.startsWith('.') ? [name] : [])).toSorted();
}

/** Braces of expressions end a plain value where there are other ones around it. */
function write(template: string, isFlow: boolean): Choice {
  return { label: template, kind: 'value', ...(isFlow || !template.includes('${{') ? {} : { text: template }) };
}
