import type { Rule } from '../rule.js';
import { ambiguousUnionRule } from './ambiguous-union.js';
import { binaryMessageRule } from './binary-message.js';
import { brandRule } from './brand.js';
import { contradictoryTypesRule } from './contradictory-types.js';
import { correlationIdRule } from './correlation-id.js';
import { credentialConflictRule } from './credential-conflict.js';
import { defaultTypeRule } from './default-type.js';
import { enumDescriptionsRule } from './enum-descriptions.js';
import { enumNamesRule } from './enum-names.js';
import { errorShapeRule } from './error-shape.js';
import { feedAddressRule } from './feed-address.js';
import { feedAuthRule } from './feed-auth.js';
import { feedControlRule } from './feed-control.js';
import { feedPointerRule } from './feed-pointer.js';
import { feedTemplateRule } from './feed-template.js';
import { hmacCarrierRule } from './hmac-carrier.js';
import { hmacOperationRule } from './hmac-operation.js';
import { hmacTemplateRule } from './hmac-template.js';
import { idempotencyHeaderRule } from './idempotency-header.js';
import { indistinguishableMessagesRule } from './indistinguishable-messages.js';
import { invalidDefaultRule } from './invalid-default.js';
import { invalidExampleRule } from './invalid-example.js';
import { jsonRpcMethodRule } from './json-rpc-method.js';
import { jwtClaimsRule } from './jwt-claims.js';
import { jwtOperationRule } from './jwt-operation.js';
import { jwtTemplateRule } from './jwt-template.js';
import { jwtVerifyRule } from './jwt-verify.js';
import { missingAdapterRule } from './missing-adapter.js';
import { missingDescriptionRule } from './missing-description.js';
import { missingErrorShapeRule } from './missing-error-shape.js';
import { missingExampleRule } from './missing-example.js';
import { missingItemsRule } from './missing-items.js';
import { misspeltExampleRule } from './misspelt-example.js';
import { ownerOnlyRule } from './owner-only.js';
import { paginationSchemaRule } from './pagination-schema.js';
import { rateLimitResponseRule } from './rate-limit-response.js';
import { requiredElsewhereRule } from './required-elsewhere.js';
import { sharedParameterNameRule } from './shared-parameter-name.js';
import { slowPatternRule } from './slow-pattern.js';
import { stateTableRule } from './state-table.js';
import { styleTypeRule } from './style-type.js';
import { trailingSlashRule } from './trailing-slash.js';
import { typesOnlyRule } from './types-only.js';
import { undeclaredRequiredRule } from './undeclared-required.js';
import { undeclaredTagRule } from './undeclared-tag.js';
import { unknownBasisRule } from './unknown-basis.js';
import { unknownFormatRule } from './unknown-format.js';
import { unnamedBranchRule } from './unnamed-branch.js';
import { unresolvedLinkRule } from './unresolved-link.js';
import { unusedComponentRule } from './unused-component.js';
import { unusedRateLimitRule } from './unused-rate-limit.js';
import { unusedVariableRule } from './unused-variable.js';
import { xmlBodyRule, xmlRootNameRule } from './xml-body.js';

/** Rules that always apply: contradictions within the document. */
export const rules: readonly Rule[] = [
  binaryMessageRule,
  brandRule,
  contradictoryTypesRule,
  correlationIdRule,
  credentialConflictRule,
  defaultTypeRule,
  enumDescriptionsRule,
  enumNamesRule,
  errorShapeRule,
  feedAddressRule,
  feedAuthRule,
  feedControlRule,
  feedPointerRule,
  feedTemplateRule,
  hmacCarrierRule,
  hmacOperationRule,
  hmacTemplateRule,
  idempotencyHeaderRule,
  indistinguishableMessagesRule,
  invalidDefaultRule,
  invalidExampleRule,
  jsonRpcMethodRule,
  jwtClaimsRule,
  jwtOperationRule,
  jwtTemplateRule,
  jwtVerifyRule,
  missingErrorShapeRule,
  missingItemsRule,
  misspeltExampleRule,
  ownerOnlyRule,
  paginationSchemaRule,
  requiredElsewhereRule,
  stateTableRule,
  styleTypeRule,
  trailingSlashRule,
  typesOnlyRule,
  missingAdapterRule,
  undeclaredRequiredRule,
  unknownBasisRule,
  unnamedBranchRule,
  unresolvedLinkRule,
  unusedRateLimitRule,
  unusedVariableRule,
  xmlBodyRule,
  unknownFormatRule,
  sharedParameterNameRule,
  slowPatternRule,
];

/** Additional rules for published documents. */
export const strictRules: readonly Rule[] = [
  ambiguousUnionRule,
  missingDescriptionRule,
  missingExampleRule,
  rateLimitResponseRule,
  undeclaredTagRule,
  unusedComponentRule,
  xmlRootNameRule,
];
