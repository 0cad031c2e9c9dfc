export type { Check, RequestChecks, ResponseChecks, Violation } from '../check.js';
export { hasFewerBytes, hasMoreBytes, isBytes } from './bytes.js';
export { isByte, isContent } from './content.js';
export { isValidDate, isValueOf } from './converted.js';
export { isMultipleOf } from './decimal.js';
export { isEqual, isUnique } from './equality.js';
export { noBranch, type Branch } from './closest.js';
export { InvalidValueError } from './invalid-value.js';
export type { Expectation, Issues, Matches } from './issues.js';
export { joinedChecks } from './merge-checks.js';
export { responseChecks } from '../client/validate-response.js';
export { isInt32, isInt64 } from './integer-formats.js';
export { accepts, depthLimit, once, remembered, tooDeep } from './recursion.js';
export {
  countMembers,
  hasMember,
  isArray,
  isObject,
  isOwn,
  memberNames,
  ownMember,
  type JsonObject,
} from './shape.js';
export {
  checkOf,
  checksAt,
  recursiveCheckOf,
  recursiveSchema,
  schema,
  schemaOf,
  type Schema,
} from './schema.js';
export {
  standardIssues,
  type StandardIssue,
  type StandardResult,
  type StandardSchemaProperties,
  type StandardSchemaV1,
} from './standard-schema.js';
export {
  isMissing,
  isUndeclared,
  rejects,
  unknownTag,
  violates,
  wrongType,
} from './report-violation.js';
export { isLonger, isShorter } from './text.js';
export * from './formats/index.js';
export { violationPath, violationPhrase, violationText } from './violation-text.js';
