import type { EngineSettings } from '../../src/core/task/ports.ts';

/** No budget, nothing of the environment, and time and room for all that tests make. */
export const engineSettings: EngineSettings = {
  retryOn5xx: true,
  maxDownloadBytes: 1_000_000,
  maxPollMs: 7_200_000,
  budgetRunUsd: 0,
  budgetDayUsd: 0,
  envAllow: [],
};
