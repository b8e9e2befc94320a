import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Playback } from '../../../../src/webview/compare/playback.ts';

/** What the players of a page do, without a page. */
class Player {
  currentTime = 0;
  duration = 60;
  playbackRate = 1;
  muted = false;
  isPlaying = false;

  play(): Promise<void> {
    this.isPlaying = true;
    return Promise.resolve();
  }

  pause(): void {
    this.isPlaying = false;
  }
}

/** Two players, each in a pane, and a pane without one. */
function arrange() {
  const players = [new Player(), new Player()] as const;
  const listeners = new Map<string, (event: object) => void>();
  const root = {
    addEventListener(type: string, listener: (event: object) => void, isCaptured: boolean) {
      // Events of media do not bubble.
      if (isCaptured) listeners.set(type, listener);
    },
    querySelectorAll: () => players,
  };
  const playback = new Playback(root as unknown as HTMLElement);
  const lead = (player: Player | null): void =>
    playback.lead({ querySelector: () => player } as unknown as HTMLElement);
  const emit = (type: string, target: Player): void => listeners.get(type)?.({ target });
  return { players, lead, emit };
}

describe('Players beside each other', () => {
  test('are heard one at a time, and the new leader is as loud as the one before', () => {
    const { players, lead } = arrange();
    const [first, second] = players;
    const heard = (): readonly boolean[] => players.map(({ muted }) => !muted);
    lead(first);
    const seen = [heard()];
    lead(second);
    seen.push(heard());
    // The user has silenced the leader, so the next one is silent as well.
    second.muted = true;
    lead(first);
    seen.push(heard());
    assert.deepEqual(seen, [
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test('stay silent if the first leader is', () => {
    const { players, lead } = arrange();
    const [first] = players;
    first.muted = true;
    lead(first);
    assert.equal(first.muted, true);
  });

  test('keep their leader when it is made the leader again', () => {
    const { players, lead } = arrange();
    const [first, second] = players;
    lead(first);
    second.muted = false;
    lead(first);
    assert.equal(second.muted, false);
  });

  test('follow what the leader does, and nothing that another one does', () => {
    const { players, lead, emit } = arrange();
    const [first, second] = players;
    emit('play', first);
    assert.equal(second.isPlaying, false);
    lead(first);
    Object.assign(first, { currentTime: 7, playbackRate: 2 });
    second.muted = false;
    emit('play', first);
    const { currentTime, playbackRate, muted, isPlaying } = second;
    assert.deepEqual([currentTime, playbackRate, muted, isPlaying], [7, 2, true, true]);
    emit('ratechange', first);
    assert.equal(second.isPlaying, true);
    emit('pause', first);
    assert.equal(second.isPlaying, false);
    emit('seeking', first);
    emit('play', second);
    assert.equal(second.isPlaying, false);
  });

  test('are moved only if they are apart, and not beyond their end', () => {
    const { players, lead, emit } = arrange();
    const [first, second] = players;
    lead(first);
    const seen = [];
    for (const [at, duration] of [
      [0.079, 60],
      [0.08, 60],
      [0.081, 60],
      [9, 5],
      [9, Number.NaN],
    ] as const) {
      Object.assign(second, { currentTime: 0, duration });
      first.currentTime = at;
      emit('seeking', first);
      seen.push(second.currentTime);
    }
    assert.deepEqual(seen, [0, 0, 0.081, 5, 9]);
  });

  test('are not changed by a pane without a player', () => {
    const { players, lead, emit } = arrange();
    const [first, second] = players;
    lead(first);
    lead(null);
    emit('play', first);
    assert.equal(second.isPlaying, false);
  });
});
