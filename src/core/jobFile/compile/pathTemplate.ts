import { sanitizeFileName } from '../../artifact/fileName.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { Reference, Template } from '../template.ts';

/** A part of a path: written in the file, evaluated already, or evaluated later. */
export type PathPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'later'; readonly reference: Reference };

const separator = /[/\\]/;

/**
 * Returns one list of parts for each folder of a path. The last one follows the last separator. A value may contain
 * folders.
 */
export function splitPathParts(parts: readonly PathPart[]): readonly (readonly PathPart[])[] {
  const segments: PathPart[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'later') {
      segments.at(-1)?.push(part);
      continue;
    }
    const [first = '', ...rest] = part.text.split(separator);
    segments.at(-1)?.push({ ...part, text: first });
    for (const text of rest) segments.push([{ ...part, text }]);
  }
  return segments;
}

/**
 * Builds a path template in which only a `..` that is written in the file leads up. A value, now or later, stays inside
 * its folder.
 */
export function buildPathTemplate(segments: readonly (readonly PathPart[])[]): Template {
  return joinText(segments.flatMap((segment, index) => [...(index > 0 ? ['/'] : []), ...cleanSegment(segment)]));
}

function cleanSegment(parts: readonly PathPart[]): Template {
  const written = parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : []));
  if (written.length === parts.length) return [written.join('')];
  // With a value next to them, dots could become `..`. A single dot cannot.
  const own = written.join('');
  const isOnlyDots = /^[\s.]*$/.test(own) && own.split('.').length > 2;
  return parts.flatMap((part): Template => {
    switch (part.kind) {
      case 'literal':
        return isOnlyDots ? [] : [part.text];
      case 'value':
        return [cleanPiece(part.text)];
      case 'later':
        return [part.reference];
      default:
        return assertNever(part);
    }
  });
}

function joinText(parts: Template): Template {
  const joined: (string | Reference)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}

/** Cleans a value that is part of one name: no separators, and no dots at its ends. */
export function cleanPiece(text: string): string {
  return /^[\s.]*$/.test(text) ? '' : sanitizeFileName(text);
}

/** Cleans each folder alone, so that no name leads out. `..` is checked against the workspace later. */
export function cleanDir(dir: string): string {
  return dir
    .split(separator)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? part : sanitizeFileName(part)))
    .join('/');
}

/** The extension follows the content, so a written one would be doubled. */
const mediaExtension = /(?<=.)\.(png|jpe?g|webp|gif|avif|mp3|wav|ogg|opus|pcm|flac|m4a|aac|mp4|webm|mov|md|txt)$/i;

/** Empty if nothing is left that a name can contain. */
export function cleanName(name: string): string {
  return cleanPiece(name.replace(mediaExtension, ''));
}
