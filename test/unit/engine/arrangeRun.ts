import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runJobFile, type RunJobFileOptions } from '../../../src/engine/index.ts';
import { makePng } from '../../fakes/media/media.ts';
import { startScriptedGateway, type AnswerOthers } from '../../fakes/gateway/scriptedGateway.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { useHome } from '../../fakes/disk/useHome.ts';

export const submit = 'POST /v1/images/generations';
export const job = 'model: gpt-image-2\nprompt: A cat\n';

export const image = { body: { data: [{ b64_json: makePng().toString('base64') }], amount_usd: 0.02 } };
export const key = 'sk-test-0123456789';
export const sandboxKey = `sk-sandbox-${'0'.repeat(48)}`;

/** Arranges a home, a folder with a job file, and a gateway whose response to a submit is the image. */
export async function arrangeRun(context: TestContext, text = job, answerOthers?: AnswerOthers) {
  const root = await makeTempFolder(context);
  const [home, work] = [join(root, 'home'), join(root, 'work')];
  for (const folder of [home, work]) await mkdir(folder);
  useHome(context, home);
  const gateway = await startScriptedGateway(answerOthers);
  context.after(() => gateway.close());
  if (!answerOthers) gateway.script(submit, image);
  const file = join(work, 'hero.gen.yaml');
  await writeFile(file, text);
  const options = { file, gateway: { baseUrl: gateway.url, key }, storageDir: join(root, 'journal') };
  return {
    root,
    home,
    work,
    gateway,
    run: (changes: Partial<RunJobFileOptions> = {}) => runJobFile({ ...options, ...changes }),
    posts: () => gateway.lines().filter((line) => line.startsWith('POST')).length,
  };
}

export const statusesOf = ({ tasks }: Awaited<ReturnType<typeof runJobFile>>) => tasks.map(({ status }) => status);
