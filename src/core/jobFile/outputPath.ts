import { sanitizeFileName } from '../artifact/fileName.ts';
import { assertNever } from '../support/assertNever.ts';
import type { Reference, Template } from './template.ts';

/** A piece of a path: written by hand, worked out already, or worked out later. */
export type PathPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'later'; readonly reference: Reference };

const separator = /[/\\]/;

/**
 * One list of parts for each folder of a path, the last one being what follows the last separator. A value may bring
 * folders of its own.
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
 * A path of a template, in which only `..` that is written by hand leads up: whatever a value brings, now or later, stays
 * inside of its folder.
 */
export function buildPathTemplate(segments: readonly (readonly PathPart[])[]): Template {
  return joinText(segments.flatMap((segment, index) => [...(index > 0 ? ['/'] : []), ...cleanSegment(segment)]));
}

function cleanSegment(parts: readonly PathPart[]): Template {
  const written = parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : []));
  if (written.length === parts.length) return [written.join('')];
  // Around values, dots alone could become `..` by what the values are; a single one can not.
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

/** A value as a part of one name: no separators, no dots at its ends. */
export function cleanPiece(text: string): string {
  return /^[\s.]*$/.test(text) ? '' : sanitizeFileName(text);
}

/** Every folder by itself, so that no name reaches out; `..` stays for the check against the workspace. */
export function cleanDir(dir: string): string {
  return dir
    .split(separator)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? part : sanitizeFileName(part)))
    .join('/');
}

/** The extension follows the content, so one that is written out would be doubled. */
const mediaExtension = /(?<=.)\.(png|jpe?g|webp|gif|mp3|wav|ogg|opus|pcm|flac|m4a|mp4|webm|mov|md|txt)$/i;

/** Empty where nothing is left that can stand in a name. */
export function cleanName(name: string): string {
  return cleanPiece(name.replace(mediaExtension, ''));
}
