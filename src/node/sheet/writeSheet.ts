import type { ArrangedSheet } from '../../core/artifact/arrangedSheet.ts';
import { type Mark, noMark } from '../../core/artifact/marks.ts';
import {
  buildSheetLines,
  buildSheetResult,
  buildSheetStart,
  type RecordedArtifact,
  sheetEnd,
  type SheetWords,
} from './buildSheet.ts';
import type { createSheetPictures } from './sheetPictures.ts';

interface SheetParts {
  readonly words: SheetWords;
  /** Returns the marks of a job file (absolute path) by the SHA-256 of the artifacts. */
  readonly readMarks: (jobFile: string) => Promise<ReadonlyMap<string, Mark>>;
  readonly pictures: Pick<ReturnType<typeof createSheetPictures>, 'find'>;
  /** Returns the folder that the names of a job file's results need below this heading. Empty for none. */
  readonly folderOf?: (jobFile: string, heading: string) => string;
}

/** Yields the page in parts, because thousands of pictures do not belong in memory at once. */
export async function* writeSheet(
  title: string,
  sheet: ArrangedSheet<RecordedArtifact>,
  { words, readMarks, pictures, folderOf }: SheetParts,
): AsyncGenerator<string> {
  const artifacts = sheet.lines.flatMap((line) =>
    line.kind === 'cells' ? line.cells.filter((cell) => cell !== null) : [],
  );
  const marks = new Map<string, ReadonlyMap<string, Mark>>();
  for (const jobFile of new Set(artifacts.map((each) => each.jobFile))) {
    marks.set(jobFile, await readMarks(jobFile));
  }
  yield buildSheetStart(title, artifacts, words);
  const build = async (each: RecordedArtifact, heading: string): Promise<string> => {
    const mark = marks.get(each.jobFile)?.get(each.artifact.sha256) ?? noMark;
    const folder = folderOf?.(each.jobFile, heading) ?? '';
    return buildSheetResult(each, { mark, picture: await pictures.find(each), words, folder });
  };
  yield* buildSheetLines(sheet, { words, build });
  yield sheetEnd;
}
