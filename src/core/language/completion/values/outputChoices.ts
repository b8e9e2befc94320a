import { collisions, metadataChoices } from '../../../jobFile/parse/controlKeys.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { listKnownAxes } from '../expressions/knownAxes.ts';
import type { Choice } from './choice.ts';

/** Offers common ways to name and place files. They distinguish combinations and jobs if there are any. */
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

/** The names differ for each result if necessary. */
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

/** The braces of an expression would end a plain value inside other braces. */
function write(template: string, isFlow: boolean): Choice {
  return { label: template, kind: 'value', ...(isFlow || !template.includes('${{') ? {} : { text: template }) };
}
