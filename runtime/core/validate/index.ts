export {
  type Check,
  type RequestChecks,
  type ResponseChecks,
  type Violation,
  joinedChecks,
} from '../check.js';
export { hasFewerBytes, hasMoreBytes, isBytes, isLonger, isShorter } from './lengths.js';
export { isByte, isContent } from './content.js';
export { isValidDate, isValueOf } from './converted.js';
export { isMultipleOf, isInt32, isInt64 } from './decimal.js';
export { isEqual, isUnique, repeatedItems } from './equality.js';
export { noBranch, type Branch } from './closest.js';
export {
  InvalidValueError,
  violationPath,
  violationPhrase,
  violationText,
} from './invalid-value.js';
export type { Expectation, Issues, Matches } from './issues.js';
export { responseChecks } from '../client/responses/validate-response.js';
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
export {
  describedSchema,
  type DescribedSchema,
  type StandardJsonSchemaConverter,
  type StandardJsonSchemaOptions,
} from './json-schema/described-schema.js';
export {
  JsonSchemaError,
  type JsonDefinition,
  type JsonSchema,
  type JsonSchemaObject,
} from './json-schema/definition.js';
export { jsonSchemaOf, type JsonSchemaTarget } from './json-schema/json-schema-of.js';
export * from './formats/index.js';
