/** A difference in ms below which two players are together: to seek for less would be heard. */
const togetherMs = 80;

/**
 * Keeps the players inside an element together: the others follow the leader, which is the only one that is heard. If
 * the lead changes while they play, the user hears two takes at the same moment of the song.
 */
export class Playback {
  readonly #root: HTMLElement;
  #leader: HTMLMediaElement | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    // Events of media do not bubble.
    for (const type of ['play', 'pause', 'seeking', 'ratechange'] as const) {
      root.addEventListener(type, ({ target }) => this.#follow(target, type), true);
    }
  }

  /** Makes the player inside this element the leader. */
  lead(pane: HTMLElement): void {
    const leader = pane.querySelector<HTMLMediaElement>('audio, video');
    if (leader === this.#leader) return;
    const before = this.#leader;
    this.#leader = leader;
    if (!leader) return;
    leader.muted = before?.muted ?? leader.muted;
    for (const other of this.#others()) other.muted = true;
  }

  #others(): readonly HTMLMediaElement[] {
    const players = [...this.#root.querySelectorAll<HTMLMediaElement>('audio, video')];
    return players.filter((each) => each !== this.#leader);
  }

  #follow(target: EventTarget | null, type: 'play' | 'pause' | 'seeking' | 'ratechange'): void {
    const leader = this.#leader;
    if (!leader || target !== leader) return;
    for (const other of this.#others()) {
      if (Math.abs(other.currentTime - leader.currentTime) * 1000 > togetherMs) {
        other.currentTime = Math.min(leader.currentTime, other.duration || leader.currentTime);
      }
      other.playbackRate = leader.playbackRate;
      other.muted = true;
      if (type === 'pause') other.pause();
      // A player that is not allowed to play shows that itself.
      else if (type === 'play') other.play().catch(() => undefined);
    }
  }
}
