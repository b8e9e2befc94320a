import type { Move, Story } from './story.ts';
import { tellStory } from './tellStory.ts';

/** Returns a shorter story that goes wrong as well. `story` goes wrong. */
export async function shrinkStory(story: Story): Promise<Story> {
  let shortest = story;
  for (let before: Story | null = null; before !== shortest;) {
    before = shortest;
    for (const shorter of listShorter(shortest)) {
      if (!(await goesWrong(shorter))) continue;
      shortest = shorter;
      break;
    }
  }
  return shortest;
}

async function goesWrong(story: Story): Promise<boolean> {
  return (await tellStory(story)).faults.length > 0;
}

/** Lists stories with fewer parts, the shortest first. */
function* listShorter(story: Story): Generator<Story> {
  const { moves, machines, files, end } = story;
  for (let size = Math.ceil(moves.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < moves.length; from += size) {
      yield { ...story, moves: moves.filter((_, at) => at < from || at >= from + size) };
    }
  }
  if (machines > 1) yield { ...story, machines: 1 };
  if (files.length > 1) yield { ...story, files: files.slice(0, 1) };
  if (end !== 'open') yield { ...story, end: 'open' };
  for (const [at, move] of moves.entries()) {
    for (const simpler of listSimpler(move)) yield { ...story, moves: moves.with(at, simpler) };
  }
}

function* listSimpler(move: Move): Generator<Move> {
  if (move.kind === 'generate' && move.thinksMs > 0) yield { ...move, thinksMs: 0 };
  if ('most' in move && move.most > 1) yield { ...move, most: 1 };
  if ('chance' in move && move.chance < 1) yield { ...move, chance: 1 };
}
