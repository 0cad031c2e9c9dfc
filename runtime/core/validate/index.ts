export type { Check, RequestChecks, ResponseChecks, Violation } from '../check.js';
export { isByte, isContent } from './content.js';
export { isMultipleOf } from './decimal.js';
export { isEqual, isUnique } from './equality.js';
export { violationsOf, type Form } from './form/index.js';
export { assertNoViolation, InvalidValueError } from './invalid-value.js';
export { depthLimit } from './report.js';
export { hasMember, isArray, isObject, memberNames, ownMember, type JsonObject } from './shape.js';
export {
  standardIssues,
  standardSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchemaProperties,
  type StandardSchemaV1,
} from './standard-schema.js';
export { isLonger, isShorter } from './text.js';
export * from './formats/index.js';
export { violationPath, violationPhrase, violationText } from './violation-text.js';
