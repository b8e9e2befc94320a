// Loaded before a command that is to be killed at a given step.
import { countIoSteps, type KillPoint } from './ioSteps.ts';

await countIoSteps(JSON.parse(process.env['GENWRIGHT_KILL_POINT'] ?? 'null') as KillPoint | null);
