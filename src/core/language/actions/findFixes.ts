import type { ProblemCode } from '../../jobFile/problem.ts';
import type { Broken, FindFixes, Fix } from './fix.ts';
import * as expressions from './fixes/expressions.ts';
import * as files from './fixes/files.ts';
import * as jobs from './fixes/jobs.ts';
import * as keys from './fixes/keys.ts';
import * as missing from './fixes/missing.ts';
import { fixModel } from './fixes/nearestNames.ts';
import * as values from './fixes/values.ts';
import * as traps from './fixes/traps.ts';
import * as yaml from './fixes/yaml.ts';

/** The quick fixes of each problem code. Null if only the user knows what to write, so that no fix is obvious. */
export const fixes: Readonly<Record<ProblemCode, FindFixes | null>> = {
  'yaml-syntax': yaml.fixSyntax,
  'too-large': null,
  'merge-conflict': yaml.fixConflict,
  'several-documents': yaml.fixDocuments,
  'custom-tag': yaml.fixTag,
  'not-a-map': null,
  'duplicate-key': keys.fixDuplicate,
  'too-many-aliases': null,
  'missing-model': missing.fixMissingModel,
  'missing-job': missing.fixMissingJob,
  'unknown-model': fixModel,
  'unknown-endpoint': keys.fixEndpoint,
  'unknown-field': keys.fixUnknownField,
  'unknown-key': keys.fixUnknownKey,
  'ignored-key': keys.fixByRemoval,
  'missing-field': missing.fixMissingField,
  'missing-one-of': missing.fixMissingOneOf,
  'exclusive-fields': keys.fixExclusive,
  'rule-broken': jobs.fixRule,
  'wrong-type': values.fixType,
  'not-in-enum': values.fixEnum,
  'wrong-form': values.fixForm,
  'out-of-range': values.fixRange,
  'too-long': null,
  'too-short': null,
  'too-many-items': values.fixTooMany,
  'too-few-items': null,
  'absolute-path': files.fixAbsolute,
  'key-in-job-file': keys.fixByRemoval,
  'format-version': values.fixVersion,
  'bad-expression': expressions.fixExpression,
  'unknown-context': expressions.fixUnknownContext,
  'unknown-name': expressions.fixUnknownName,
  'unknown-filter': expressions.fixUnknownFilter,
  'wrong-argument': expressions.fixArgument,
  'wrong-vars': files.fixVars,
  'blocked-env': expressions.fixBlockedEnv,
  cycle: expressions.removeNeed,
  'wrong-matrix': jobs.fixMatrix,
  'no-match': values.fixNoMatch,
  'no-effect': jobs.fixNoEffect,
  'same-request': keys.fixRepeated,
  'too-many-runs': jobs.fixTooManyRuns,
  'budget-not-raised': values.fixBudget,
  'wrong-needs': jobs.fixNeeds,
  'unreadable-file': files.fixMissingFile,
  'missing-input': files.fixMissingFile,
  'input-not-sendable': null,
  'full-width': yaml.fixStrangeSigns,
  'odd-space': yaml.fixStrangeSigns,
  'comment-in-text': traps.fixComment,
  'comment-as-value': traps.fixCommentValue,
  'braces-as-map': traps.fixBraces,
  'brackets-as-list': traps.fixBrackets,
  'star-as-alias': traps.fixAsText,
  'anchor-in-text': traps.fixAnchor,
  'at-sign-start': traps.fixSafely,
  'backtick-start': traps.fixSafely,
  'percent-start': traps.fixSafely,
  'block-sign-start': traps.fixBlockSign,
  'colon-in-text': traps.fixColon,
  'text-after-quote': traps.fixAfterQuote,
  'ratio-as-number': traps.fixRatio,
  'leading-zero': traps.fixZeros,
  'large-integer': traps.fixDigits,
  'null-word': traps.fixWord,
  'value-in-text': traps.fixInserted,
  'number-in-text': traps.fixWord,
  'double-braces': traps.fixDoubleBraces,
  'field-in-text': traps.fixFieldLines,
  'expression-in-flow': traps.fixFlowExpression,
};

/** Returns the fixes of a problem, the most likely first. Empty if there is no obvious fix. */
export function findFixes(broken: Broken): readonly Fix[] {
  return fixes[broken.problem.code]?.(broken) ?? [];
}
