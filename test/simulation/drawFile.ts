import type { Random } from './random.ts';
import type { JobFile } from './story.ts';
import { outputFolder } from './userRenames.ts';

interface DrawnFile {
  readonly random: Random;
  /** Whether the file has several requests and a budget for some of them. */
  readonly isTight: boolean;
  /** Whether the file may save results in a separate folder. */
  readonly hasFolder: boolean;
}

/** Draws a job file. */
export function drawFile(at: number, { random, isTight, hasFolder }: DrawnFile): JobFile {
  const name = `file${at}`;
  const model = 'model: seedream-5-0-260128';
  const matrix = [model, `prompt: image ${at} \${{ matrix.c }}`, 'matrix:', '  c: [one, two, three]'];
  const clip = [`    ${model}`, `    prompt: image ${at} clip`, '    image: ${{ jobs.still.url }}'];
  const chain = ['jobs:', '  still:', `    ${model}`, `    prompt: image ${at} still`, '  clip:', ...clip];
  const lines = random.pick(
    isTight
      ? [matrix, matrix, chain]
      : [
          [model, `prompt: image ${at}`],
          [model, `prompt: image ${at} \${{ matrix.c }}`, 'matrix:', '  c: [red, green]'],
          matrix,
          chain,
          [`model: gemini-3-pro-image-preview`, `prompt: inline ${at}`],
          [`model: gpt-5`, `prompt: chat ${at}`],
          ['model: sonic', 'title: Sea', 'tags: folk', `prompt: song ${at}`],
          [`model: gpt-5`, `prompt: chat ${at} \${{ matrix.c }}`, 'matrix:', '  c: [first, last]'],
        ],
  );
  const budget = isTight || random.chance(0.15) ? ['gen:', `  budget_usd: ${random.pick([0.05, 0.05, 0.09])}`] : [];
  const output = hasFolder && random.chance(0.6) ? [`output: { dir: ${outputFolder} }`] : [];
  return { name, text: `${[...budget, ...output, ...lines].join('\n')}\n` };
}
