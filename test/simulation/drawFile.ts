import { concerns, type Manner } from './manners.ts';
import type { Random } from './random.ts';
import type { JobFile } from './story.ts';
import { outputFolder } from './userRenames.ts';

interface DrawnFile {
  readonly random: Random;
  /** Whether the file has several requests and a budget for some of them. */
  readonly isTight: boolean;
  /** Whether the file may save results in a separate folder. */
  readonly hasFolder: boolean;
  /** How answers are unusual. The file has requests with such answers. */
  readonly manner: Manner | null;
}

/** Draws a job file. */
export function drawFile(at: number, { random, isTight, hasFolder, manner }: DrawnFile): JobFile {
  const name = `file${at}`;
  const model = 'model: seedream-5-0-260128';
  const matrix = [model, `prompt: image ${at} \${{ matrix.c }}`, 'matrix:', '  c: [one, two, three]'];
  const clip = [`    ${model}`, `    prompt: image ${at} clip`, '    image: ${{ jobs.still.url }}'];
  const chain = ['jobs:', '  still:', `    ${model}`, `    prompt: image ${at} still`, '  clip:', ...clip];
  const chats = [
    [`model: gpt-5`, `prompt: chat ${at}`],
    [`model: gpt-5`, `prompt: chat ${at} \${{ matrix.c }}`, 'matrix:', '  c: [first, last]'],
  ];
  const inline = ['model: gemini-3-pro-image-preview', `prompt: inline ${at}`];
  const all = [
    [model, `prompt: image ${at}`],
    [model, `prompt: image ${at} \${{ matrix.c }}`, 'matrix:', '  c: [red, green]'],
    matrix,
    chain,
    inline,
    ['model: sonic', 'title: Sea', 'tags: folk', `prompt: song ${at}`],
    ...chats,
  ];
  const listFor = (): readonly (readonly string[])[] => {
    if (concerns(manner, 'chat')) return chats;
    if (concerns(manner, 'results')) return [chain];
    if (!isTight) return all;
    return concerns(manner, 'amount') ? [matrix, chain, inline, ...chats] : [matrix, matrix, chain];
  };
  const lines = random.pick(listFor());
  const budget = isTight || random.chance(0.15) ? ['gen:', `  budget_usd: ${random.pick([0.05, 0.05, 0.09])}`] : [];
  const output = hasFolder && random.chance(0.6) ? [`output: { dir: ${outputFolder} }`] : [];
  return { name, text: `${[...budget, ...output, ...lines].join('\n')}\n` };
}
