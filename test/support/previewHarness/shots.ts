// Pictures of the preview in several themes, sizes and situations, as it is in `dist` (node esbuild.mjs):
// node test/support/previewHarness/shots.ts [folder]
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startPreviewHarness } from './harness.ts';
import { makeMp3, makeMp4, makePng } from './media.ts';
import { openScene, type Scene } from './openScene.ts';
import { makeArtifact, makeRecord, makeTask } from './scene.ts';
import { makeChatScene } from './textScene.ts';
import type { ThemeName } from './themes.ts';

const folder = resolve(process.argv[2] ?? 'out/preview');
await mkdir(folder, { recursive: true });

const lyrics = `[Verse]
Harbor lights on slow black water
Gulls asleep along the pier

[Chorus]
Carry me home, carry me home
Where the lanterns know my name

[Verse]
Ropes and rust and early morning
Salt is drying on the rail`;

function makeScene(): Scene {
  const files = new Map<string, Uint8Array>([['harbor-song.mp3', makeMp3(24)]]);
  const images = Array.from({ length: 14 }, (_, index) => {
    const path = index === 0 ? 'hero.png' : `hero-${index + 1}.png`;
    if (index !== 3) files.set(path, makePng(index % 2 ? 1024 : 1536, 1024, index));
    return makeRecord(index, { artifacts: [makeArtifact(path, 'image/png', { width: 1536, height: 1024 })] });
  });
  const song = makeRecord(20, {
    model: 'sonic',
    endpoint: '/v1/music/generations',
    request: { model: 'sonic', prompt: 'A slow harbor song', model_version: 'sonic-v5', tags: 'folk, accordion' },
    artifacts: [makeArtifact('harbor-song.mp3', 'audio/mpeg', { seconds: 24 })],
    title: 'Harbor Lights',
    lyrics,
    amount_usd: null,
  });
  const failed = makeRecord(21, {
    status: 'failed',
    profile: 'studio',
    error: { code: 'task-failed', message: 'The gateway reported: the prompt was refused by the safety filter.' },
  });
  const unconfirmed = makeRecord(22, { status: 'unconfirmed', profile: 'studio', task_id: null });
  const clip = makeRecord(23, {
    model: 'seedance-1-0-lite',
    endpoint: '/v1/videos',
    request: { model: 'seedance-1-0-lite', prompt: 'A lighthouse at dawn, watercolor', seconds: 4 },
    artifacts: [makeArtifact('dawn.mp4', 'video/mp4', { width: 640, height: 352, seconds: 2 })],
  });
  const loud = makeRecord(24, {
    ...clip,
    run: 'run-24',
    task_id: 'task_24',
    artifacts: [makeArtifact('dawn-2.mp4', 'video/mp4', { width: 640, height: 352, seconds: 2 })],
  });
  const named = ['hero.mp4.command', 'broken.mp4'].map((path, index) =>
    makeRecord(25 + index, { artifacts: [makeArtifact(path, 'video/mp4')] }),
  );
  for (const { artifacts } of named) files.set(artifacts[0]?.path ?? '', Buffer.from('echo hello'));
  const video = makeMp4(2);
  files.set('dawn.mp4', video).set('dawn-2.mp4', video);
  const codecs = new Map([
    ['dawn.mp4', { video: ['avc1.42c01e'], audio: ['mp4a.40.2'] }],
    ['dawn-2.mp4', { video: ['avc1.42c01e'], audio: ['ac-3'] }],
  ]);
  const running = [makeTask('one', { progress: 0.35 }), makeTask('two', { state: 'pending', statusWord: 'queued' })];
  return { records: [...images, song, failed, unconfirmed, clip, loud, ...named], tasks: running, files, codecs };
}

interface Shot {
  readonly name: string;
  readonly theme: ThemeName;
  readonly width: number;
  readonly height: number;
  /** Gateway id of the selected item's task. */
  readonly select?: string;
  /** An element that is there when the picture is complete. */
  readonly waitFor: string;
  /** The element that gets the keys. */
  readonly focus?: string;
  readonly keys?: readonly string[];
  readonly scene?: Scene;
}

const chat = makeChatScene();
const wide = { width: 1000, height: 700 };
const narrow = { width: 300, height: 640 };
const shots: readonly Shot[] = [
  { name: 'image-dark', waitFor: '.image.loaded', theme: 'dark', ...wide, select: 'task_13' },
  { name: 'image-light', waitFor: '.image.loaded', theme: 'light', ...wide, select: 'task_12' },
  { name: 'image-contrast', waitFor: '.image.loaded', theme: 'highContrast', ...wide, select: 'task_13' },
  {
    name: 'image-zoomed',
    waitFor: '.image.loaded',
    theme: 'dark',
    ...wide,
    select: 'task_13',
    keys: ['a', '+', '+', 'Shift+ArrowLeft'],
  },
  { name: 'image-narrow', waitFor: '.image.loaded', theme: 'dark', ...narrow, select: 'task_13' },
  { name: 'audio-dark', waitFor: '.waveform.drawn', theme: 'dark', ...wide, select: 'task_20' },
  { name: 'audio-light', waitFor: '.waveform.drawn', theme: 'light', width: 640, height: 620, select: 'task_20' },
  { name: 'audio-contrast', waitFor: '.waveform.drawn', theme: 'highContrast', ...wide, select: 'task_20' },
  { name: 'audio-narrow', waitFor: '.waveform.drawn', theme: 'light', ...narrow, select: 'task_20' },
  { name: 'running-dark', waitFor: '.card .progress', theme: 'dark', ...wide, select: 'task_one' },
  { name: 'running-light', waitFor: '.card .progress', theme: 'light', width: 640, height: 620, select: 'task_two' },
  { name: 'running-contrast', waitFor: '.card .progress', theme: 'highContrast', ...narrow, select: 'task_one' },
  { name: 'failed-light', waitFor: '.card-failed', theme: 'light', ...wide, select: 'task_21' },
  {
    name: 'unconfirmed-dark',
    waitFor: '.card',
    theme: 'dark',
    width: 640,
    height: 620,
    select: 'task_21',
    keys: ['ArrowLeft'],
  },
  { name: 'missing-dark', waitFor: '.notice', theme: 'dark', ...wide, select: 'task_3' },
  { name: 'file-dark', waitFor: '.notice', theme: 'dark', ...wide, select: 'task_25' },
  { name: 'broken-light', waitFor: '.notice', theme: 'light', ...wide, select: 'task_26' },
  { name: 'video-dark', waitFor: '.video', theme: 'dark', ...wide, select: 'task_23' },
  { name: 'video-light', waitFor: '.video-warning:not([hidden])', theme: 'light', ...wide, select: 'task_24' },
  {
    name: 'video-contrast',
    waitFor: '.video-warning:not([hidden])',
    theme: 'highContrast',
    ...wide,
    select: 'task_24',
  },
  {
    name: 'video-narrow',
    waitFor: '.video-warning:not([hidden])',
    theme: 'dark',
    width: 190,
    height: 560,
    select: 'task_24',
  },
  { name: 'markdown-dark', waitFor: '.code-frame', theme: 'dark', ...wide, select: 'task_30', scene: chat },
  { name: 'markdown-light', waitFor: '.code-frame', theme: 'light', ...wide, select: 'task_30', scene: chat },
  {
    name: 'markdown-end',
    waitFor: '.picture img',
    theme: 'light',
    ...wide,
    select: 'task_30',
    focus: '.reading',
    keys: ['PageDown', 'PageDown', 'PageDown', 'PageDown'],
    scene: chat,
  },
  { name: 'markdown-contrast', waitFor: '.code-frame', theme: 'highContrast', ...wide, select: 'task_30', scene: chat },
  { name: 'markdown-narrow', waitFor: '.code-frame', theme: 'dark', ...narrow, select: 'task_30', scene: chat },
  { name: 'writing-dark', waitFor: '.page.writing', theme: 'dark', ...wide, select: 'task_w', scene: chat },
  { name: 'writing-light', waitFor: '.page.writing', theme: 'light', ...narrow, select: 'task_w', scene: chat },
  { name: 'broken-off-dark', waitFor: '.card-actions', theme: 'dark', ...wide, select: 'task_b', scene: chat },
  { name: 'retry-contrast', waitFor: '.card-actions', theme: 'highContrast', ...wide, select: 'task_f', scene: chat },
  {
    name: 'empty-light',
    waitFor: '.notice',
    theme: 'light',
    ...wide,
    scene: { records: [], tasks: [], files: new Map() },
  },
];

const harness = await startPreviewHarness();
const scene = makeScene();
try {
  for (const shot of shots) {
    const opened = await openScene(harness, { ...shot, scene: shot.scene ?? scene });
    const { page, session, complaints } = opened;
    if (shot.select !== undefined) session.want({ type: 'select', taskId: shot.select });
    await page.waitForSelector(shot.waitFor);
    if (shot.focus !== undefined) await page.focus(shot.focus);
    for (const key of shot.keys ?? []) await page.keyboard.press(key);
    await page.waitForSelector(shot.waitFor);
    // Pictures and stills of videos come after the elements that hold them.
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${shot.name}.png`) });
    console.log(shot.name, complaints.length > 0 ? complaints : 'ok');
    await opened.close();
  }
} finally {
  await harness.close();
}
