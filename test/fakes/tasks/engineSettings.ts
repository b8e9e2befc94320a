import type { EngineSettings } from '../../../src/core/task/ports.ts';

/** Settings without a budget and without the environment, and with time and room for all tests. */
export const engineSettings: EngineSettings = {
  retryOn5xx: true,
  maxDownloadBytes: 1_000_000,
  maxPollMs: 7_200_000,
  budgetRunUsd: 0,
  budgetDayUsd: 0,
  prices: {},
  envAllow: [],
};
