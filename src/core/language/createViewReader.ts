import type { Catalog } from '../catalog/catalog.ts';
import { createJobFileReader } from '../jobFile/check/createJobFileReader.ts';
import type { CheckOptions } from '../jobFile/findTarget.ts';
import { lazy } from '../support/lazy.ts';
import type { LanguageProblem, Translate } from './languageService.ts';
import { createLayoutReader } from './layout/createLayoutReader.ts';
import { listNames } from './names/listNames.ts';
import { translateProblem } from './problems/describeProblem.ts';
import type { DocumentView, World } from './view/documentView.ts';

export interface ViewOptions {
  readonly catalog: Catalog;
  readonly isStrict: boolean;
  readonly translate: Translate;
  readonly world: World;
}

/** Reads the versions of one document, and texts that it could become. */
interface ViewReader {
  /** Nothing is parsed before a feature needs it. After that, all features share the result. */
  readonly read: (text: string) => DocumentView;
  /** Drops what was read from files and the environment, because they have changed. */
  readonly forgetWorld: () => void;
}

export function createViewReader(options: ViewOptions): ViewReader {
  const { catalog, translate, world } = options;
  const jobFiles = createJobFileReader(checkOptionsOf(options));
  const layouts = createLayoutReader();
  return {
    read(text) {
      const checked = jobFiles.read(text);
      const layout = lazy(() => layouts.read(text, checked.sections));
      const names = lazy(() => listNames({ text, jobFile: checked.jobFile, files: world.files }));
      const problems = lazy(() => listProblems(checked, translate));
      return {
        text,
        catalog,
        translate,
        world,
        checked,
        get layout() {
          return layout();
        },
        get names() {
          return names();
        },
        get problems() {
          return problems();
        },
      };
    },
    forgetWorld: () => jobFiles.forgetChecks(),
  };
}

function checkOptionsOf({ catalog, isStrict, world }: ViewOptions): CheckOptions {
  const { budget, files, env } = world;
  return {
    catalog,
    isStrict,
    ...(budget ? { budgetUsd: budget.runUsd } : {}),
    lookups: {
      ...(files ? { files, isTrusted: files.isTrusted } : {}),
      ...(env ? { env: env.read } : {}),
    },
    ...(files ? { fileName: files.name, fileDir: files.dir } : {}),
  };
}

function listProblems(
  { problems }: DocumentView['checked'],
  translate: DocumentView['translate'],
): readonly LanguageProblem[] {
  return problems.map((problem) => translateProblem(problem, translate));
}
