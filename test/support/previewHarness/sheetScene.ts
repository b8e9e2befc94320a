import type { Mark } from '../../../src/core/artifact/marks.ts';
import { makeMp3, makeMp4, makePng } from './media.ts';
import type { Scene } from './openScene.ts';
import { makeArtifact, makeRecord, makeTask } from './scene.ts';

const times = ['dawn', 'noon', 'dusk', 'night', 'storm'];
const styles = ['watercolor', 'oil on canvas', 'ink', 'photo'];
const sizes = ['2K', '4K'];

/** SHA-256 of an invented file: 64 hex digits that differ by number. */
const hashOf = (number: number): string => number.toString(16).padStart(64, '0');

/** A matrix of three axes with some marks, an older run of it, and results of other kinds and states. */
export function makeSheetScene(): Scene & { readonly marks: Map<string, Mark> } {
  const files = new Map<string, Uint8Array>();
  const marks = new Map<string, Mark>();
  const combinations = sizes.flatMap((size) =>
    styles.flatMap((style) =>
      times.map((time): { readonly size: string; readonly style: string; readonly time: string } => ({
        size,
        style,
        time,
      })),
    ),
  );
  const matrix = combinations.map(({ style, time, size }, index) => {
    const path = `hero-${time}-${style.replaceAll(' ', '-')}-${size}.png`;
    files.set(path, makePng(index % 3 === 0 ? 320 : 480, index % 3 === 1 ? 300 : 400, index));
    return makeRecord(0, {
      at: new Date(Date.UTC(2026, 10, 20, 10, 0, index)).toISOString(),
      run: 'run-new',
      task_id: `task_m${index}`,
      index: index + 1,
      profile: 'studio',
      axes: { style, time, size },
      request: {
        model: 'seedream-5-0-260128',
        prompt: `A lighthouse at ${time}, ${style}, seen from the sea`,
        size,
        seed: index,
      },
      artifacts: [makeArtifact(path, 'image/png', { sha256: hashOf(index + 1), bytes: files.get(path)?.length ?? 0 })],
      amount_usd: size === '4K' ? 0.08 : 0.04,
    });
  });
  const star = { mark: 'star', rating: null, note: null } as const;
  marks.set(hashOf(2), { ...star, rating: 5, note: 'The one for the cover' });
  marks.set(hashOf(6), star);
  marks.set(hashOf(9), { mark: 'reject', rating: null, note: null });
  marks.set(hashOf(3), { mark: null, rating: 3, note: null });
  files.set('song.mp3', makeMp3(3)).set('dawn.mp4', makeMp4(1));
  files.set(
    'hero.md',
    new TextEncoder().encode(
      '# Harbor lights\n\nA keeper writes one line a day. The log is all that is left.\n\n- tide\n- fog',
    ),
  );
  const others = [
    makeRecord(1, {
      artifacts: [makeArtifact('song.mp3', 'audio/mpeg', { sha256: hashOf(101), seconds: 24 })],
      title: 'Harbor',
    }),
    makeRecord(2, { artifacts: [makeArtifact('dawn.mp4', 'video/mp4', { sha256: hashOf(102), seconds: 62 })] }),
    makeRecord(3, { artifacts: [makeArtifact('hero.md', 'text/markdown', { sha256: hashOf(103) })] }),
    makeRecord(4, { status: 'failed', error: { code: 'task-failed', message: 'The prompt was refused.' } }),
    makeRecord(5, { artifacts: [makeArtifact('gone.png', 'image/png', { sha256: hashOf(104) })] }),
  ];
  const running = [makeTask('one', { progress: 0.35 }), makeTask('two', { state: 'pending' })];
  return { records: [...others, ...matrix], tasks: running, files, marks, thumbnails: new Map(), deleted: new Set() };
}
