import { basename, dirname, join } from 'node:path';
import { checkConfined, isWithin, makeConfinedFolder } from '../../node/files/confine.ts';
import { fileFlags } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readChunks, withFile, writeByDraft } from '../../node/files/wholeFile.ts';
import { createPartFile, type PartPorts } from '../../node/partFiles/partFile.ts';
import { placeFile } from '../../node/partFiles/placeFile.ts';
import { createLineFile } from '../lineFile.ts';
import type { Checkout, MergeStep } from './planMerge.ts';

/** Carries out a merge that was planned. Rejects if a name was taken meanwhile, or leads out of the checkout by a link. */
export async function carryOutMerge(steps: readonly MergeStep[], into: Checkout, ports: PartPorts): Promise<void> {
  const lineFile = createLineFile({ parse: () => null, ...ports });
  for (const step of steps) {
    const { stateDir } = into;
    const boundary = stateDir !== null && isWithin(step.to, stateDir) ? stateDir : into.folder;
    await makeConfinedFolder(dirname(step.to), boundary, ports.files);
    await checkConfined(step.to, boundary, ports.files);
    if (step.kind === 'copy') await copy(step, ports);
    if (step.kind === 'append') await lineFile.append(step.to, step.lines.join('\n'), boundary);
    if (step.kind === 'write') await writeByDraft(step.to, Buffer.from(step.text), { files: ports.files });
    // Git lists nothing of the folder of open tasks.
    const ignore = join(dirname(step.to), '.gitignore');
    if (basename(dirname(step.to)) !== '.genwright') continue;
    const file = await ports.files.open(ignore, 'wx').catch(() => null);
    if (file) await withFile(file, async (opened) => void (await opened.write(Buffer.from('*\n'), 0, 2, null)));
  }
}

async function copy({ from, to, sha256 }: Extract<MergeStep, { kind: 'copy' }>, ports: PartPorts): Promise<void> {
  const part = await createPartFile(dirname(to), basename(to), ports);
  try {
    await withFile(await openRegularFile(from, fileFlags.O_RDONLY, ports.files), async (file) => {
      for await (const chunk of readChunks(file)) await part.write(chunk);
    });
    if ((await part.finish()) !== sha256) throw new Error(`${from} has changed meanwhile`);
    if ((await placeFile(part.path, to, ports)) === 'taken') throw new Error(`${to} exists already`);
  } finally {
    await part.discard();
  }
}
