import type { ProblemCode } from '../../jobFile/problem.ts';
import type { Broken, FindMends, Mend } from './fix.ts';
import { mendEndpoint } from './fixes/endpoint.ts';
import { mendCycle, mendUnknownContext, mendUnknownFilter, mendUnknownName } from './fixes/expressionNames.ts';
import { mendArgument, mendBlockedEnv, mendExpression } from './fixes/expressions.ts';
import { mendAbsolute, mendMissingFile, mendVars } from './fixes/files.ts';
import { mendMissingField, mendMissingJob, mendMissingModel, mendMissingOneOf } from './fixes/insert.ts';
import {
  mendByRemoval,
  mendDuplicate,
  mendExclusive,
  mendLeak,
  mendUnknownField,
  mendUnknownKey,
} from './fixes/keys.ts';
import { mendMatrix, mendNeeds, mendNoEffect, mendTooManyRuns } from './fixes/matrix.ts';
import { mendRule } from './fixes/rules.ts';
import { mendModel } from './fixes/suggest.ts';
import {
  mendAsText,
  mendBraces,
  mendBrackets,
  mendComment,
  mendCommentValue,
  mendDigits,
  mendFlowExpression,
  mendRatio,
  mendSafely,
  mendZeros,
} from './fixes/traps.ts';
import { mendType } from './fixes/types.ts';
import { mendBudget, mendEnum, mendForm, mendRange, mendTooMany, mendVersion } from './fixes/values.ts';
import { mendDocuments, mendSyntax, mendTag } from './fixes/yamlFaults.ts';

/** Null where only people know what to write: no mend is obvious. */
export const mends: Readonly<Record<ProblemCode, FindMends | null>> = {
  'yaml-syntax': mendSyntax,
  'several-documents': mendDocuments,
  'custom-tag': mendTag,
  'not-a-map': null,
  'duplicate-key': mendDuplicate,
  'too-many-aliases': null,
  'missing-model': mendMissingModel,
  'missing-job': mendMissingJob,
  'unknown-model': mendModel,
  'unknown-endpoint': mendEndpoint,
  'unknown-field': mendUnknownField,
  'unknown-key': mendUnknownKey,
  'ignored-key': mendByRemoval,
  'missing-field': mendMissingField,
  'missing-one-of': mendMissingOneOf,
  'exclusive-fields': mendExclusive,
  'rule-broken': mendRule,
  'wrong-type': mendType,
  'not-in-enum': mendEnum,
  'wrong-form': mendForm,
  'out-of-range': mendRange,
  'too-long': null,
  'too-short': null,
  'too-many-items': mendTooMany,
  'too-few-items': null,
  'absolute-path': mendAbsolute,
  'key-in-job-file': mendLeak,
  'format-version': mendVersion,
  'bad-expression': mendExpression,
  'unknown-context': mendUnknownContext,
  'unknown-name': mendUnknownName,
  'unknown-filter': mendUnknownFilter,
  'wrong-argument': mendArgument,
  'wrong-vars': mendVars,
  'blocked-env': mendBlockedEnv,
  cycle: mendCycle,
  'wrong-matrix': mendMatrix,
  'no-effect': mendNoEffect,
  'too-many-runs': mendTooManyRuns,
  'budget-not-raised': mendBudget,
  'wrong-needs': mendNeeds,
  'unreadable-file': mendMissingFile,
  'missing-input': mendMissingFile,
  'input-not-sendable': null,
  'comment-in-text': mendComment,
  'comment-as-value': mendCommentValue,
  'braces-as-map': mendBraces,
  'brackets-as-list': mendBrackets,
  'star-as-alias': mendAsText,
  'at-sign-start': mendSafely,
  'backtick-start': mendSafely,
  'percent-start': mendSafely,
  'colon-in-text': mendAsText,
  'text-after-quote': mendAsText,
  'ratio-as-number': mendRatio,
  'leading-zero': mendZeros,
  'large-integer': mendDigits,
  'expression-in-flow': mendFlowExpression,
};

/** The likeliest first; a problem of which nobody can tell how to mend it has none. */
export function findMends(broken: Broken): readonly Mend[] {
  return mends[broken.problem.code]?.(broken) ?? [];
}
