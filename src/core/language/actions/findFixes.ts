import type { ProblemCode } from '../../jobFile/problem.ts';
import type { Broken, FindFixes, Fix } from './fix.ts';
import { fixEndpoint } from './fixes/endpoint.ts';
import { fixCycle, fixUnknownContext, fixUnknownFilter, fixUnknownName } from './fixes/names.ts';
import { fixArgument, fixBlockedEnv, fixExpression } from './fixes/expressions.ts';
import { fixAbsolute, fixMissingFile, fixVars } from './fixes/files.ts';
import { fixMissingField, fixMissingJob, fixMissingModel, fixMissingOneOf } from './fixes/missing.ts';
import { fixByRemoval, fixDuplicate, fixExclusive, fixLeak, fixUnknownField, fixUnknownKey } from './fixes/keys.ts';
import { fixMatrix, fixNeeds, fixNoEffect, fixTooManyRuns } from './fixes/matrix.ts';
import { fixRule } from './fixes/rules.ts';
import { fixModel } from './fixes/nearestNames.ts';
import {
  fixAsText,
  fixBraces,
  fixBrackets,
  fixComment,
  fixCommentValue,
  fixDigits,
  fixFlowExpression,
  fixRatio,
  fixSafely,
  fixZeros,
} from './fixes/traps.ts';
import { fixType } from './fixes/types.ts';
import { fixBudget, fixEnum, fixForm, fixRange, fixTooMany, fixVersion } from './fixes/values.ts';
import { fixDocuments, fixSyntax, fixTag } from './fixes/syntax.ts';

/** The quick fixes of each problem code. Null if only the user knows what to write, so that no fix is obvious. */
export const fixes: Readonly<Record<ProblemCode, FindFixes | null>> = {
  'yaml-syntax': fixSyntax,
  'several-documents': fixDocuments,
  'custom-tag': fixTag,
  'not-a-map': null,
  'duplicate-key': fixDuplicate,
  'too-many-aliases': null,
  'missing-model': fixMissingModel,
  'missing-job': fixMissingJob,
  'unknown-model': fixModel,
  'unknown-endpoint': fixEndpoint,
  'unknown-field': fixUnknownField,
  'unknown-key': fixUnknownKey,
  'ignored-key': fixByRemoval,
  'missing-field': fixMissingField,
  'missing-one-of': fixMissingOneOf,
  'exclusive-fields': fixExclusive,
  'rule-broken': fixRule,
  'wrong-type': fixType,
  'not-in-enum': fixEnum,
  'wrong-form': fixForm,
  'out-of-range': fixRange,
  'too-long': null,
  'too-short': null,
  'too-many-items': fixTooMany,
  'too-few-items': null,
  'absolute-path': fixAbsolute,
  'key-in-job-file': fixLeak,
  'format-version': fixVersion,
  'bad-expression': fixExpression,
  'unknown-context': fixUnknownContext,
  'unknown-name': fixUnknownName,
  'unknown-filter': fixUnknownFilter,
  'wrong-argument': fixArgument,
  'wrong-vars': fixVars,
  'blocked-env': fixBlockedEnv,
  cycle: fixCycle,
  'wrong-matrix': fixMatrix,
  'no-effect': fixNoEffect,
  'too-many-runs': fixTooManyRuns,
  'budget-not-raised': fixBudget,
  'wrong-needs': fixNeeds,
  'unreadable-file': fixMissingFile,
  'missing-input': fixMissingFile,
  'input-not-sendable': null,
  'comment-in-text': fixComment,
  'comment-as-value': fixCommentValue,
  'braces-as-map': fixBraces,
  'brackets-as-list': fixBrackets,
  'star-as-alias': fixAsText,
  'at-sign-start': fixSafely,
  'backtick-start': fixSafely,
  'percent-start': fixSafely,
  'colon-in-text': fixAsText,
  'text-after-quote': fixAsText,
  'ratio-as-number': fixRatio,
  'leading-zero': fixZeros,
  'large-integer': fixDigits,
  'expression-in-flow': fixFlowExpression,
};

/** Returns the fixes of a problem, the most likely first. Empty if there is no obvious fix. */
export function findFixes(broken: Broken): readonly Fix[] {
  return fixes[broken.problem.code]?.(broken) ?? [];
}
