import { isList, isText, isTextList } from '../../core/support/isTextList.ts';
import { isPrices } from '../../core/task/money/prices.ts';
import type { SettingName } from '../ids.ts';

type Check<T> = (value: unknown) => value is T;

/**
 * The permitted values of each setting, because VS Code does not enforce the manifest's schema. They are plain
 * functions: every window loads them, and a schema library would double their loading time.
 */
export const settingChecks = {
  profiles: isList,
  profile: isText,
  unchanged: isOneOf('ask', 'generate', 'skip'),
  strict: isBoolean,
  confirmRequests: isInteger({ min: 1 }),
  confirmUsd: isNumber({ min: 0 }),
  budgetRunUsd: isNumber({ min: 0 }),
  budgetDayUsd: isNumber({ min: 0 }),
  prices: isPrices,
  envAllow: isTextList,
  concurrency: isInteger({ min: 1, max: 64 }),
  pollMaxMinutes: isNumber({ min: 1 }),
  submitRetryOn5xx: isBoolean,
  downloadMaxMegabytes: isNumber({ min: 1 }),
  outputMetadata: isOneOf('none', 'embed'),
  previewOpenWhenDone: isBoolean,
  codeLens: isBoolean,
  statusBar: isBoolean,
  wordWrap: isBoolean,
  filesExclude: isTextList,
} satisfies Record<SettingName, Check<unknown>>;

/**
 * Settings that a workspace must not decide, whatever its settings file says. Their scope in the manifest is `machine`.
 */
export const userLevel: ReadonlySet<SettingName> = new Set<SettingName>([
  'profiles',
  'confirmRequests',
  'confirmUsd',
  'budgetRunUsd',
  'budgetDayUsd',
  'prices',
  'envAllow',
  'unchanged',
  'submitRetryOn5xx',
  'downloadMaxMegabytes',
  'pollMaxMinutes',
]);

/** The values in the code: checked, with defaults. */
export type Settings = {
  readonly [Name in SettingName]: (typeof settingChecks)[Name] extends Check<infer T> ? T : never;
};

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

interface Bounds {
  readonly min: number;
  readonly max?: number;
}

function isNumber({ min, max = Number.MAX_VALUE }: Bounds): Check<number> {
  return (value): value is number => typeof value === 'number' && value >= min && value <= max;
}

function isInteger(bounds: Bounds): Check<number> {
  const isWithin = isNumber(bounds);
  return (value): value is number => Number.isSafeInteger(value) && isWithin(value);
}

function isOneOf<const T extends string>(...words: readonly T[]): Check<T> {
  return (value): value is T => words.some((word) => word === value);
}
