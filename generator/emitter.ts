/**
 * Everything that an emitter outside this package uses: the interface, the plan, and the encoders from which code and Markdown are built.
 * The subpath `tallystick/emitter` exports it.
 */
export {
  defineEmitter,
  emitterApiVersion,
  type EmitContext,
  type Emitter,
  type EmitterDocument,
  type EmitterDocuments,
  type EmitterOption,
  type EmitterOptionTable,
  type EmitterOptionValues,
  type PackageNamesContext,
  type PackagePart,
  type PartContext,
  type PeerPackage,
  type PlanContext,
  type PlanFirstContext,
  type ReadmePart,
  type Subpath,
} from './emitters/emitter.js';
export {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from './core/diagnostic.js';
export type { Origin } from './core/origin.js';
export type { Prose } from './core/prose.js';
export type { Api, Content, Operation, Outcome, Parameter } from './model/api.js';
export type { SecurityScheme } from './model/security.js';
export type { Json, Schema, SchemaId } from './model/schema.js';
export type { Shape, Shapes, Use } from './model/shape/shape.js';
export type { OptionType } from './options/option.js';
export { choice, flag, text, texts } from './options/value-types.js';
export { exportedIdentifier, type ChosenNames, type NameScope } from './plan/names/name-scope.js';
export type { NameRequest } from './plan/names/names.js';
export {
  planKey,
  type Identifier,
  type IdentifierName,
  type OperationPlan,
  type Plan,
  type PlanKey,
  type ServicePlan,
  type TypePlan,
} from './plan/plan.js';
export {
  code,
  commentLines,
  empty,
  identifier,
  indented,
  join,
  linesOf,
  literal,
  localName,
  memberAccess,
  propertyKey,
  propertyName,
  regularExpression,
  stringLiteral,
  visibleText,
  type Code,
  type Leaf,
  type Name,
  type Text,
} from './printer/code.js';
export {
  arrayType,
  generic,
  intersection,
  objectType,
  parenthesised,
  readonlyArray,
  readonlyTuple,
  tupleType,
  union,
} from './printer/types.js';
export {
  annotated,
  assigns,
  block,
  call,
  evaluates,
  list,
  objectLines,
  objectLiteral,
  pureCall,
  returns,
} from './printer/values.js';
export { flat } from './printer/flat.js';
export type { ObjectMember, TupleItem, TypeMember } from './printer/syntax.js';
export {
  exportedAlias,
  exportedClass,
  exportedConstant,
  exportedFunction,
  exportedInterface,
  inferredConstant,
  reExport,
} from './printer/declare.js';
export { createFileScope, importPath } from './printer/file-scope.js';
export { reExportsOf } from './printer/re-exports.js';
export type { Declaration, FileScope, SourceFile } from './printer/source-file.js';
export { exampleJson, exampleParameterJson } from './typescript/examples/value.js';
export { markdownCode, markdownLine, markdownProse } from './typescript/markdown.js';
export { typeExpression } from './typescript/type-expression.js';
