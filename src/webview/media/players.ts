import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

export function pausePlayers(root: Element | null | undefined): void {
  for (const player of root?.querySelectorAll<HTMLMediaElement>('audio, video') ?? []) player.pause();
}

/** Plays a clip, or pauses it. */
export function togglePlayer(player: HTMLMediaElement | null): void {
  // If playing is refused, an `error` event arrives, or the controls stay unchanged.
  if (player?.paused) player.play().catch(() => undefined);
  else player?.pause();
}

/** Releases the file of a clip with its component. Otherwise a removed element may continue to load it. */
export function useRelease(player: RefObject<HTMLMediaElement | null>): void {
  useLayoutEffect(() => {
    const { current } = player;
    return () => {
      current?.removeAttribute('src');
      current?.load();
    };
  }, []);
}
