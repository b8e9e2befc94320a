import type { Field } from '../../catalog/field.ts';
import { mediaKindOf } from '../../catalog/mediaFields.ts';
import { isNull, type SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { writeScalar, escapeExpressions, writeFlow } from '../../jobFile/write/writeValue.ts';
import type { TextRange } from '../../support/textRange.ts';
import { insertField } from '../actions/fixes/missing.ts';
import { findJobOf, type JobEntry } from '../actions/jobEntry.ts';
import { listCandidates, share } from '../completion/keys/candidates.ts';
import { buildRuleInput, isRuledOut } from '../completion/keys/ruledOut.ts';
import { isFileFor, isPlainPath } from '../completion/values/completePath.ts';
import { appendItem, fillEntry, type Written } from '../edits/insertEntry.ts';
import { findNodePath } from '../edits/nodePath.ts';
import { replaceValue } from '../edits/replaceValue.ts';
import type { InputEdit, TextEdit } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { hasName } from '../view/mapKind.ts';

/**
 * Lists how a file can become an input of the job at an offset: one edit for each field that accepts such a file. If the
 * offset is in one of these fields, only that one. `path` is relative to the job file; its extension shows the
 * kind of media.
 */
export function listInputEdits(view: DocumentView, offset: number, path: string): readonly InputEdit[] {
  const job = findJobAt(view, offset);
  if (!job?.map) return [];
  const { map } = job;
  const siblings = new Set(map.entries.map(({ key }) => key));
  const fields = share(
    listCandidates(view, job.job.id),
    (family) => family.fields.filter((field) => field.isMedia && isFileFor(mediaKindOf(field.name), path)),
    ({ name }) => name,
  );
  const found = fields.flatMap(({ item: field, family }): readonly (InputEdit & { readonly range?: TextRange })[] => {
    const entry = map.entries.find(({ key, isMerged }) => !isMerged && hasName(field, key));
    const facts = buildRuleInput(view, { job: job.job.id, family, siblings });
    if (!entry && isRuledOut(family, field.name, facts)) return [];
    const edit = entry
      ? setInput(view, job, { entry, field, path })
      : insertField(view.text, job, { key: field.name, value: writePath(field, path) });
    return edit ? [{ field: entry?.key ?? field.name, edit, ...(entry ? { range: entry } : {}) }] : [];
  });
  const here = found.filter(({ range }) => range && range.start <= offset && offset <= range.end);
  return (here.length > 0 ? here : found).map(({ field, edit }) => ({ field, edit }));
}

/** Returns the job at an offset, or the one before it. */
function findJobAt(view: DocumentView, offset: number): JobEntry | null {
  const { jobs, root } = view.checked.jobFile;
  const at = jobs.findLast(({ label }) => label.start <= offset) ?? jobs[0];
  const nodePath = at && findNodePath(root, at.label);
  return nodePath ? findJobOf(view, nodePath) : null;
}

function writeItem(path: string): string {
  return isPlainPath(path) ? path : writeFlow(path);
}

function writePath({ type }: Field, path: string): Written {
  const list = type.kind === 'array' ? ` [${writeItem(path)}]` : null;
  const scalar = isPlainPath(path) ? path : writeScalar(escapeExpressions(path));
  return { block: () => list ?? ` ${scalar}`, inline: list ?? ` ${writeItem(path)}` };
}

/** A list gets one more item. Any other value is replaced. */
function setInput(
  { text, checked }: DocumentView,
  { map }: JobEntry,
  { entry, field, path }: { readonly entry: SyntaxEntry; readonly field: Field; readonly path: string },
): TextEdit | null {
  const { value } = entry;
  if (value.kind === 'sequence') return appendItem(text, value, writeItem(path));
  if (map && isNull(value)) return fillEntry(text, map, entry, writePath(field, path));
  const nodePath = findNodePath(checked.jobFile.root, value);
  return nodePath ? replaceValue(text, nodePath, escapeExpressions(path)) : null;
}
