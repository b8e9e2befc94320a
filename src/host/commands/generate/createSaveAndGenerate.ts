import type { GenerateResult, SavedJobFile } from '../../../engine/index.ts';
import { nothing, type GenerateOptions } from './generateCall.ts';

/** What a press of Generate needs of the window. */
interface WindowPorts<Target> {
  /** Undefined when the user does not save an untitled file. */
  saveJobFile(target: Target): Promise<SavedJobFile | undefined>;
  /** `onStart` is called when nothing is left to ask. */
  generate(
    jobFiles: readonly SavedJobFile[],
    context: { readonly options: GenerateOptions; readonly onStart: () => void },
  ): Promise<GenerateResult>;
}

/**
 * Returns a function that saves the targets and generates. A second press on the same targets while the first one still
 * saves, plans or asks is the same press, so that a double click neither asks nor pays twice.
 */
export function createSaveAndGenerate<Target>(
  ports: WindowPorts<Target>,
): (targets: readonly Target[], options: GenerateOptions) => Promise<GenerateResult> {
  const preparing = new Map<string, Promise<GenerateResult>>();
  const saveAndGenerate = async (
    targets: readonly Target[],
    context: { readonly options: GenerateOptions; readonly onStart: () => void },
  ): Promise<GenerateResult> => {
    const jobFiles: SavedJobFile[] = [];
    for (const target of targets) {
      const jobFile = await ports.saveJobFile(target);
      if (!jobFile) return nothing;
      jobFiles.push(jobFile);
    }
    return ports.generate(jobFiles, context);
  };
  return (targets, options) => {
    // A program passes `unchanged`, and means a new press with each of its calls.
    if (options.unchanged !== undefined) return saveAndGenerate(targets, { options, onStart: () => undefined });
    const key = JSON.stringify([targets.map(String), options]);
    const running = preparing.get(key);
    if (running) return running;
    const forget = (): void => void preparing.delete(key);
    const result = saveAndGenerate(targets, { options, onStart: forget }).finally(forget);
    preparing.set(key, result);
    return result;
  };
}
