import type { Catalog, Model, ModelFamily } from '../../catalog/catalog.ts';
import { familyAt, familyWithoutModel } from '../../catalog/createCatalog.ts';
import type { Field } from '../../catalog/field.ts';
import type { CheckedJob } from '../../jobFile/check/checkJob.ts';
import type { CheckedJobFile } from '../../jobFile/check/checkJobFile.ts';
import type { Estimate } from '../../jobFile/request.ts';
import { createFinder } from '../../support/createFinder.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { DocumentFiles, LanguageProblem, LanguageServiceOptions, Translate } from '../languageService.ts';
import { findChild, type Layout, type LayoutEntry } from '../layout/layout.ts';
import { findMemberFields, type MapKind } from './mapKind.ts';

/** One version of a document. Each part is read when a feature first needs it. */
export interface DocumentView {
  readonly text: string;
  readonly catalog: Catalog;
  readonly translate: Translate;
  readonly world: World;
  readonly checked: CheckedJobFile;
  readonly layout: Layout;
  /**
   * Returns the field of a path of keys, undefined if there is none. The fields of a map are looked up once. An axis has
   * the values of the field with its name.
   */
  readonly findField: (path: readonly string[]) => Field | undefined;
  readonly names: readonly NameGroup[];
  /** The problems of `checked` with their messages. */
  readonly problems: readonly LanguageProblem[];
}

export interface World extends Omit<LanguageServiceOptions, 'models' | 'isStrict' | 'messages' | 'files'> {
  readonly files: DocumentFiles | undefined;
}

/** Returns what earlier requests of a model have cost with the profile of the file; null without history. */
export function findTypicalCost({ world, checked }: DocumentView, model: string): Estimate | null {
  return world.typicalCost?.(model, checked.jobFile.controls.profile) ?? null;
}

/**
 * Returns the model and the endpoint that a job sets. The layout is used, so that an error in one job does not hide the
 * model of the next one. Jobs in braces have no layout, so they come from the parsed file.
 */
function readTarget(view: DocumentView, job: string | null): { readonly model?: Model; readonly path: string | null } {
  const entries = job === null ? view.layout.entries : (view.layout.findJob(job)?.children ?? []);
  const model = valueOf(view, findChild(entries, 'model')) ?? valueOf(view, findDefaults(view, 'model'));
  const known = model === undefined ? undefined : view.catalog.findModel(model);
  const path = valueOf(view, findChild(findChild(entries, 'gen')?.children ?? [], 'endpoint')) ?? null;
  return known ? { model: known, path } : { path };
}

export const findChecked = createFinder(({ job }: CheckedJob) => job.id);

export function findModel(view: DocumentView, job: string | null): Model | undefined {
  return readTarget(view, job).model;
}

export function findFamily(view: DocumentView, job: string | null): ModelFamily | undefined {
  const { model, path } = readTarget(view, job);
  const alone = path === null ? undefined : familyWithoutModel(view.catalog, path);
  const own = alone ?? (model && (familyAt(model, path) ?? model.families[0]));
  return own ?? findChecked(view.checked.jobs, job)?.target?.family ?? undefined;
}

/** Whether the file has nothing but comments. That stops Generate, but is no mistake while the user begins to write. */
export function isEmptyFile({ checked }: DocumentView): boolean {
  return checked.problems.some(({ args }) => args['variant'] === 'empty-file');
}

/** Returns the fields that a map of this kind accepts, required ones first. Defaults accept those of every family. */
export function findFields(view: DocumentView, mapKind: MapKind): readonly Field[] {
  const { kind } = mapKind;
  if (kind !== 'job' && kind !== 'defaults' && kind !== 'member') return [];
  const path = kind === 'member' ? mapKind.path : [];
  const job = kind === 'defaults' ? undefined : mapKind.job;
  // Defaults apply to all jobs, in the order of the file.
  const jobs = job === undefined ? (findChild(view.layout.entries, 'jobs')?.children ?? []) : [];
  const ids = job === undefined ? new Set([null, ...jobs.map(({ key }) => key)]) : [job];
  const families = new Set([...ids].map((each) => findFamily(view, each)));
  return [...families].flatMap((family) => (family ? findMemberFields(family, path) : []));
}

function findDefaults({ layout }: DocumentView, key: string): LayoutEntry | undefined {
  const gen = findChild(layout.entries, 'gen');
  return findChild(findChild(gen?.children ?? [], 'defaults')?.children ?? [], key);
}

/** Returns the text of a one-line value, without its quotes. */
function valueOf({ text }: DocumentView, entry: LayoutEntry | undefined): string | undefined {
  if (!entry || (entry.value.style !== 'plain' && entry.value.style !== 'quoted')) return undefined;
  return text.slice(entry.value.start, entry.value.end).replaceAll(/^["']|["']$/g, '');
}

export type NameKind = 'var' | 'axis' | 'job' | 'anchor';

export interface NameRange extends TextRange {
  readonly role: 'declaration' | 'use';
  /**
   * `key` and `value`: a scalar of YAML, with its quotes. `step`: after the dot of a path. `bracket`: the quoted string
   * between brackets. `anchor`: after `&` or `*`. `hidden`: somewhere in the scalar of this range, where escapes or
   * folded lines hide the exact position.
   */
  readonly writing: 'key' | 'value' | 'step' | 'bracket' | 'anchor' | 'hidden';
  /** The quotes of the scalar, which an expression inside it cannot use. */
  readonly quote: '"' | "'" | '';
}

export interface NameGroup {
  readonly kind: NameKind;
  readonly name: string;
  readonly nameRanges: readonly NameRange[];
  /** Ids of the jobs that see the name. Null for the job at the root, and for the file itself. */
  readonly jobs: ReadonlySet<string | null>;
  /** The file of variables that declares it, with the path that the job file uses. */
  readonly path: string | null;
}

export const noQuote = '';

/** Returns the quote of a scalar, which is its first character. */
export function quoteAt(text: string, offset: number): NameRange['quote'] {
  const first = text[offset];
  return first === '"' || first === "'" ? first : noQuote;
}
