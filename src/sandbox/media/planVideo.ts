import { isJsonObject, type JsonValue } from '../../core/support/json/json.ts';
import { parseRatio } from './planImages.ts';
import { numberOf, promptOf, seedOf, textOf, type TaskBody } from './taskBody.ts';

const defaultSeconds = 5;
const maxSeconds = 5;

/** Pixels of a frame: 768 × 432, and 512 × 288 if the request is for few lines. */
const framePixels = 768 * 432;
const smallFramePixels = 512 * 288;

/** The only file of a video task: silent, and smaller than requested, so that it is made in seconds. */
export type VideoSpec = ReturnType<typeof planVideo>;

/** Keeps the shape of the request, and its length up to 5 seconds. */
export function planVideo(body: TaskBody) {
  const { seconds, ratio, lines } = parseVideoWish(body);
  const [width, height] = fitFrame(ratio, lines < 480 ? smallFramePixels : framePixels);
  return {
    kind: 'video' as const,
    index: 1,
    prompt: promptOf(body),
    model: textOf(body['model']),
    width,
    height,
    seconds: Math.min(maxSeconds, seconds),
    seed: seedOf(body),
    format: 'mp4' as const,
  };
}

/**
 * Returns what a body requests: its length, its width / height, and its number of lines, such as 720. Families name
 * these differently, some in `metadata`.
 */
export function parseVideoWish(body: TaskBody) {
  const { metadata } = body;
  const read = <T>(names: readonly string[], parse: (value: JsonValue | undefined) => T | null): T | null => {
    const places = [body, isJsonObject(metadata) ? metadata : {}];
    const values = places.flatMap((place) => names.map((name) => parse(place[name])));
    return values.find((value) => value !== null) ?? null;
  };
  // `16:9`, `1280x720` or `1280*720`.
  const parseShape = (value: JsonValue | undefined) => parseRatio(textOf(value).replace(/[x*]/, ':'));
  const ratio = read(['aspect_ratio', 'ratio', 'size'], parseShape) ?? 16 / 9;
  return {
    seconds: Math.max(1, read(['duration', 'seconds'], numberOf) ?? defaultSeconds),
    // Beyond these limits, a frame is only a strip.
    ratio: Math.min(4, Math.max(0.25, ratio)),
    lines: read(['resolution', 'quality', 'size'], parseLines) ?? 720,
  };
}

/** Returns the shorter edge of `720p`, `720P`, `1280x720`, `1280*720`. */
function parseLines(value: JsonValue | undefined): number | null {
  const [, width, height] = /^(\d+)[x*](\d+)$/.exec(textOf(value)) ?? [];
  if (width !== undefined) return Math.min(Number(width), Number(height));
  const [, lines] = /^(\d+)p$/i.exec(textOf(value)) ?? [];
  return lines === undefined ? null : Number(lines);
}

/** Returns the edges in steps of 16 that are nearest to the shape. 16:9 is matched exactly. */
function fitFrame(ratio: number, pixels: number): readonly [width: number, height: number] {
  const widths = Array.from({ length: 100 }, (_, index) => (index + 4) * 16);
  const frames = widths.map((width) => [width, Math.max(16, Math.round(width / ratio / 16) * 16)] as const);
  const errorOf = ([width, height]: readonly [number, number]): number =>
    4 * Math.abs(Math.log(width / height / ratio)) + Math.abs(Math.log((width * height) / pixels));
  return frames.reduce((best, each) => (errorOf(each) < errorOf(best) ? each : best));
}
