import type { DiagnosticTypeData } from '../../core/diagnostic.js';
import { addressParameter, unusedAddressParameter } from './asyncapi/address.js';
import { invalidAvro } from './asyncapi/avro/invalid-avro.js';
import { unknownProtocol } from './asyncapi/bindings.js';
import { addressQuery, undeclaredServer } from './asyncapi/channel.js';
import { invalidLocation } from './asyncapi/location.js';
import { foreignMessage } from './asyncapi/operation.js';
import { invalidProtobuf } from './asyncapi/protobuf/invalid-protobuf.js';
import { unsupportedSchemaFormat } from './asyncapi/payload.js';
import {
  duplicateOperationId,
  duplicateTag,
  invalidComponentName,
  invalidName,
} from './diagnostics/names.js';
import { ignoredSibling, referenceCycle } from './diagnostics/references.js';
import { unknownChangeTarget } from './extensions/changelog.js';
import { limitValue } from './extensions/limits.js';
import { rateLimitBucket } from './extensions/rate-limit.js';
import { conflictingVariable } from './extensions/variables.js';
import { fixCondition } from './fix/condition-values.js';
import { fixLength, fixTag, fixType, fixValue } from './fix/field.js';
import { fixMsgType, fixVersion } from './fix/read-fix.js';
import { fixDelimiter, fixDuplicateTag, fixRecord } from './fix/record.js';
import { callbackAddress } from './openapi/callbacks.js';
import {
  duplicateContent,
  ignoredEncoding,
  invalidMediaType,
  looseMediaType,
  unsupportedEncoding,
} from './openapi/media-type.js';
import {
  duplicateParameter,
  ignoredBody,
  undeclaredPathParameter,
  unusedPathParameter,
} from './openapi/operation.js';
import { emptyOperationId } from './openapi/operation-id.js';
import {
  ignoredParameter,
  optionalPathParameter,
  parameterDescription,
  undescribedParameter,
} from './openapi/parameter.js';
import { invalidPath } from './openapi/path-template.js';
import { ambiguousPath } from './openapi/paths.js';
import { duplicateStatus, invalidStatus } from './openapi/response.js';
import { invalidSecurity, undeclaredSecurityScheme } from './openapi/security.js';
import { invalidStyle } from './openapi/style.js';
import { tagParent } from './openapi/tags.js';
import { unsupportedDocument } from './read-api.js';
import { unknownType } from '../../schema/keywords/type.js';
import { invalidPattern } from '../../schema/read/patterns.js';
import { unknownDialect, unknownVocabulary } from './schema/choose-dialect.js';
import { schemaCycle } from './schema/cycles.js';
import { nestedDiscriminators, unresolvedMapping } from './schema/discriminators.js';
import { inexactAnnotation, inexactInteger } from './schema/exact-values.js';
import { missingType } from './schema/imply-types.js';
import {
  foreignKeyword,
  ineffectiveKeyword,
  unknownKeyword,
} from './schema/keyword-diagnostics.js';
import { listedSubtypes } from './schema/listed-extensions.js';
import { remoteBase } from './schema/references.js';
import { duplicateId } from './schema/resources.js';

/** Every diagnostic that the readers of documents define. */
export const readDiagnostics: readonly DiagnosticTypeData[] = [
  addressParameter,
  addressQuery,
  ambiguousPath,
  callbackAddress,
  conflictingVariable,
  duplicateContent,
  duplicateId,
  duplicateOperationId,
  duplicateParameter,
  duplicateStatus,
  duplicateTag,
  emptyOperationId,
  fixCondition,
  fixDelimiter,
  fixDuplicateTag,
  fixLength,
  fixMsgType,
  fixRecord,
  fixTag,
  fixType,
  fixValue,
  fixVersion,
  foreignKeyword,
  foreignMessage,
  ignoredBody,
  ignoredEncoding,
  ignoredParameter,
  ignoredSibling,
  ineffectiveKeyword,
  inexactAnnotation,
  inexactInteger,
  invalidAvro,
  invalidComponentName,
  invalidLocation,
  invalidMediaType,
  invalidName,
  invalidPath,
  invalidPattern,
  invalidProtobuf,
  invalidSecurity,
  invalidStatus,
  invalidStyle,
  limitValue,
  listedSubtypes,
  looseMediaType,
  missingType,
  nestedDiscriminators,
  optionalPathParameter,
  parameterDescription,
  rateLimitBucket,
  referenceCycle,
  remoteBase,
  schemaCycle,
  tagParent,
  undeclaredPathParameter,
  undeclaredSecurityScheme,
  undeclaredServer,
  undescribedParameter,
  unknownChangeTarget,
  unknownDialect,
  unknownKeyword,
  unknownProtocol,
  unknownType,
  unknownVocabulary,
  unresolvedMapping,
  unsupportedDocument,
  unsupportedEncoding,
  unsupportedSchemaFormat,
  unusedAddressParameter,
  unusedPathParameter,
];
