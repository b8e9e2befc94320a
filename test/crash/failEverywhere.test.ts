// Makes the disk fail at the steps that the engine takes on files, once or from then on. The window is then closed, or
// its process ends, and the next one may be killed at a later step before another one continues.
import type { Fault } from '../fakes/disk/faultyFiles.ts';
import { tellAll, type Choice } from './tellAll.ts';

const codes = ['EIO', 'ENOSPC', 'EBUSY', 'EPERM', 'EMFILE', 'ESTALE'];
const errors = codes.map((code) => ({ code }));
/** Calls that read or write only a part of the bytes. Other calls succeed. */
const shortCalls: readonly Exclude<Fault, 'never' | undefined>[] = [{ atMost: 1 }, { atMost: 100 }];

const afterwards = (choose: Choice) => ({
  end: choose.of('end', ['closed', 'gone'] as const),
  isHeld: choose.of('held', [true, false, false]),
  killStep: choose.of('killed', [true, false]) ? choose.upTo('kill', 150) : 0,
});

tellAll({
  title: 'whichever call on files fails once, nothing is paid twice, and nothing that was known is forgotten',
  every: 4,
  plan: (choose) => ({ fault: choose.of('fault', errors), ...afterwards(choose) }),
});

tellAll({
  title: 'whichever call reads or writes only a part, nothing is paid twice or forgotten',
  every: 8,
  plan: (choose) => ({ fault: choose.of('fault', shortCalls), ...afterwards(choose) }),
});

tellAll({
  title: 'from whichever call on the disk fails, nothing is paid twice, and what was known is written when it recovers',
  every: 8,
  plan: (choose) => ({
    fault: choose.of('fault', errors),
    lasts: choose.of('lasts', ['until-rest', 'for-good'] as const),
    isStorageOnly: choose.of('where', [true, false]),
    ...afterwards(choose),
  }),
});
