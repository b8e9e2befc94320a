/** A named action, or the distance that the clip moves. */
type VideoAction = 'toggle' | 'mute' | { readonly seconds: number; readonly isFrame: boolean };

const seekSeconds = 5;
/** Duration of a frame in most generated clips. The element does not report the frame rate. */
const frameSeconds = 1 / 24;

const named: ReadonlyMap<string, VideoAction> = new Map<string, VideoAction>([
  [' ', 'toggle'],
  ['k', 'toggle'],
  ['m', 'mute'],
  [',', { seconds: -frameSeconds, isFrame: true }],
  ['.', { seconds: frameSeconds, isFrame: true }],
]);

const focused: ReadonlyMap<string, VideoAction> = new Map([
  ['ArrowLeft', { seconds: -seekSeconds, isFrame: false }],
  ['ArrowRight', { seconds: seekSeconds, isFrame: false }],
]);

/**
 * Returns the effect of a key on a clip. Arrow keys work only on the clip itself, because elsewhere they step through
 * the results.
 */
export function videoAction(
  { key }: { readonly key: string },
  { isFocused }: { readonly isFocused: boolean },
): VideoAction | null {
  return named.get(key.toLowerCase()) ?? (isFocused ? focused.get(key) : undefined) ?? null;
}
