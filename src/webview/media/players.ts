import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { usePage } from '../usePage.ts';

export function pausePlayers(root: Element | null | undefined): void {
  for (const player of root?.querySelectorAll<HTMLMediaElement>('audio, video') ?? []) player.pause();
}

/** Plays a clip, or pauses it. */
export function togglePlayer(player: HTMLMediaElement | null): void {
  // If playing is refused, an `error` event arrives, or the controls stay unchanged.
  if (player?.paused) player.play().catch(() => undefined);
  else player?.pause();
}

/**
 * Gives a clip the volume of the clip before it, and releases its file with its component. Otherwise a removed element
 * may continue to load it.
 */
export function useClip(player: RefObject<HTMLMediaElement | null>): void {
  const { sound, view } = usePage();
  useLayoutEffect(() => {
    const { current } = player;
    if (current) Object.assign(current, sound.value);
    current?.addEventListener('volumechange', () => {
      const { volume, muted } = current;
      // A comparison mutes all clips but one.
      if (view.value === 'stage') sound.value = { volume, muted };
    });
    return () => {
      current?.removeAttribute('src');
      current?.load();
    };
  }, []);
}
