import type { PlannedShard } from './planShards.ts';

/** Prints what a workflow needs to start the shards: the outputs of a step, or the jobs of a child pipeline. */
export function formatMatrix(shards: readonly Pick<PlannedShard, 'stage'>[], format: 'github' | 'gitlab'): string {
  const stages = ([1, 2] as const).map((stage) =>
    shards.flatMap((shard, at) => (shard.stage === stage ? [`${at + 1}/${shards.length}`] : [])),
  );
  const names = ['first', 'rest'];
  if (format === 'github') return stages.map((own, at) => `${names[at]}=${JSON.stringify(own)}`).join('\n');
  return stages
    .flatMap((own, at) => {
      const matrix = `  parallel:\n    matrix:\n      - SHARD: ${JSON.stringify(own)}`;
      return own.length === 0 ? [] : [`${names[at]}:\n  extends: .genwright-${names[at]}\n${matrix}`];
    })
    .join('\n\n');
}
