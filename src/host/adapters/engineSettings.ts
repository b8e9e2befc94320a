import type { EngineSettings } from '../../engine.ts';
import { readSetting } from './settings.ts';

/** Read anew for each task, in the units of the engine: bytes and milliseconds. */
export function readEngineSettings(): EngineSettings {
  return {
    retryOn5xx: readSetting('submitRetryOn5xx'),
    maxDownloadBytes: readSetting('downloadMaxMegabytes') * 1024 * 1024,
    maxPollMs: readSetting('pollMaxMinutes') * 60_000,
  };
}
