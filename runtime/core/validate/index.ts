export type { Check, RequestChecks, ResponseChecks, Violation } from '../check.js';
export { hasFewerBytes, hasMoreBytes, isBytes } from './bytes.js';
export { isByte, isContent } from './content.js';
export { isValidDate, isValueOf } from './converted.js';
export { isMultipleOf } from './decimal.js';
export { isEqual, isUnique } from './equality.js';
export { fails, failsAll, failsAs, unseen } from './report-violation.js';
export { assertion, InvalidValueError, type Assertion } from './invalid-value.js';
export { joinedChecks } from './merge-checks.js';
export { isInt32, isInt64 } from './integer-formats.js';
export { accepts, depthLimit, once, remembered, tooDeep } from './recursion.js';
export type { Fits, Report } from './report.js';
export { hasMember, isArray, isObject, memberNames, ownMember, type JsonObject } from './shape.js';
export {
  standardIssues,
  standardSchema,
  type CheckedSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchemaProperties,
  type StandardSchemaV1,
} from './standard-schema.js';
export { isLonger, isShorter } from './text.js';
export * from './formats/index.js';
export { checkOf, checksAt, deepCheckOf, deepViolationsOf, violationsOf } from './violations-of.js';
export { violationPath, violationPhrase, violationText } from './violation-text.js';
