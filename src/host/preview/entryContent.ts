import { posix } from 'node:path';
import { decodeName } from '../../core/support/text/decodeName.ts';
import type { PreviewDetails } from '../../protocol/previewItem.ts';
import type { PreviewEntry } from './previewEntries.ts';
import type { SessionPorts } from './sessionPorts.ts';
import type { FoundArtifact } from './taskFacts.ts';

const maxTextBytes = 512 * 1024;
/** Larger audio is only played, not drawn: it crosses a process border and decodes to ten times its size. */
const maxAudioBytes = 24 * 1024 * 1024;

/** The facts about an entry that are known only from its files. */
export type EntryContent = Pick<
  PreviewDetails,
  'isMissing' | 'text' | 'isTextCut' | 'images' | 'codecs' | 'canOpenOutside'
>;

export type ContentPorts = Pick<
  SessionPorts,
  'readUri' | 'statArtifact' | 'readArtifact' | 'readCodecs' | 'canOpenOutside'
>;

/** Reads from the files what the view of this entry shows in addition to its facts. */
export async function readContent({ item, facts, artifact }: PreviewEntry, ports: ContentPorts): Promise<EntryContent> {
  const nothing = { isMissing: false, text: null, isTextCut: false, images: [], codecs: null, canOpenOutside: false };
  if (artifact === null || item.kind === 'task') return { ...nothing, text: facts.text };
  const stat = await ports.statArtifact(artifact);
  if (stat === null) return { ...nothing, isMissing: true };
  if (item.media === 'file') return nothing;
  if (item.media === 'markdown' || item.media === 'text') {
    const text = new TextDecoder().decode(await ports.readArtifact(artifact, maxTextBytes));
    const images = await findImageUris(text, artifact, ports);
    return { ...nothing, text, isTextCut: stat.bytes > maxTextBytes, images };
  }
  const codecs = item.media === 'video' ? await ports.readCodecs(artifact) : null;
  return { ...nothing, codecs, canOpenOutside: await ports.canOpenOutside(artifact) };
}

/** Reads an audio file to draw it. Null if it is missing or too large. */
export async function readAudio(artifact: FoundArtifact, ports: ContentPorts): Promise<Uint8Array<ArrayBuffer> | null> {
  const stat = await ports.statArtifact(artifact);
  if (stat === null || stat.bytes > maxAudioBytes) return null;
  // The workbench can serialize a plain `Uint8Array`, but not a Node `Buffer`, so the bytes are copied.
  return new Uint8Array(await ports.readArtifact(artifact, maxAudioBytes));
}

/** Finds the URIs of images, which never come from the text. An image that is missing or may not be shown has none. */
async function findImageUris(
  text: string,
  artifact: FoundArtifact,
  ports: ContentPorts,
): Promise<PreviewDetails['images']> {
  const images = findTextImages(text, artifact.path).map(async ({ name, path }) => {
    const uri = await ports.readUri({ ...artifact, path });
    return uri === null ? [] : [{ name, uri }];
  });
  return (await Promise.all(images)).flat();
}

/** An alt text and a target in brackets contain no other opening bracket, so no character is visited twice. */
const markdownImage = /!\[[^[\]]*\]\(\s*(?:<([^<>\n]+)>|([^\s)]+))/g;
const imageName = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i;
/** More images than any response has. A malicious text could name millions. */
const maxImages = 100;

/**
 * Finds the images that a text names in its own folder and below. Absolute paths and URLs are ignored. `name` is that in
 * the text, with percent escapes decoded, and `path` is relative to the job file's folder, which it may leave.
 */
function findTextImages(text: string, textPath: string): readonly { readonly name: string; readonly path: string }[] {
  const names = new Set<string>();
  for (const [, bracketed, plain] of text.matchAll(markdownImage)) {
    const name = decodeName(bracketed ?? plain ?? '');
    if (imageName.test(name) && !/^(?:[a-z][a-z\d+.-]*:|[/\\#?])/i.test(name)) names.add(name);
    if (names.size === maxImages) break;
  }
  return [...names].map((name) => ({ name, path: posix.join(posix.dirname(textPath), name) }));
}

/** Finds the images that the same task produced with a text. */
export function picturesBeside(entry: PreviewEntry, all: Iterable<PreviewEntry>): PreviewDetails['pictures'] {
  const { item, facts } = entry;
  if (item.kind !== 'artifact' || (item.media !== 'markdown' && item.media !== 'text')) return [];
  return [...all].flatMap(({ item: other, facts: otherFacts }) =>
    otherFacts === facts && other.kind === 'artifact' && other.media === 'image' && other.uri !== null
      ? [{ id: other.id, name: other.name, uri: other.uri }]
      : [],
  );
}
