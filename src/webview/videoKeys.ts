/** Named, or how far the clip moves. */
export type VideoAction = 'toggle' | 'mute' | { readonly seconds: number; readonly isFrame: boolean };

const seekSeconds = 5;
/** Of most generated clips: the element does not say how many frames it has. */
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

/** What a key does to a clip; arrows only on the clip itself, since elsewhere they step through the results. */
export function videoAction(
  { key }: { readonly key: string },
  { isFocused }: { readonly isFocused: boolean },
): VideoAction | null {
  return named.get(key.toLowerCase()) ?? (isFocused ? focused.get(key) : undefined) ?? null;
}
