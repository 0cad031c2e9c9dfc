import { createReporter } from '../core/diagnostic.js';
import type { Diagnostic } from '../core/diagnostic.js';
import type { Api } from '../model/api.js';
import { createPatternCostChecker, type PatternCostCache } from '../patterns/pattern-cost.js';
import type { Rule } from './rule.js';
import { ambiguousUnion } from './rules/ambiguous-union.js';
import { binaryMessage } from './rules/binary-message.js';
import { contradictoryTypes } from './rules/contradictory-types.js';
import { correlationId } from './rules/correlation-id.js';
import { credentialConflict } from './rules/credential-conflict.js';
import { defaultType } from './rules/default-type.js';
import { errorShape } from './rules/error-shape.js';
import { feedAddressRule } from './rules/feed-address.js';
import { feedAuth } from './rules/feed-auth.js';
import { feedControl } from './rules/feed-control.js';
import { feedPointer } from './rules/feed-pointer.js';
import { feedTemplate } from './rules/feed-template.js';
import { hmacCarrier } from './rules/hmac-carrier.js';
import { hmacOperation } from './rules/hmac-operation.js';
import { hmacTemplate } from './rules/hmac-template.js';
import { idempotencyHeader } from './rules/idempotency-header.js';
import { indistinguishableMessages } from './rules/indistinguishable-messages.js';
import { invalidDefault } from './rules/invalid-default.js';
import { invalidExample } from './rules/invalid-example.js';
import { jsonRpcMethod } from './rules/json-rpc-method.js';
import { jwtClaims } from './rules/jwt-claims.js';
import { jwtTemplate } from './rules/jwt-template.js';
import { jwtVerify } from './rules/jwt-verify.js';
import { missingDescription } from './rules/missing-description.js';
import { missingErrorShape } from './rules/missing-error-shape.js';
import { missingExample } from './rules/missing-example.js';
import { missingItems } from './rules/missing-items.js';
import { misspeltExample } from './rules/misspelt-example.js';
import { paginationSchema } from './rules/pagination-schema.js';
import { rateLimitResponse } from './rules/rate-limit-response.js';
import { requiredElsewhere } from './rules/required-elsewhere.js';
import { slowPattern, type SlowPatterns } from './rules/slow-pattern.js';
import { stateTable } from './rules/state-table.js';
import { styleType } from './rules/style-type.js';
import { trailingSlash } from './rules/trailing-slash.js';
import { typesOnly } from './rules/types-only.js';
import { undeclaredRequired } from './rules/undeclared-required.js';
import { undeclaredTag } from './rules/undeclared-tag.js';
import { unknownBasis } from './rules/unknown-basis.js';
import { unknownFormat } from './rules/unknown-format.js';
import { unnamedBranch } from './rules/unnamed-branch.js';
import { unresolvedLink } from './rules/unresolved-link.js';
import { unusedComponent } from './rules/unused-component.js';
import { unusedRateLimit } from './rules/unused-rate-limit.js';
import { unusedVariable } from './rules/unused-variable.js';
import { enumDescriptions } from './rules/enum-descriptions.js';
import { enumNames } from './rules/enum-names.js';
import { xmlBody, xmlRootName } from './rules/xml-body.js';

/** Rules that always apply: contradictions within the document. */
const rules: readonly Rule[] = [
  binaryMessage,
  contradictoryTypes,
  correlationId,
  credentialConflict,
  defaultType,
  enumDescriptions,
  enumNames,
  errorShape,
  feedAddressRule,
  feedAuth,
  feedControl,
  feedPointer,
  feedTemplate,
  hmacCarrier,
  hmacOperation,
  hmacTemplate,
  idempotencyHeader,
  indistinguishableMessages,
  invalidDefault,
  invalidExample,
  jsonRpcMethod,
  jwtClaims,
  jwtTemplate,
  jwtVerify,
  missingErrorShape,
  missingItems,
  misspeltExample,
  paginationSchema,
  requiredElsewhere,
  stateTable,
  styleType,
  trailingSlash,
  typesOnly,
  undeclaredRequired,
  unknownBasis,
  unnamedBranch,
  unresolvedLink,
  unusedRateLimit,
  unusedVariable,
  xmlBody,
];

/** Additional rules for published documents. */
const strictRules: readonly Rule[] = [
  ambiguousUnion,
  missingDescription,
  missingExample,
  rateLimitResponse,
  undeclaredTag,
  unusedComponent,
  xmlRootName,
];

/** Options of linting. */
export interface LintOptions {
  /** True if the strict rules apply too. */
  readonly strict?: boolean;
  /** Additional formats that are known. */
  readonly formats?: readonly string[];
  /** Treatment of patterns that may be slow. Default: `warn`. */
  readonly slowPatterns?: SlowPatterns;
  /** Cached costs of patterns from earlier runs. */
  readonly memory?: PatternCostCache;
}

/** Applies the rules to a description; `strict` adds the rules for published documents. */
export async function lint(api: Api, options: LintOptions = {}): Promise<readonly Diagnostic[]> {
  const reporter = createReporter();
  for (const rule of [...rules, unknownFormat(options.formats)]) rule(api, reporter);
  await slowPattern(api, reporter, options.slowPatterns, createPatternCostChecker(options.memory));
  if (options.strict === true) for (const rule of strictRules) rule(api, reporter);
  return reporter.diagnostics;
}
