import type { OutputPlan } from '../../jobFile/request.ts';
import { imageToken } from '../gatewayPort.ts';

/** Replaces the tokens of images in a text by their paths, relative to the text's own folder. */
export function linkImages(
  text: string,
  images: readonly string[],
  { dir, templates }: Pick<OutputPlan, 'dir' | 'templates'>,
): string {
  return images.reduce((linked, path, at) => {
    // A folder that depends on the result is taken to be that of the image.
    const folder = templates?.dir ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : dir;
    return linked.replaceAll(`](${imageToken(at + 1)})`, () => `](${encodePath(relativePath(folder, path))})`);
  }, text);
}

/** Both are relative to the job file, `/`-separated. */
function relativePath(folder: string, path: string): string {
  const [from, to] = [folder.split('/'), path.split('/')].map((parts) => parts.filter((part) => !/^\.?$/.test(part)));
  const shared = (from ?? []).findIndex((part, at) => part !== to?.[at]);
  const common = shared < 0 ? (from ?? []).length : shared;
  return [...(from ?? []).slice(common).map(() => '..'), ...(to ?? []).slice(common)].join('/');
}

/** Encodes a path as a Markdown URL: characters that would end the URL or begin a query are percent-encoded. */
function encodePath(path: string): string {
  return encodeURI(path).replace(/[()#?]/g, (character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`);
}
