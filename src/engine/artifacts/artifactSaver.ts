import { dirname, join } from 'node:path';
import { redactBriefly } from '../../core/support/text/redact.ts';
import { createLimiter } from '../../core/task/pace/limiter.ts';
import type { ArtifactPlace, ArtifactPort, SaveOutcome } from '../../core/task/ports.ts';
import { hashFile } from '../../node/files/hashFile.ts';
import { isFolderGone } from '../../storage/artifacts/folderGone.ts';
import { probePlace, tidyPlace } from '../../storage/artifacts/writeArtifact.ts';
import { createAttempts, type AttemptPorts } from './saveAttempts.ts';
import { buildFault, describeObstacle } from './saveFault.ts';

/** Results that are fetched and written at once, over all tasks. Hundreds may wait when a network comes back. */
const maxSavesAtOnce = 6;

/** Turns a result into a named file: fetches it or reads it from the spool, checks its bytes, and puts it in place. */
export function createArtifactSaver(ports: AttemptPorts): ArtifactPort {
  const { clock, files, processes } = ports;
  const places = createLimiter(maxSavesAtOnce);
  /**
   * A folder that the user has moved or deleted is not created again, because its job file would not be in it.
   */
  const attemptInFolder = async (
    { jobFile }: ArtifactPlace,
    attempt: () => Promise<SaveOutcome>,
  ): Promise<SaveOutcome> => {
    const folder = dirname(jobFile);
    const gone = buildFault('refused', 'folder-gone', folder);
    if (await isFolderGone(folder, files)) return gone;
    const outcome = await attempt();
    const isDiskFault = outcome.kind !== 'saved' && outcome.error.code === 'disk';
    return isDiskFault && (await isFolderGone(folder, files)) ? gone : outcome;
  };
  return {
    async probe(place) {
      try {
        await probePlace(place, { now: clock.now(), files, processes });
        return null;
      } catch (error) {
        return { code: 'output-blocked', message: redactBriefly(describeObstacle(error, place)) };
      }
    },
    tidy: (place) => tidyPlace(place, { now: clock.now(), files, processes }),
    async save(order, signal) {
      const attempts = createAttempts(order, ports);
      try {
        for (;;) {
          // A save that waits for a retry releases its limiter slot.
          const place = await places.enter(signal, order.lane);
          const outcome = await attemptInFolder(order, () => attempts.next(signal)).finally(() => place.dispose());
          if (outcome.kind !== 'interrupted') return outcome;
          if (!(await order.onInterrupted(outcome.error, attempts.gainedBytes()))) return outcome;
        }
      } finally {
        await attempts.discard();
      }
    },
    async has({ path, bytes, sha256 }, jobFile) {
      const file = join(dirname(jobFile), ...path.split('/'));
      const facts = await files.stat(file).catch(() => null);
      if (facts?.size !== bytes) return false;
      return (await hashFile(file, files).catch(() => null)) === sha256;
    },
  };
}
