import { createReporter } from '../core/diagnostic.js';
import type { Diagnostic } from '../core/diagnostic.js';
import type { Api } from '../model/api.js';
import { createPatternJudge, type PatternMemory } from '../patterns/pattern-judge.js';
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

/** What always holds: an extension that contradicts the document it stands in. */
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

/** What a document for other people should have beyond being right. */
const strictRules: readonly Rule[] = [
  ambiguousUnion,
  missingDescription,
  missingExample,
  rateLimitResponse,
  undeclaredTag,
  unusedComponent,
  xmlRootName,
];

/** What a description is held to. */
export interface LintOptions {
  /** Whether more is asked for than correctness. */
  readonly strict?: boolean;
  /** Formats of the author's own. */
  readonly formats?: readonly string[];
  /** What is done about patterns that may be slow. Default: `warn`. */
  readonly slowPatterns?: SlowPatterns;
  /** What is known of patterns from earlier runs. */
  readonly memory?: PatternMemory;
}

/** Applies the rules to a description that has been read; `strict` adds those that ask for more than correctness. */
export async function lint(api: Api, options: LintOptions = {}): Promise<readonly Diagnostic[]> {
  const reporter = createReporter();
  for (const rule of [...rules, unknownFormat(options.formats)]) rule(api, reporter);
  await slowPattern(api, reporter, options.slowPatterns, createPatternJudge(options.memory));
  if (options.strict === true) for (const rule of strictRules) rule(api, reporter);
  return reporter.diagnostics;
}
