import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScene } from '../../../../../src/sandbox/media/image/scene.ts';
import { createRandom } from '../../../../../src/sandbox/media/random.ts';

/** The scene in words. What the prompt does not name is left out, because seeds then differ. */
function read(prompt: string): string {
  const scenes = Array.from({ length: 40 }, (_, seed) => {
    const { time, place, things, isWatercolor } = parseScene(prompt, createRandom(String(seed)));
    return [time, place, ...things, isWatercolor ? 'watercolor' : 'photo'];
  });
  const [first = []] = scenes;
  return first.filter((word) => scenes.every((scene) => scene.includes(word))).join(' ');
}

const table: Readonly<Record<string, string>> = {
  'A fox in the snow, watercolor, early morning': 'dawn hills fox snow watercolor',
  '一只在雪地里的狐狸，水彩画，清晨': 'dawn hills fox snow watercolor',
  '一隻在雪地裡的狐狸，水彩畫，清晨': 'dawn hills fox snow watercolor',
  '雪の中の狐、水彩画、早朝': 'dawn hills fox snow watercolor',
  黎明时平静海面上的灯塔: 'dawn sea lighthouse photo',
  '平靜海面上的燈塔，日出': 'dawn sea lighthouse photo',
  夕焼けの海と灯台: 'sunset sea lighthouse photo',
  '黄昏的港口，几艘帆船': 'sunset sea boat photo',
  '月光下的小舟，水墨': 'night sea boat watercolor',
  '上海的夜晚，霓虹灯': 'night city boat photo',
  '東京的街道，夜景': 'night city boat photo',
  晴れた日の町: 'day city boat photo',
  '山里的小木屋，秋天，插画': 'sunset hills cabin watercolor',
  '山村，夏天': 'day hills cabin photo',
  蓝天下的热气球: 'day hills balloon photo',
  氣球飛過草原: 'hills balloon photo',
  '花园里的猫，油画': 'hills cat watercolor',
  屋根の上の猫: 'hills cat photo',
  銀河與繁星: 'night photo',
  冬天的森林: 'day hills snow photo',
};

test('draws what Chinese words name, simplified and traditional, as it does for English words', () => {
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((prompt) => [prompt, read(prompt)])), table);
});

test('a Chinese word inside another word means nothing', () => {
  const prompts = [
    '产品海报',
    '一只熊猫',
    '貓頭鷹',
    '宇航员的飞船',
    '青春',
    '湖南菜',
    '说明书',
    '帆布包',
    '冬瓜汤',
    '雪茄',
  ];
  assert.deepEqual(
    prompts.map((prompt) => [prompt, read(prompt)]),
    prompts.map((prompt) => [prompt, 'photo']),
  );
});
