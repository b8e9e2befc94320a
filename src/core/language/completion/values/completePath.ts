import type { MediaKind } from '../../../catalog/mediaFields.ts';
import { normalizePath } from '../../../jobFile/lookups.ts';
import type { DocumentFiles, FolderEntry } from '../../languageService.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { escapeSnippet } from '../../../jobFile/write/jobText.ts';
import type { CompletionDraft } from '../completionDraft.ts';
import type { ValueContext } from './valueContext.ts';

export type FileUse = MediaKind | 'text' | 'vars';

const extensions: Readonly<Record<FileUse, RegExp>> = {
  image: /\.(?:png|jpe?g|webp|gif)$/i,
  audio: /\.(?:mp3|wav|m4a|aac|ogg|opus|flac)$/i,
  video: /\.(?:mp4|mov|webm|mkv)$/i,
  any: /\.(?:png|jpe?g|webp|gif|mp3|wav|m4a|aac|ogg|opus|flac|mp4|mov|webm|mkv)$/i,
  text: /(?<!\.gen)\.(?:md|txt|ya?ml|json|csv|xml|ssml|srt|vtt|lrc|html)$/i,
  vars: /(?<!\.gen)\.(?:ya?ml|json)$/i,
};

export function isFileFor(use: FileUse, name: string): boolean {
  return extensions[use].test(name);
}

/** Returns the folders and the fitting files for the part of a path that is being typed. */
export function completePath(view: DocumentView, valueContext: ValueContext, use: FileUse): readonly CompletionDraft[] {
  const { files } = view.world;
  const isReference = use === 'text' || use === 'vars';
  if (!files || (isReference && !files.isTrusted)) return [];
  const typed = parseTypedPath(view.text, valueContext, { isReference });
  if (!typed) return isReference ? [buildReference(valueContext)] : [];
  const entries = listEntries(files, typed.folder, use);
  // In the middle of a path only a folder can follow.
  const fitting = typed.hasSlash ? entries.filter(({ kind }) => kind === 'folder') : entries;
  return fitting.flatMap((entry) => buildEntry(entry, typed, valueContext));
}

/** Offers `file://./` as a start. */
function buildReference({ range, lead, quote }: ValueContext): CompletionDraft {
  const label = `${fileScheme}./`;
  const inQuotes = quote === '' ? label : `${quote}${label}$0${quote}`;
  return {
    label,
    insertText: lead + inQuotes,
    ...(quote === '' ? {} : { isSnippet: true }),
    kind: 'folder',
    ...range,
    triggersNext: true,
  };
}

function listEntries(files: DocumentFiles, folder: string, use: FileUse): readonly FolderEntry[] {
  const entries = files
    .list(normalizePath(folder) || '.')
    .filter(({ name, kind }) => !name.startsWith('.') && (kind === 'folder' || isFileFor(use, name)));
  return entries.toSorted((a, b) => rankOf(a, use) - rankOf(b, use) || (a.name < b.name ? -1 : 1));
}

/** For variables, files with the usual name come first. */
function rankOf({ name, kind }: FolderEntry, use: FileUse): number {
  if (kind === 'folder') return 0;
  return use === 'vars' && /\.vars\.ya?ml$/i.test(name) ? 1 : 2;
}

/** Offers the name alone if the value can contain it, or else the whole value in quotes. */
function buildEntry(
  { name, kind }: FolderEntry,
  typed: TypedPath,
  valueContext: ValueContext,
): readonly CompletionDraft[] {
  const { scheme, folder, start, end, hasSlash } = typed;
  const { quote, range, lead } = valueContext;
  const isFolder = kind === 'folder';
  const label = isFolder ? `${name}/` : name;
  const draft = { label, kind, ...(isFolder ? { triggersNext: true } : { path: folder + name }) } as const;
  if (quote === '' && !isPlainPath(scheme + folder + name)) {
    // A quote cannot be closed in the middle of a path.
    if (hasSlash) return [];
    const path = escapeSnippet(JSON.stringify(scheme + folder + label).slice(1, -1));
    const insertText = `${lead}"${path}${isFolder ? '$0' : ''}"`;
    return [{ ...draft, insertText, isSnippet: true, start: range.start, end, filterText: scheme + folder + label }];
  }
  return [{ ...draft, insertText: lead + writeIn(quote, label), start, end: isFolder && hasSlash ? end + 1 : end }];
}

function writeIn(quote: ValueContext['quote'], text: string): string {
  if (quote === '"') return JSON.stringify(text).slice(1, -1);
  return quote === "'" ? text.replaceAll("'", "''") : text;
}

const fileScheme = 'file://';

type TypedPath = NonNullable<ReturnType<typeof parseTypedPath>>;

/**
 * Returns the parts of a path up to the cursor: `file://` if it is written, the path up to the last `/`, the range of
 * the name after it, and whether the `/` of a folder that is being changed follows. Null if the scheme is incomplete,
 * or if the value is a URL.
 */
function parseTypedPath(text: string, valueContext: ValueContext, { isReference }: { isReference: boolean }) {
  const { range, offset, quote } = valueContext;
  const start = Math.min(range.start + quote.length, offset);
  const typed = text.slice(start, offset);
  if (isReference !== typed.startsWith(fileScheme) || (!isReference && /^[a-z][a-z\d+.-]*:/i.test(typed))) return null;
  const scheme = isReference ? fileScheme : '';
  const path = typed.slice(scheme.length);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const isClosed = range.end > offset && text[range.end - 1] === quote;
  const end = isClosed ? range.end - 1 : range.end;
  const next = text.slice(offset, end).indexOf('/');
  return {
    scheme,
    folder,
    start: start + scheme.length + folder.length,
    end: next < 0 ? end : offset + next,
    hasSlash: next >= 0,
  };
}

/** Whether the path is safe without quotes, also inside braces. */
export function isPlainPath(path: string): boolean {
  return /^[\p{L}\d._/][\p{L}\p{M}\d ._/+()!'~@:-]*$/u.test(path) && !/:(?!\/\/)/.test(path) && !path.endsWith(' ');
}
