// Cuts the power at the steps that the engine takes on files: bytes that were not synced are gone, and so are names in
// folders that were not synced.
import { tellAll } from './tellAll.ts';

tellAll({
  title: 'at whichever step the power is cut, nothing is paid twice, lost or in the account for nothing',
  every: 8,
  plan: (choose) => ({
    fault: 'never',
    lasts: 'for-good',
    isPowerCut: true,
    killStep: choose.of('killed', [true, false]) ? choose.upTo('kill', 150) : 0,
  }),
});

tellAll({
  title: 'what a window has saved survives a power cut',
  every: 40,
  plan: (choose) => ({ step: Infinity, end: choose.of('end', ['closed', 'gone'] as const), isPowerCut: true }),
});
