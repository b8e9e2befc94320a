import type { RunsArtifact } from '../../core/artifact/runsRecord.ts';
import { viewKindOf, type ViewKind } from '../../core/artifact/viewKind.ts';
import { findArtifactFile } from '../files/artifactFile.ts';
import { nodeFileSystem } from '../files/fileSystem.ts';
import { readRegularFile } from '../files/regularFile.ts';
import { isThumbnail } from './isThumbnail.ts';
import type { RecordedArtifact, SheetPicture } from './buildSheet.ts';

/** A smaller image needs no thumbnail: it is embedded. */
const smallBytes = 300 * 1024;
/** Larger images whose thumbnail could not be made are embedded up to this size of all of them. */
const maxLargeBytes = 24 * 1024 * 1024;
const maxExcerptBytes = 1_200;

interface PicturePorts {
  /** Returns the folder that no artifact of this job file may leave. Absolute paths. */
  readonly boundaryOf: (jobFile: string) => string;
  /** Null if no preview has made a thumbnail of this content. */
  readonly readThumbnail: (sha256: string) => Promise<Uint8Array | null>;
}

const noPicture: SheetPicture = { image: null, isWaveform: false, excerpt: null };

/**
 * Finds the pictures of artifacts: their thumbnails, or else the originals of images. An extension host cannot decode
 * images.
 */
export function createSheetPictures({ boundaryOf, readThumbnail }: PicturePorts) {
  let largeBytes = 0;
  const findFile = ({ artifact, jobFile }: RecordedArtifact): ReturnType<typeof findArtifactFile> =>
    findArtifactFile(artifact.path, { jobFile, boundary: boundaryOf(jobFile), files: nodeFileSystem }).catch(
      () => null,
    );
  const readOriginal = async (recorded: RecordedArtifact): Promise<string | null> => {
    const file = await findFile(recorded);
    if (file === null || (file.bytes > smallBytes && largeBytes + file.bytes > maxLargeBytes)) return null;
    if (file.bytes > smallBytes) largeBytes += file.bytes;
    const bytes = await readRegularFile(file.path, file.bytes, nodeFileSystem).catch(() => Buffer.alloc(0));
    const type = findImageType(bytes);
    return type && toDataUrl(type, bytes);
  };
  const findThumbnail = async ({ sha256 }: RunsArtifact): Promise<Uint8Array | null> => {
    const kept = await readThumbnail(sha256).catch(() => null);
    return kept && isThumbnail(kept) ? kept : null;
  };
  return {
    /** Whether a thumbnail would be the picture of this artifact, and none has been made. */
    async lacksThumbnail(recorded: RecordedArtifact): Promise<boolean> {
      const { artifact } = recorded;
      const media = viewKindOf(artifact.path);
      if (media !== 'image' && media !== 'audio' && media !== 'video') return false;
      const file = await findFile(recorded);
      if (file === null || (media === 'image' && file.bytes <= smallBytes)) return false;
      return (await findThumbnail(artifact)) === null;
    },
    async find(recorded: RecordedArtifact): Promise<SheetPicture> {
      const { artifact } = recorded;
      const media = viewKindOf(artifact.path);
      if (media === 'markdown' || media === 'text') {
        const file = await findFile(recorded);
        const bytes = file && (await readRegularFile(file.path, maxExcerptBytes, nodeFileSystem).catch(() => null));
        return { ...noPicture, excerpt: bytes && new TextDecoder().decode(bytes) };
      }
      const thumbnail = await findThumbnail(artifact);
      if (thumbnail) return { ...noPicture, image: toDataUrl('image/webp', thumbnail), isWaveform: media === 'audio' };
      return { ...noPicture, image: media === 'image' ? await readOriginal(recorded) : (placeholders[media] ?? null) };
    },
  };
}

function toDataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Returns the media type of an image by its first bytes, which a browser also trusts. Null for anything else. */
function findImageType(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return start.slice(4, 12) === 'ftypavif' ? 'image/avif' : null;
}

/** Drawings for media without a thumbnail. Their gray is visible on light and on dark. */
const placeholders: Partial<Record<ViewKind, string>> = {
  audio: draw('<path d="M30 42v16M42 30v40M54 38v24M66 24v52M78 34v32M90 44v12M102 36v28M114 46v8"/>'),
  video: draw('<rect x="36" y="24" width="72" height="52" rx="8"/><path d="M64 39v22l19-11z"/>'),
};

function draw(shapes: string): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 144 100" fill="none" stroke="#8a8a94" stroke-width="4" ' +
    `stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
  return toDataUrl('image/svg+xml', Buffer.from(svg));
}
