import {
  assertNoViolation,
  type Check,
  collect,
  inBranch,
  isArray,
  isDateTime,
  isLonger,
  isObject,
  isShorter,
  isUuid,
  type Report,
  reportClosest,
  type RequestChecks,
  type ResponseChecks,
  violate,
  type Violation,
} from '@tallystick/runtime/validate';
import type {
  AccountName,
  Asset,
  Call,
  CallInput,
  CreateEvmAccountRequest,
  CreateEvmSmartAccountRequest,
  CreatePolicyRequest,
  CreateSolanaAccountRequest,
  CreateWebhookRequest,
  Criterion,
  ErrorBody,
  ErrorBodyV1,
  ErrorCodeV1,
  ErrorType,
  EthValueCriterion,
  EvmAccount,
  EvmAddress,
  EvmAddressCriterion,
  EvmAddressInput,
  EvmNetwork,
  EvmNetworkCriterion,
  EvmSmartAccount,
  ListOperator,
  Policy,
  PolicyId,
  PolicyPage,
  PolicyScope,
  PrepareUserOperationRequest,
  Rule,
  RuleAction,
  SendEvmTransactionCriterion,
  SendEvmTransactionRule,
  SignedEvmTransaction,
  SignEvmTransactionCriterion,
  SignEvmTransactionRequest,
  SignEvmTransactionRule,
  SignSolTransactionCriterion,
  SignSolTransactionRule,
  SolAddressCriterion,
  SolanaAccount,
  SolanaAddress,
  UpdateEvmAccountRequest,
  UpdatePolicyRequest,
  UpdateSolanaAccountRequest,
  UpdateWebhookRequest,
  UserOperation,
  UserOperationStatus,
  UserOpHash,
  Webhook,
  WebhookEventFilter,
  WebhookEventType,
  WebhookEventTypeFilter,
  WebhookPage,
  WebhookSmartContractFilter,
  WebhookStatus,
  WebhookWalletActivityFilter,
} from './types.js';

const pattern = /* @__PURE__ */ new RegExp('^[0-9]+$', 'u');

const pattern2 = /* @__PURE__ */ new RegExp('^0x[0-9a-f]{40}$', 'u');

const pattern3 = /* @__PURE__ */ new RegExp('^0x[0-9a-fA-F]{40}$', 'u');

const pattern4 = /* @__PURE__ */ new RegExp('^[1-9A-HJ-NP-Za-km-z]{32,44}$', 'u');

const pattern5 = /* @__PURE__ */ new RegExp('^[A-Za-z0-9][A-Za-z0-9-]{0,34}[A-Za-z0-9]$', 'u');

const pattern6 = /* @__PURE__ */ new RegExp(
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  'u',
);

const pattern7 = /* @__PURE__ */ new RegExp('^0x[0-9a-fA-F]*$', 'u');

const pattern8 = /* @__PURE__ */ new RegExp('^0x[0-9a-fA-F]{64}$|^$', 'u');

const pattern9 = /* @__PURE__ */ new RegExp('^0x[0-9a-fA-F]{64}$', 'u');

const values = /* @__PURE__ */ new Set<unknown>([
  'already_exists',
  'bad_gateway',
  'faucet_limit_exceeded',
  'forbidden',
  'idempotency_error',
  'internal_server_error',
  'invalid_request',
  'invalid_signature',
  'malformed_transaction',
  'not_found',
  'policy_in_use',
  'policy_violation',
  'rate_limit_exceeded',
  'request_canceled',
  'service_unavailable',
  'timed_out',
  'unauthorized',
]);

const values2 = /* @__PURE__ */ new Set<unknown>([
  'already_exists',
  'faucet_limit_reached',
  'internal',
  'invalid_address',
  'invalid_address_id',
  'invalid_amount',
  'invalid_asset_id',
  'invalid_destination',
  'invalid_network_id',
  'invalid_page_limit',
  'invalid_page_token',
  'invalid_signed_payload',
  'invalid_transfer_id',
  'invalid_transfer_status',
  'invalid_wallet',
  'invalid_wallet_id',
  'malformed_request',
  'network_feature_unsupported',
  'not_found',
  'resource_exhausted',
  'unauthorized',
  'unimplemented',
  'unsupported_asset',
]);

/** Whether a value is what the description calls Policy. */
export function isPolicy(value: unknown): value is Policy {
  if (!isObject(value)) return false;
  const { id, scope, description, rules, createdAt, updatedAt } = value;
  if (!isPolicyId(id)) return false;
  if (!isPolicyScope(scope)) return false;
  if (description !== undefined && (typeof description !== 'string' || isLonger(description, 50))) {
    return false;
  }
  if (!isArray(rules)) return false;
  if (rules.length === 0) return false;
  if (rules.length > 10) return false;
  for (const item of rules) {
    if (!isRule(item)) return false;
  }
  if (typeof createdAt !== 'string' || !isDateTime(createdAt)) return false;
  if (typeof updatedAt !== 'string' || !isDateTime(updatedAt)) return false;
  return true;
}

/** Every violation of Policy. */
export function checkPolicy(value: unknown): readonly Violation[] {
  return isPolicy(value) ? [] : collect(value, reportPolicy);
}

/** Throws an InvalidValueError unless a value is Policy. */
export function assertPolicy(value: unknown): asserts value is Policy {
  assertNoViolation('Policy', checkPolicy(value));
}

/** Whether a value is what the description calls PolicyScope. */
export function isPolicyScope(value: unknown): value is PolicyScope {
  return value === 'project' || value === 'account';
}

/** Every violation of PolicyScope. */
export function checkPolicyScope(value: unknown): readonly Violation[] {
  return isPolicyScope(value) ? [] : collect(value, reportPolicyScope);
}

/** Throws an InvalidValueError unless a value is PolicyScope. */
export function assertPolicyScope(value: unknown): asserts value is PolicyScope {
  assertNoViolation('PolicyScope', checkPolicyScope(value));
}

/** Whether a value is what the description calls CreatePolicyRequest. */
export function isCreatePolicyRequest(value: unknown): value is CreatePolicyRequest {
  if (!isObject(value)) return false;
  const { scope, description, rules } = value;
  if (!isPolicyScope(scope)) return false;
  if (description !== undefined && (typeof description !== 'string' || isLonger(description, 50))) {
    return false;
  }
  if (!isArray(rules)) return false;
  if (rules.length === 0) return false;
  if (rules.length > 10) return false;
  for (const item of rules) {
    if (!isRule(item)) return false;
  }
  return true;
}

/** Every violation of CreatePolicyRequest. */
export function checkCreatePolicyRequest(value: unknown): readonly Violation[] {
  return isCreatePolicyRequest(value) ? [] : collect(value, reportCreatePolicyRequest);
}

/** Throws an InvalidValueError unless a value is CreatePolicyRequest. */
export function assertCreatePolicyRequest(value: unknown): asserts value is CreatePolicyRequest {
  assertNoViolation('CreatePolicyRequest', checkCreatePolicyRequest(value));
}

/** Whether a value is what the description calls UpdatePolicyRequest. */
export function isUpdatePolicyRequest(value: unknown): value is UpdatePolicyRequest {
  if (!isObject(value)) return false;
  const { description, rules } = value;
  if (description !== undefined && (typeof description !== 'string' || isLonger(description, 50))) {
    return false;
  }
  if (!isArray(rules)) return false;
  if (rules.length === 0) return false;
  if (rules.length > 10) return false;
  for (const item of rules) {
    if (!isRule(item)) return false;
  }
  return true;
}

/** Every violation of UpdatePolicyRequest. */
export function checkUpdatePolicyRequest(value: unknown): readonly Violation[] {
  return isUpdatePolicyRequest(value) ? [] : collect(value, reportUpdatePolicyRequest);
}

/** Throws an InvalidValueError unless a value is UpdatePolicyRequest. */
export function assertUpdatePolicyRequest(value: unknown): asserts value is UpdatePolicyRequest {
  assertNoViolation('UpdatePolicyRequest', checkUpdatePolicyRequest(value));
}

/** Whether a value is what the description calls PolicyPage. */
export function isPolicyPage(value: unknown): value is PolicyPage {
  if (!isObject(value)) return false;
  const { policies, nextPageToken } = value;
  if (!isArray(policies)) return false;
  for (const item of policies) {
    if (!isPolicy(item)) return false;
  }
  if (nextPageToken !== undefined && typeof nextPageToken !== 'string') return false;
  return true;
}

/** Every violation of PolicyPage. */
export function checkPolicyPage(value: unknown): readonly Violation[] {
  return isPolicyPage(value) ? [] : collect(value, reportPolicyPage);
}

/** Throws an InvalidValueError unless a value is PolicyPage. */
export function assertPolicyPage(value: unknown): asserts value is PolicyPage {
  assertNoViolation('PolicyPage', checkPolicyPage(value));
}

/** Whether a value is what the description calls Rule. */
export function isRule(value: unknown): value is Rule {
  if (!isObject(value)) return false;
  const { operation: tag } = value;
  switch (tag) {
    case 'signEvmTransaction':
      if (!isSignEvmTransactionRule(value)) return false;
      break;
    case 'sendEvmTransaction':
      if (!isSendEvmTransactionRule(value)) return false;
      break;
    case 'signSolTransaction':
      if (!isSignSolTransactionRule(value)) return false;
      break;
    default:
      return false;
  }
  return true;
}

/** Every violation of Rule. */
export function checkRule(value: unknown): readonly Violation[] {
  return isRule(value) ? [] : collect(value, reportRule);
}

/** Throws an InvalidValueError unless a value is Rule. */
export function assertRule(value: unknown): asserts value is Rule {
  assertNoViolation('Rule', checkRule(value));
}

/** Whether a value is what the description calls RuleAction. */
export function isRuleAction(value: unknown): value is RuleAction {
  return value === 'accept' || value === 'reject';
}

/** Every violation of RuleAction. */
export function checkRuleAction(value: unknown): readonly Violation[] {
  return isRuleAction(value) ? [] : collect(value, reportRuleAction);
}

/** Throws an InvalidValueError unless a value is RuleAction. */
export function assertRuleAction(value: unknown): asserts value is RuleAction {
  assertNoViolation('RuleAction', checkRuleAction(value));
}

/** Whether a value is what the description calls SignEvmTransactionRule. */
export function isSignEvmTransactionRule(value: unknown): value is SignEvmTransactionRule {
  if (!isObject(value)) return false;
  const { action, operation, criteria } = value;
  if (!isRuleAction(action)) return false;
  if (operation !== 'signEvmTransaction') return false;
  if (!isArray(criteria)) return false;
  if (criteria.length === 0) return false;
  if (criteria.length > 10) return false;
  for (const item of criteria) {
    if (!isSignEvmTransactionCriterion(item)) return false;
  }
  return true;
}

/** Every violation of SignEvmTransactionRule. */
export function checkSignEvmTransactionRule(value: unknown): readonly Violation[] {
  return isSignEvmTransactionRule(value) ? [] : collect(value, reportSignEvmTransactionRule);
}

/** Throws an InvalidValueError unless a value is SignEvmTransactionRule. */
export function assertSignEvmTransactionRule(
  value: unknown,
): asserts value is SignEvmTransactionRule {
  assertNoViolation('SignEvmTransactionRule', checkSignEvmTransactionRule(value));
}

/** Whether a value is what the description calls SendEvmTransactionRule. */
export function isSendEvmTransactionRule(value: unknown): value is SendEvmTransactionRule {
  if (!isObject(value)) return false;
  const { action, operation, criteria } = value;
  if (!isRuleAction(action)) return false;
  if (operation !== 'sendEvmTransaction') return false;
  if (!isArray(criteria)) return false;
  if (criteria.length === 0) return false;
  if (criteria.length > 10) return false;
  for (const item of criteria) {
    if (!isSendEvmTransactionCriterion(item)) return false;
  }
  return true;
}

/** Every violation of SendEvmTransactionRule. */
export function checkSendEvmTransactionRule(value: unknown): readonly Violation[] {
  return isSendEvmTransactionRule(value) ? [] : collect(value, reportSendEvmTransactionRule);
}

/** Throws an InvalidValueError unless a value is SendEvmTransactionRule. */
export function assertSendEvmTransactionRule(
  value: unknown,
): asserts value is SendEvmTransactionRule {
  assertNoViolation('SendEvmTransactionRule', checkSendEvmTransactionRule(value));
}

/** Whether a value is what the description calls SignSolTransactionRule. */
export function isSignSolTransactionRule(value: unknown): value is SignSolTransactionRule {
  if (!isObject(value)) return false;
  const { action, operation, criteria } = value;
  if (!isRuleAction(action)) return false;
  if (operation !== 'signSolTransaction') return false;
  if (!isArray(criteria)) return false;
  if (criteria.length === 0) return false;
  if (criteria.length > 10) return false;
  for (const item of criteria) {
    if (!isSignSolTransactionCriterion(item)) return false;
  }
  return true;
}

/** Every violation of SignSolTransactionRule. */
export function checkSignSolTransactionRule(value: unknown): readonly Violation[] {
  return isSignSolTransactionRule(value) ? [] : collect(value, reportSignSolTransactionRule);
}

/** Throws an InvalidValueError unless a value is SignSolTransactionRule. */
export function assertSignSolTransactionRule(
  value: unknown,
): asserts value is SignSolTransactionRule {
  assertNoViolation('SignSolTransactionRule', checkSignSolTransactionRule(value));
}

/** Whether a value is what the description calls Criterion. */
export function isCriterion(value: unknown): value is Criterion {
  if (!isObject(value)) return false;
  const { type: tag } = value;
  switch (tag) {
    case 'ethValue':
      if (!isEthValueCriterion(value)) return false;
      break;
    case 'evmAddress':
      if (!isEvmAddressCriterion(value)) return false;
      break;
    case 'evmNetwork':
      if (!isEvmNetworkCriterion(value)) return false;
      break;
    case 'solAddress':
      if (!isSolAddressCriterion(value)) return false;
      break;
    default:
      return false;
  }
  return true;
}

/** Every violation of Criterion. */
export function checkCriterion(value: unknown): readonly Violation[] {
  return isCriterion(value) ? [] : collect(value, reportCriterion);
}

/** Throws an InvalidValueError unless a value is Criterion. */
export function assertCriterion(value: unknown): asserts value is Criterion {
  assertNoViolation('Criterion', checkCriterion(value));
}

/** Whether a value is what the description calls SignEvmTransactionCriterion. */
export function isSignEvmTransactionCriterion(
  value: unknown,
): value is SignEvmTransactionCriterion {
  if (!isObject(value)) return false;
  const { type: tag } = value;
  switch (tag) {
    case 'ethValue':
      if (!isEthValueCriterion(value)) return false;
      break;
    case 'evmAddress':
      if (!isEvmAddressCriterion(value)) return false;
      break;
    default:
      return false;
  }
  return true;
}

/** Every violation of SignEvmTransactionCriterion. */
export function checkSignEvmTransactionCriterion(value: unknown): readonly Violation[] {
  return isSignEvmTransactionCriterion(value) ? [] : collect(value, reportSignEvmTransactionCriterion);
}

/** Throws an InvalidValueError unless a value is SignEvmTransactionCriterion. */
export function assertSignEvmTransactionCriterion(
  value: unknown,
): asserts value is SignEvmTransactionCriterion {
  assertNoViolation('SignEvmTransactionCriterion', checkSignEvmTransactionCriterion(value));
}

/** Whether a value is what the description calls SendEvmTransactionCriterion. */
export function isSendEvmTransactionCriterion(
  value: unknown,
): value is SendEvmTransactionCriterion {
  if (!isObject(value)) return false;
  const { type: tag } = value;
  switch (tag) {
    case 'ethValue':
      if (!isEthValueCriterion(value)) return false;
      break;
    case 'evmAddress':
      if (!isEvmAddressCriterion(value)) return false;
      break;
    case 'evmNetwork':
      if (!isEvmNetworkCriterion(value)) return false;
      break;
    default:
      return false;
  }
  return true;
}

/** Every violation of SendEvmTransactionCriterion. */
export function checkSendEvmTransactionCriterion(value: unknown): readonly Violation[] {
  return isSendEvmTransactionCriterion(value) ? [] : collect(value, reportSendEvmTransactionCriterion);
}

/** Throws an InvalidValueError unless a value is SendEvmTransactionCriterion. */
export function assertSendEvmTransactionCriterion(
  value: unknown,
): asserts value is SendEvmTransactionCriterion {
  assertNoViolation('SendEvmTransactionCriterion', checkSendEvmTransactionCriterion(value));
}

/** Whether a value is what the description calls SignSolTransactionCriterion. */
export function isSignSolTransactionCriterion(
  value: unknown,
): value is SignSolTransactionCriterion {
  return isSolAddressCriterion(value);
}

/** Every violation of SignSolTransactionCriterion. */
export function checkSignSolTransactionCriterion(value: unknown): readonly Violation[] {
  return isSignSolTransactionCriterion(value) ? [] : collect(value, reportSignSolTransactionCriterion);
}

/** Throws an InvalidValueError unless a value is SignSolTransactionCriterion. */
export function assertSignSolTransactionCriterion(
  value: unknown,
): asserts value is SignSolTransactionCriterion {
  assertNoViolation('SignSolTransactionCriterion', checkSignSolTransactionCriterion(value));
}

/** Whether a value is what the description calls EthValueCriterion. */
export function isEthValueCriterion(value: unknown): value is EthValueCriterion {
  if (!isObject(value)) return false;
  const { type: member, ethValue, operator } = value;
  if (member !== 'ethValue') return false;
  if (typeof ethValue !== 'string' || !pattern.test(ethValue)) return false;
  if (
    operator !== '>' &&
    operator !== '>=' &&
    operator !== '<' &&
    operator !== '<=' &&
    operator !== '=='
  ) {
    return false;
  }
  return true;
}

/** Every violation of EthValueCriterion. */
export function checkEthValueCriterion(value: unknown): readonly Violation[] {
  return isEthValueCriterion(value) ? [] : collect(value, reportEthValueCriterion);
}

/** Throws an InvalidValueError unless a value is EthValueCriterion. */
export function assertEthValueCriterion(value: unknown): asserts value is EthValueCriterion {
  assertNoViolation('EthValueCriterion', checkEthValueCriterion(value));
}

/** Whether a value is what the description calls EvmAddressCriterion. */
export function isEvmAddressCriterion(value: unknown): value is EvmAddressCriterion {
  if (!isObject(value)) return false;
  const { type: member, addresses, operator } = value;
  if (member !== 'evmAddress') return false;
  if (!isArray(addresses)) return false;
  if (addresses.length > 100) return false;
  for (const item of addresses) {
    if (!isEvmAddressInput(item)) return false;
  }
  if (!isListOperator(operator)) return false;
  return true;
}

/** Every violation of EvmAddressCriterion. */
export function checkEvmAddressCriterion(value: unknown): readonly Violation[] {
  return isEvmAddressCriterion(value) ? [] : collect(value, reportEvmAddressCriterion);
}

/** Throws an InvalidValueError unless a value is EvmAddressCriterion. */
export function assertEvmAddressCriterion(value: unknown): asserts value is EvmAddressCriterion {
  assertNoViolation('EvmAddressCriterion', checkEvmAddressCriterion(value));
}

/** Whether a value is what the description calls EvmNetworkCriterion. */
export function isEvmNetworkCriterion(value: unknown): value is EvmNetworkCriterion {
  if (!isObject(value)) return false;
  const { type: member, networks, operator } = value;
  if (member !== 'evmNetwork') return false;
  if (!isArray(networks)) return false;
  for (const item of networks) {
    if (!isEvmNetwork(item)) return false;
  }
  if (!isListOperator(operator)) return false;
  return true;
}

/** Every violation of EvmNetworkCriterion. */
export function checkEvmNetworkCriterion(value: unknown): readonly Violation[] {
  return isEvmNetworkCriterion(value) ? [] : collect(value, reportEvmNetworkCriterion);
}

/** Throws an InvalidValueError unless a value is EvmNetworkCriterion. */
export function assertEvmNetworkCriterion(value: unknown): asserts value is EvmNetworkCriterion {
  assertNoViolation('EvmNetworkCriterion', checkEvmNetworkCriterion(value));
}

/** Whether a value is what the description calls SolAddressCriterion. */
export function isSolAddressCriterion(value: unknown): value is SolAddressCriterion {
  if (!isObject(value)) return false;
  const { type: member, addresses, operator } = value;
  if (member !== 'solAddress') return false;
  if (!isArray(addresses)) return false;
  for (const item of addresses) {
    if (!isSolanaAddress(item)) return false;
  }
  if (!isListOperator(operator)) return false;
  return true;
}

/** Every violation of SolAddressCriterion. */
export function checkSolAddressCriterion(value: unknown): readonly Violation[] {
  return isSolAddressCriterion(value) ? [] : collect(value, reportSolAddressCriterion);
}

/** Throws an InvalidValueError unless a value is SolAddressCriterion. */
export function assertSolAddressCriterion(value: unknown): asserts value is SolAddressCriterion {
  assertNoViolation('SolAddressCriterion', checkSolAddressCriterion(value));
}

/** Whether a value is what the description calls ListOperator. */
export function isListOperator(value: unknown): value is ListOperator {
  return value === 'in' || value === 'not in';
}

/** Every violation of ListOperator. */
export function checkListOperator(value: unknown): readonly Violation[] {
  return isListOperator(value) ? [] : collect(value, reportListOperator);
}

/** Throws an InvalidValueError unless a value is ListOperator. */
export function assertListOperator(value: unknown): asserts value is ListOperator {
  assertNoViolation('ListOperator', checkListOperator(value));
}

/** Whether a value is what the description calls EvmAddress. */
export function isEvmAddress(value: unknown): value is EvmAddress {
  if (typeof value !== 'string') return false;
  if (!pattern2.test(value)) return false;
  return true;
}

/** Every violation of EvmAddress. */
export function checkEvmAddress(value: unknown): readonly Violation[] {
  return isEvmAddress(value) ? [] : collect(value, reportEvmAddress);
}

/** Throws an InvalidValueError unless a value is EvmAddress. */
export function assertEvmAddress(value: unknown): asserts value is EvmAddress {
  assertNoViolation('EvmAddress', checkEvmAddress(value));
}

/** Whether a value is what the description calls EvmAddressInput. */
export function isEvmAddressInput(value: unknown): value is EvmAddressInput {
  if (typeof value !== 'string') return false;
  if (!pattern3.test(value)) return false;
  return true;
}

/** Every violation of EvmAddressInput. */
export function checkEvmAddressInput(value: unknown): readonly Violation[] {
  return isEvmAddressInput(value) ? [] : collect(value, reportEvmAddressInput);
}

/** Throws an InvalidValueError unless a value is EvmAddressInput. */
export function assertEvmAddressInput(value: unknown): asserts value is EvmAddressInput {
  assertNoViolation('EvmAddressInput', checkEvmAddressInput(value));
}

/** Whether a value is what the description calls EvmNetwork. */
export function isEvmNetwork(value: unknown): value is EvmNetwork {
  return value === 'base-sepolia' || value === 'base';
}

/** Every violation of EvmNetwork. */
export function checkEvmNetwork(value: unknown): readonly Violation[] {
  return isEvmNetwork(value) ? [] : collect(value, reportEvmNetwork);
}

/** Throws an InvalidValueError unless a value is EvmNetwork. */
export function assertEvmNetwork(value: unknown): asserts value is EvmNetwork {
  assertNoViolation('EvmNetwork', checkEvmNetwork(value));
}

/** Whether a value is what the description calls SolanaAddress. */
export function isSolanaAddress(value: unknown): value is SolanaAddress {
  if (typeof value !== 'string') return false;
  if (!pattern4.test(value)) return false;
  return true;
}

/** Every violation of SolanaAddress. */
export function checkSolanaAddress(value: unknown): readonly Violation[] {
  return isSolanaAddress(value) ? [] : collect(value, reportSolanaAddress);
}

/** Throws an InvalidValueError unless a value is SolanaAddress. */
export function assertSolanaAddress(value: unknown): asserts value is SolanaAddress {
  assertNoViolation('SolanaAddress', checkSolanaAddress(value));
}

/** Whether a value is what the description calls AccountName. */
export function isAccountName(value: unknown): value is AccountName {
  if (typeof value !== 'string') return false;
  if (!pattern5.test(value)) return false;
  return true;
}

/** Every violation of AccountName. */
export function checkAccountName(value: unknown): readonly Violation[] {
  return isAccountName(value) ? [] : collect(value, reportAccountName);
}

/** Throws an InvalidValueError unless a value is AccountName. */
export function assertAccountName(value: unknown): asserts value is AccountName {
  assertNoViolation('AccountName', checkAccountName(value));
}

/** Whether a value is what the description calls PolicyId. */
export function isPolicyId(value: unknown): value is PolicyId {
  if (typeof value !== 'string') return false;
  if (!pattern6.test(value)) return false;
  if (!isUuid(value)) return false;
  return true;
}

/** Every violation of PolicyId. */
export function checkPolicyId(value: unknown): readonly Violation[] {
  return isPolicyId(value) ? [] : collect(value, reportPolicyId);
}

/** Throws an InvalidValueError unless a value is PolicyId. */
export function assertPolicyId(value: unknown): asserts value is PolicyId {
  assertNoViolation('PolicyId', checkPolicyId(value));
}

/** Whether a value is what the description calls EvmAccount. */
export function isEvmAccount(value: unknown): value is EvmAccount {
  if (!isObject(value)) return false;
  const { address, name, policies } = value;
  if (!isEvmAddress(address)) return false;
  if (name !== undefined && !isAccountName(name)) return false;
  if (policies !== undefined) {
    if (!isArray(policies)) return false;
    for (const item of policies) {
      if (!isPolicyId(item)) return false;
    }
  }
  return true;
}

/** Every violation of EvmAccount. */
export function checkEvmAccount(value: unknown): readonly Violation[] {
  return isEvmAccount(value) ? [] : collect(value, reportEvmAccount);
}

/** Throws an InvalidValueError unless a value is EvmAccount. */
export function assertEvmAccount(value: unknown): asserts value is EvmAccount {
  assertNoViolation('EvmAccount', checkEvmAccount(value));
}

/** Whether a value is what the description calls CreateEvmAccountRequest. */
export function isCreateEvmAccountRequest(value: unknown): value is CreateEvmAccountRequest {
  if (!isObject(value)) return false;
  const { name, accountPolicy } = value;
  if (name !== undefined && !isAccountName(name)) return false;
  if (accountPolicy !== undefined && !isPolicyId(accountPolicy)) return false;
  return true;
}

/** Every violation of CreateEvmAccountRequest. */
export function checkCreateEvmAccountRequest(value: unknown): readonly Violation[] {
  return isCreateEvmAccountRequest(value) ? [] : collect(value, reportCreateEvmAccountRequest);
}

/** Throws an InvalidValueError unless a value is CreateEvmAccountRequest. */
export function assertCreateEvmAccountRequest(
  value: unknown,
): asserts value is CreateEvmAccountRequest {
  assertNoViolation('CreateEvmAccountRequest', checkCreateEvmAccountRequest(value));
}

/** Whether a value is what the description calls UpdateEvmAccountRequest. */
export function isUpdateEvmAccountRequest(value: unknown): value is UpdateEvmAccountRequest {
  if (!isObject(value)) return false;
  const { name, accountPolicy } = value;
  if (name !== undefined && !isAccountName(name)) return false;
  if (accountPolicy !== undefined && !isPolicyId(accountPolicy)) return false;
  return true;
}

/** Every violation of UpdateEvmAccountRequest. */
export function checkUpdateEvmAccountRequest(value: unknown): readonly Violation[] {
  return isUpdateEvmAccountRequest(value) ? [] : collect(value, reportUpdateEvmAccountRequest);
}

/** Throws an InvalidValueError unless a value is UpdateEvmAccountRequest. */
export function assertUpdateEvmAccountRequest(
  value: unknown,
): asserts value is UpdateEvmAccountRequest {
  assertNoViolation('UpdateEvmAccountRequest', checkUpdateEvmAccountRequest(value));
}

/** Whether a value is what the description calls SignEvmTransactionRequest. */
export function isSignEvmTransactionRequest(value: unknown): value is SignEvmTransactionRequest {
  if (!isObject(value)) return false;
  const { transaction } = value;
  if (typeof transaction !== 'string' || !pattern7.test(transaction)) return false;
  return true;
}

/** Every violation of SignEvmTransactionRequest. */
export function checkSignEvmTransactionRequest(value: unknown): readonly Violation[] {
  return isSignEvmTransactionRequest(value) ? [] : collect(value, reportSignEvmTransactionRequest);
}

/** Throws an InvalidValueError unless a value is SignEvmTransactionRequest. */
export function assertSignEvmTransactionRequest(
  value: unknown,
): asserts value is SignEvmTransactionRequest {
  assertNoViolation('SignEvmTransactionRequest', checkSignEvmTransactionRequest(value));
}

/** Whether a value is what the description calls SignedEvmTransaction. */
export function isSignedEvmTransaction(value: unknown): value is SignedEvmTransaction {
  if (!isObject(value)) return false;
  const { signedTransaction } = value;
  if (typeof signedTransaction !== 'string' || !pattern7.test(signedTransaction)) return false;
  return true;
}

/** Every violation of SignedEvmTransaction. */
export function checkSignedEvmTransaction(value: unknown): readonly Violation[] {
  return isSignedEvmTransaction(value) ? [] : collect(value, reportSignedEvmTransaction);
}

/** Throws an InvalidValueError unless a value is SignedEvmTransaction. */
export function assertSignedEvmTransaction(value: unknown): asserts value is SignedEvmTransaction {
  assertNoViolation('SignedEvmTransaction', checkSignedEvmTransaction(value));
}

/** Whether a value is what the description calls SolanaAccount. */
export function isSolanaAccount(value: unknown): value is SolanaAccount {
  if (!isObject(value)) return false;
  const { address, name, policies } = value;
  if (!isSolanaAddress(address)) return false;
  if (name !== undefined && !isAccountName(name)) return false;
  if (policies !== undefined) {
    if (!isArray(policies)) return false;
    for (const item of policies) {
      if (!isPolicyId(item)) return false;
    }
  }
  return true;
}

/** Every violation of SolanaAccount. */
export function checkSolanaAccount(value: unknown): readonly Violation[] {
  return isSolanaAccount(value) ? [] : collect(value, reportSolanaAccount);
}

/** Throws an InvalidValueError unless a value is SolanaAccount. */
export function assertSolanaAccount(value: unknown): asserts value is SolanaAccount {
  assertNoViolation('SolanaAccount', checkSolanaAccount(value));
}

/** Whether a value is what the description calls CreateSolanaAccountRequest. */
export function isCreateSolanaAccountRequest(value: unknown): value is CreateSolanaAccountRequest {
  if (!isObject(value)) return false;
  const { name, accountPolicy } = value;
  if (name !== undefined && !isAccountName(name)) return false;
  if (accountPolicy !== undefined && !isPolicyId(accountPolicy)) return false;
  return true;
}

/** Every violation of CreateSolanaAccountRequest. */
export function checkCreateSolanaAccountRequest(value: unknown): readonly Violation[] {
  return isCreateSolanaAccountRequest(value) ? [] : collect(value, reportCreateSolanaAccountRequest);
}

/** Throws an InvalidValueError unless a value is CreateSolanaAccountRequest. */
export function assertCreateSolanaAccountRequest(
  value: unknown,
): asserts value is CreateSolanaAccountRequest {
  assertNoViolation('CreateSolanaAccountRequest', checkCreateSolanaAccountRequest(value));
}

/** Whether a value is what the description calls UpdateSolanaAccountRequest. */
export function isUpdateSolanaAccountRequest(value: unknown): value is UpdateSolanaAccountRequest {
  if (!isObject(value)) return false;
  const { name, accountPolicy } = value;
  if (name !== undefined && !isAccountName(name)) return false;
  if (accountPolicy !== undefined && !isPolicyId(accountPolicy)) return false;
  return true;
}

/** Every violation of UpdateSolanaAccountRequest. */
export function checkUpdateSolanaAccountRequest(value: unknown): readonly Violation[] {
  return isUpdateSolanaAccountRequest(value) ? [] : collect(value, reportUpdateSolanaAccountRequest);
}

/** Throws an InvalidValueError unless a value is UpdateSolanaAccountRequest. */
export function assertUpdateSolanaAccountRequest(
  value: unknown,
): asserts value is UpdateSolanaAccountRequest {
  assertNoViolation('UpdateSolanaAccountRequest', checkUpdateSolanaAccountRequest(value));
}

/** Whether a value is what the description calls EvmSmartAccount. */
export function isEvmSmartAccount(value: unknown): value is EvmSmartAccount {
  if (!isObject(value)) return false;
  const { address, owners, name } = value;
  if (!isEvmAddress(address)) return false;
  if (!isArray(owners)) return false;
  for (const item of owners) {
    if (!isEvmAddress(item)) return false;
  }
  if (name !== undefined && !isAccountName(name)) return false;
  return true;
}

/** Every violation of EvmSmartAccount. */
export function checkEvmSmartAccount(value: unknown): readonly Violation[] {
  return isEvmSmartAccount(value) ? [] : collect(value, reportEvmSmartAccount);
}

/** Throws an InvalidValueError unless a value is EvmSmartAccount. */
export function assertEvmSmartAccount(value: unknown): asserts value is EvmSmartAccount {
  assertNoViolation('EvmSmartAccount', checkEvmSmartAccount(value));
}

/** Whether a value is what the description calls CreateEvmSmartAccountRequest. */
export function isCreateEvmSmartAccountRequest(
  value: unknown,
): value is CreateEvmSmartAccountRequest {
  if (!isObject(value)) return false;
  const { owners, name } = value;
  if (!isArray(owners)) return false;
  if (owners.length === 0) return false;
  for (const item of owners) {
    if (!isEvmAddressInput(item)) return false;
  }
  if (name !== undefined && !isAccountName(name)) return false;
  return true;
}

/** Every violation of CreateEvmSmartAccountRequest. */
export function checkCreateEvmSmartAccountRequest(value: unknown): readonly Violation[] {
  return isCreateEvmSmartAccountRequest(value) ? [] : collect(value, reportCreateEvmSmartAccountRequest);
}

/** Throws an InvalidValueError unless a value is CreateEvmSmartAccountRequest. */
export function assertCreateEvmSmartAccountRequest(
  value: unknown,
): asserts value is CreateEvmSmartAccountRequest {
  assertNoViolation('CreateEvmSmartAccountRequest', checkCreateEvmSmartAccountRequest(value));
}

/** Whether a value is what the description calls PrepareUserOperationRequest. */
export function isPrepareUserOperationRequest(
  value: unknown,
): value is PrepareUserOperationRequest {
  if (!isObject(value)) return false;
  const { network, calls, paymasterUrl } = value;
  if (!isEvmNetwork(network)) return false;
  if (!isArray(calls)) return false;
  for (const item of calls) {
    if (!isCallInput(item)) return false;
  }
  if (paymasterUrl !== undefined && typeof paymasterUrl !== 'string') return false;
  return true;
}

/** Every violation of PrepareUserOperationRequest. */
export function checkPrepareUserOperationRequest(value: unknown): readonly Violation[] {
  return isPrepareUserOperationRequest(value) ? [] : collect(value, reportPrepareUserOperationRequest);
}

/** Throws an InvalidValueError unless a value is PrepareUserOperationRequest. */
export function assertPrepareUserOperationRequest(
  value: unknown,
): asserts value is PrepareUserOperationRequest {
  assertNoViolation('PrepareUserOperationRequest', checkPrepareUserOperationRequest(value));
}

/** Whether a value is what the description calls UserOperation. */
export function isUserOperation(value: unknown): value is UserOperation {
  if (!isObject(value)) return false;
  const { network, userOpHash, calls, status, transactionHash } = value;
  if (!isEvmNetwork(network)) return false;
  if (!isUserOpHash(userOpHash)) return false;
  if (!isArray(calls)) return false;
  for (const item of calls) {
    if (!isCall(item)) return false;
  }
  if (!isUserOperationStatus(status)) return false;
  if (
    transactionHash !== undefined &&
    (typeof transactionHash !== 'string' || !pattern8.test(transactionHash))
  ) {
    return false;
  }
  return true;
}

/** Every violation of UserOperation. */
export function checkUserOperation(value: unknown): readonly Violation[] {
  return isUserOperation(value) ? [] : collect(value, reportUserOperation);
}

/** Throws an InvalidValueError unless a value is UserOperation. */
export function assertUserOperation(value: unknown): asserts value is UserOperation {
  assertNoViolation('UserOperation', checkUserOperation(value));
}

/** Whether a value is what the description calls UserOperationStatus. */
export function isUserOperationStatus(value: unknown): value is UserOperationStatus {
  return (
    value === 'pending' ||
    value === 'signed' ||
    value === 'broadcast' ||
    value === 'complete' ||
    value === 'failed'
  );
}

/** Every violation of UserOperationStatus. */
export function checkUserOperationStatus(value: unknown): readonly Violation[] {
  return isUserOperationStatus(value) ? [] : collect(value, reportUserOperationStatus);
}

/** Throws an InvalidValueError unless a value is UserOperationStatus. */
export function assertUserOperationStatus(value: unknown): asserts value is UserOperationStatus {
  assertNoViolation('UserOperationStatus', checkUserOperationStatus(value));
}

/** Whether a value is what the description calls UserOpHash. */
export function isUserOpHash(value: unknown): value is UserOpHash {
  if (typeof value !== 'string') return false;
  if (!pattern9.test(value)) return false;
  return true;
}

/** Every violation of UserOpHash. */
export function checkUserOpHash(value: unknown): readonly Violation[] {
  return isUserOpHash(value) ? [] : collect(value, reportUserOpHash);
}

/** Throws an InvalidValueError unless a value is UserOpHash. */
export function assertUserOpHash(value: unknown): asserts value is UserOpHash {
  assertNoViolation('UserOpHash', checkUserOpHash(value));
}

/** Whether a value is what the description calls Call. */
export function isCall(value: unknown): value is Call {
  if (!isObject(value)) return false;
  const { to, value: value2, data } = value;
  if (!isEvmAddress(to)) return false;
  if (typeof value2 !== 'string' || !pattern.test(value2)) return false;
  if (typeof data !== 'string' || !pattern7.test(data)) return false;
  return true;
}

/** Every violation of Call. */
export function checkCall(value: unknown): readonly Violation[] {
  return isCall(value) ? [] : collect(value, reportCall);
}

/** Throws an InvalidValueError unless a value is Call. */
export function assertCall(value: unknown): asserts value is Call {
  assertNoViolation('Call', checkCall(value));
}

/** Whether a value is what the description calls CallInput. */
export function isCallInput(value: unknown): value is CallInput {
  if (!isObject(value)) return false;
  const { to, value: value2, data } = value;
  if (!isEvmAddressInput(to)) return false;
  if (typeof value2 !== 'string' || !pattern.test(value2)) return false;
  if (typeof data !== 'string' || !pattern7.test(data)) return false;
  return true;
}

/** Every violation of CallInput. */
export function checkCallInput(value: unknown): readonly Violation[] {
  return isCallInput(value) ? [] : collect(value, reportCallInput);
}

/** Throws an InvalidValueError unless a value is CallInput. */
export function assertCallInput(value: unknown): asserts value is CallInput {
  assertNoViolation('CallInput', checkCallInput(value));
}

/** Whether a value is what the description calls Webhook. */
export function isWebhook(value: unknown): value is Webhook {
  if (!isObject(value)) return false;
  const {
    id,
    network_id,
    event_type,
    event_type_filter,
    event_filters,
    notification_uri,
    created_at,
    updated_at,
    signature_header,
    status,
  } = value;
  if (id !== undefined && typeof id !== 'string') return false;
  if (network_id !== undefined && typeof network_id !== 'string') return false;
  if (event_type !== undefined && !isWebhookEventType(event_type)) return false;
  if (event_type_filter !== undefined && !isWebhookEventTypeFilter(event_type_filter)) return false;
  if (event_filters !== undefined) {
    if (!isArray(event_filters)) return false;
    for (const item of event_filters) {
      if (!isWebhookEventFilter(item)) return false;
    }
  }
  if (notification_uri !== undefined && typeof notification_uri !== 'string') return false;
  if (created_at !== undefined && (typeof created_at !== 'string' || !isDateTime(created_at))) {
    return false;
  }
  if (updated_at !== undefined && (typeof updated_at !== 'string' || !isDateTime(updated_at))) {
    return false;
  }
  if (signature_header !== undefined && typeof signature_header !== 'string') return false;
  if (!isWebhookStatus(status)) return false;
  return true;
}

/** Every violation of Webhook. */
export function checkWebhook(value: unknown): readonly Violation[] {
  return isWebhook(value) ? [] : collect(value, reportWebhook);
}

/** Throws an InvalidValueError unless a value is Webhook. */
export function assertWebhook(value: unknown): asserts value is Webhook {
  assertNoViolation('Webhook', checkWebhook(value));
}

/** Whether a value is what the description calls WebhookPage. */
export function isWebhookPage(value: unknown): value is WebhookPage {
  if (!isObject(value)) return false;
  const { data, has_more: member, next_page } = value;
  if (!isArray(data)) return false;
  for (const item of data) {
    if (!isWebhook(item)) return false;
  }
  if (member !== undefined && typeof member !== 'boolean') return false;
  if (next_page !== undefined && typeof next_page !== 'string') return false;
  return true;
}

/** Every violation of WebhookPage. */
export function checkWebhookPage(value: unknown): readonly Violation[] {
  return isWebhookPage(value) ? [] : collect(value, reportWebhookPage);
}

/** Throws an InvalidValueError unless a value is WebhookPage. */
export function assertWebhookPage(value: unknown): asserts value is WebhookPage {
  assertNoViolation('WebhookPage', checkWebhookPage(value));
}

/** Whether a value is what the description calls WebhookStatus. */
export function isWebhookStatus(value: unknown): value is WebhookStatus {
  return value === 'active' || value === 'inactive';
}

/** Every violation of WebhookStatus. */
export function checkWebhookStatus(value: unknown): readonly Violation[] {
  return isWebhookStatus(value) ? [] : collect(value, reportWebhookStatus);
}

/** Throws an InvalidValueError unless a value is WebhookStatus. */
export function assertWebhookStatus(value: unknown): asserts value is WebhookStatus {
  assertNoViolation('WebhookStatus', checkWebhookStatus(value));
}

/** Whether a value is what the description calls WebhookEventType. */
export function isWebhookEventType(value: unknown): value is WebhookEventType {
  return (
    value === 'unspecified' ||
    value === 'erc20_transfer' ||
    value === 'erc721_transfer' ||
    value === 'wallet_activity' ||
    value === 'smart_contract_event_activity'
  );
}

/** Every violation of WebhookEventType. */
export function checkWebhookEventType(value: unknown): readonly Violation[] {
  return isWebhookEventType(value) ? [] : collect(value, reportWebhookEventType);
}

/** Throws an InvalidValueError unless a value is WebhookEventType. */
export function assertWebhookEventType(value: unknown): asserts value is WebhookEventType {
  assertNoViolation('WebhookEventType', checkWebhookEventType(value));
}

/** Whether a value is what the description calls WebhookEventTypeFilter. */
export function isWebhookEventTypeFilter(value: unknown): value is WebhookEventTypeFilter {
  return isWebhookSmartContractFilter(value) || isWebhookWalletActivityFilter(value);
}

/** Every violation of WebhookEventTypeFilter. */
export function checkWebhookEventTypeFilter(value: unknown): readonly Violation[] {
  return isWebhookEventTypeFilter(value) ? [] : collect(value, reportWebhookEventTypeFilter);
}

/** Throws an InvalidValueError unless a value is WebhookEventTypeFilter. */
export function assertWebhookEventTypeFilter(
  value: unknown,
): asserts value is WebhookEventTypeFilter {
  assertNoViolation('WebhookEventTypeFilter', checkWebhookEventTypeFilter(value));
}

/** Whether a value is what the description calls WebhookSmartContractFilter. */
export function isWebhookSmartContractFilter(value: unknown): value is WebhookSmartContractFilter {
  if (!isObject(value)) return false;
  const { contract_addresses } = value;
  if (!isArray(contract_addresses)) return false;
  for (const item of contract_addresses) {
    if (typeof item !== 'string') return false;
  }
  return true;
}

/** Every violation of WebhookSmartContractFilter. */
export function checkWebhookSmartContractFilter(value: unknown): readonly Violation[] {
  return isWebhookSmartContractFilter(value) ? [] : collect(value, reportWebhookSmartContractFilter);
}

/** Throws an InvalidValueError unless a value is WebhookSmartContractFilter. */
export function assertWebhookSmartContractFilter(
  value: unknown,
): asserts value is WebhookSmartContractFilter {
  assertNoViolation('WebhookSmartContractFilter', checkWebhookSmartContractFilter(value));
}

/** Whether a value is what the description calls WebhookWalletActivityFilter. */
export function isWebhookWalletActivityFilter(
  value: unknown,
): value is WebhookWalletActivityFilter {
  if (!isObject(value)) return false;
  const { addresses, wallet_id } = value;
  if (addresses !== undefined) {
    if (!isArray(addresses)) return false;
    for (const item of addresses) {
      if (typeof item !== 'string') return false;
    }
  }
  if (wallet_id !== undefined && (typeof wallet_id !== 'string' || !isUuid(wallet_id))) return false;
  return true;
}

/** Every violation of WebhookWalletActivityFilter. */
export function checkWebhookWalletActivityFilter(value: unknown): readonly Violation[] {
  return isWebhookWalletActivityFilter(value) ? [] : collect(value, reportWebhookWalletActivityFilter);
}

/** Throws an InvalidValueError unless a value is WebhookWalletActivityFilter. */
export function assertWebhookWalletActivityFilter(
  value: unknown,
): asserts value is WebhookWalletActivityFilter {
  assertNoViolation('WebhookWalletActivityFilter', checkWebhookWalletActivityFilter(value));
}

/** Whether a value is what the description calls WebhookEventFilter. */
export function isWebhookEventFilter(value: unknown): value is WebhookEventFilter {
  if (!isObject(value)) return false;
  const { contract_address, from_address, to_address } = value;
  if (contract_address !== undefined && !isEvmAddressInput(contract_address)) return false;
  if (from_address !== undefined && !isEvmAddressInput(from_address)) return false;
  if (to_address !== undefined && !isEvmAddressInput(to_address)) return false;
  return true;
}

/** Every violation of WebhookEventFilter. */
export function checkWebhookEventFilter(value: unknown): readonly Violation[] {
  return isWebhookEventFilter(value) ? [] : collect(value, reportWebhookEventFilter);
}

/** Throws an InvalidValueError unless a value is WebhookEventFilter. */
export function assertWebhookEventFilter(value: unknown): asserts value is WebhookEventFilter {
  assertNoViolation('WebhookEventFilter', checkWebhookEventFilter(value));
}

/** Whether a value is what the description calls CreateWebhookRequest. */
export function isCreateWebhookRequest(value: unknown): value is CreateWebhookRequest {
  if (!isObject(value)) return false;
  const {
    network_id,
    event_type,
    event_type_filter,
    event_filters,
    notification_uri,
    signature_header,
  } = value;
  if (typeof network_id !== 'string') return false;
  if (!isWebhookEventType(event_type)) return false;
  if (event_type_filter !== undefined && !isWebhookEventTypeFilter(event_type_filter)) return false;
  if (event_filters !== undefined) {
    if (!isArray(event_filters)) return false;
    for (const item of event_filters) {
      if (!isWebhookEventFilter(item)) return false;
    }
  }
  if (typeof notification_uri !== 'string') return false;
  if (signature_header !== undefined && typeof signature_header !== 'string') return false;
  return true;
}

/** Every violation of CreateWebhookRequest. */
export function checkCreateWebhookRequest(value: unknown): readonly Violation[] {
  return isCreateWebhookRequest(value) ? [] : collect(value, reportCreateWebhookRequest);
}

/** Throws an InvalidValueError unless a value is CreateWebhookRequest. */
export function assertCreateWebhookRequest(value: unknown): asserts value is CreateWebhookRequest {
  assertNoViolation('CreateWebhookRequest', checkCreateWebhookRequest(value));
}

/** Whether a value is what the description calls UpdateWebhookRequest. */
export function isUpdateWebhookRequest(value: unknown): value is UpdateWebhookRequest {
  if (!isObject(value)) return false;
  const { event_type_filter, event_filters, notification_uri, status } = value;
  if (event_type_filter !== undefined && !isWebhookEventTypeFilter(event_type_filter)) return false;
  if (event_filters !== undefined) {
    if (!isArray(event_filters)) return false;
    for (const item of event_filters) {
      if (!isWebhookEventFilter(item)) return false;
    }
  }
  if (notification_uri !== undefined && typeof notification_uri !== 'string') return false;
  if (status !== undefined && !isWebhookStatus(status)) return false;
  return true;
}

/** Every violation of UpdateWebhookRequest. */
export function checkUpdateWebhookRequest(value: unknown): readonly Violation[] {
  return isUpdateWebhookRequest(value) ? [] : collect(value, reportUpdateWebhookRequest);
}

/** Throws an InvalidValueError unless a value is UpdateWebhookRequest. */
export function assertUpdateWebhookRequest(value: unknown): asserts value is UpdateWebhookRequest {
  assertNoViolation('UpdateWebhookRequest', checkUpdateWebhookRequest(value));
}

/** Whether a value is what the description calls Asset. */
export function isAsset(value: unknown): value is Asset {
  if (!isObject(value)) return false;
  const { network_id, asset_id, decimals, contract_address } = value;
  if (typeof network_id !== 'string') return false;
  if (typeof asset_id !== 'string') return false;
  if (
    decimals !== undefined &&
    (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0)
  ) {
    return false;
  }
  if (contract_address !== undefined && typeof contract_address !== 'string') return false;
  return true;
}

/** Every violation of Asset. */
export function checkAsset(value: unknown): readonly Violation[] {
  return isAsset(value) ? [] : collect(value, reportAsset);
}

/** Throws an InvalidValueError unless a value is Asset. */
export function assertAsset(value: unknown): asserts value is Asset {
  assertNoViolation('Asset', checkAsset(value));
}

/** Whether a value is what the description calls ErrorBody. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (!isObject(value)) return false;
  const { errorType, errorMessage, correlationId, errorLink } = value;
  if (errorType === undefined || !isErrorType(errorType)) return false;
  if (typeof errorMessage !== 'string') return false;
  if (correlationId !== undefined && typeof correlationId !== 'string') return false;
  if (errorLink !== undefined && typeof errorLink !== 'string') return false;
  return true;
}

/** Every violation of ErrorBody. */
export function checkErrorBody(value: unknown): readonly Violation[] {
  return isErrorBody(value) ? [] : collect(value, reportErrorBody);
}

/** Throws an InvalidValueError unless a value is ErrorBody. */
export function assertErrorBody(value: unknown): asserts value is ErrorBody {
  assertNoViolation('ErrorBody', checkErrorBody(value));
}

/** Whether a value is what the description calls ErrorType. */
export function isErrorType(value: unknown): value is ErrorType {
  return isErrorTypeAnyOf0(value) || typeof value === 'string';
}

/** Every violation of ErrorType. */
export function checkErrorType(value: unknown): readonly Violation[] {
  return isErrorType(value) ? [] : collect(value, reportErrorType);
}

/** Throws an InvalidValueError unless a value is ErrorType. */
export function assertErrorType(value: unknown): asserts value is ErrorType {
  assertNoViolation('ErrorType', checkErrorType(value));
}

/** Whether a value is what the description calls ErrorBodyV1. */
export function isErrorBodyV1(value: unknown): value is ErrorBodyV1 {
  if (!isObject(value)) return false;
  const { code, message, correlation_id } = value;
  if (code === undefined || !isErrorCodeV1(code)) return false;
  if (typeof message !== 'string') return false;
  if (correlation_id !== undefined && typeof correlation_id !== 'string') return false;
  return true;
}

/** Every violation of ErrorBodyV1. */
export function checkErrorBodyV1(value: unknown): readonly Violation[] {
  return isErrorBodyV1(value) ? [] : collect(value, reportErrorBodyV1);
}

/** Throws an InvalidValueError unless a value is ErrorBodyV1. */
export function assertErrorBodyV1(value: unknown): asserts value is ErrorBodyV1 {
  assertNoViolation('ErrorBodyV1', checkErrorBodyV1(value));
}

/** Whether a value is what the description calls ErrorCodeV1. */
export function isErrorCodeV1(value: unknown): value is ErrorCodeV1 {
  return isErrorCodeV1AnyOf0(value) || typeof value === 'string';
}

/** Every violation of ErrorCodeV1. */
export function checkErrorCodeV1(value: unknown): readonly Violation[] {
  return isErrorCodeV1(value) ? [] : collect(value, reportErrorCodeV1);
}

/** Throws an InvalidValueError unless a value is ErrorCodeV1. */
export function assertErrorCodeV1(value: unknown): asserts value is ErrorCodeV1 {
  assertNoViolation('ErrorCodeV1', checkErrorCodeV1(value));
}

/** Whether a value is what the description calls ListPoliciesPageSize. */
function isListPoliciesPageSize(value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  if (value < 1) return false;
  return true;
}

/** Every violation of ListPoliciesPageSize. */
function checkListPoliciesPageSize(value: unknown): readonly Violation[] {
  return isListPoliciesPageSize(value) ? [] : collect(value, reportListPoliciesPageSize);
}

/** Whether a value is what the description calls ListPoliciesPageToken. */
function isListPoliciesPageToken(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of ListPoliciesPageToken. */
function checkListPoliciesPageToken(value: unknown): readonly Violation[] {
  return isListPoliciesPageToken(value) ? [] : collect(value, reportListPoliciesPageToken);
}

/** Whether a value is what the description calls ListPoliciesTooManyRequestsRetryAfter. */
function isListPoliciesTooManyRequestsRetryAfter(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of ListPoliciesTooManyRequestsRetryAfter. */
function checkListPoliciesTooManyRequestsRetryAfter(value: unknown): readonly Violation[] {
  return isListPoliciesTooManyRequestsRetryAfter(value) ? [] : collect(value, reportListPoliciesTooManyRequestsRetryAfter);
}

/** Whether a value is what the description calls ListPoliciesServiceUnavailableRetryAfter. */
function isListPoliciesServiceUnavailableRetryAfter(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of ListPoliciesServiceUnavailableRetryAfter. */
function checkListPoliciesServiceUnavailableRetryAfter(value: unknown): readonly Violation[] {
  return isListPoliciesServiceUnavailableRetryAfter(value) ? [] : collect(value, reportListPoliciesServiceUnavailableRetryAfter);
}

/** Whether a value is what the description calls CreatePolicyXIdempotencyKey. */
function isCreatePolicyXIdempotencyKey(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (isShorter(value, 36)) return false;
  if (isLonger(value, 36)) return false;
  return true;
}

/** Every violation of CreatePolicyXIdempotencyKey. */
function checkCreatePolicyXIdempotencyKey(value: unknown): readonly Violation[] {
  return isCreatePolicyXIdempotencyKey(value) ? [] : collect(value, reportCreatePolicyXIdempotencyKey);
}

/** Whether a value is what the description calls UpdatePolicyXIdempotencyKey. */
function isUpdatePolicyXIdempotencyKey(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (isShorter(value, 36)) return false;
  if (isLonger(value, 36)) return false;
  return true;
}

/** Every violation of UpdatePolicyXIdempotencyKey. */
function checkUpdatePolicyXIdempotencyKey(value: unknown): readonly Violation[] {
  return isUpdatePolicyXIdempotencyKey(value) ? [] : collect(value, reportUpdatePolicyXIdempotencyKey);
}

/** Whether a value is what the description calls ListWebhooksLimit. */
function isListWebhooksLimit(value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  if (value < 1) return false;
  if (value > 100) return false;
  return true;
}

/** Every violation of ListWebhooksLimit. */
function checkListWebhooksLimit(value: unknown): readonly Violation[] {
  return isListWebhooksLimit(value) ? [] : collect(value, reportListWebhooksLimit);
}

/** Whether a value is what the description calls ListWebhooksPage. */
function isListWebhooksPage(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (isLonger(value, 5000)) return false;
  return true;
}

/** Every violation of ListWebhooksPage. */
function checkListWebhooksPage(value: unknown): readonly Violation[] {
  return isListWebhooksPage(value) ? [] : collect(value, reportListWebhooksPage);
}

/** Whether a value is what the description calls ListWebhooksTooManyRequestsRetryAfter. */
function isListWebhooksTooManyRequestsRetryAfter(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of ListWebhooksTooManyRequestsRetryAfter. */
function checkListWebhooksTooManyRequestsRetryAfter(value: unknown): readonly Violation[] {
  return isListWebhooksTooManyRequestsRetryAfter(value) ? [] : collect(value, reportListWebhooksTooManyRequestsRetryAfter);
}

/** Whether a value is what the description calls UpdateWebhookWebhookId. */
function isUpdateWebhookWebhookId(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of UpdateWebhookWebhookId. */
function checkUpdateWebhookWebhookId(value: unknown): readonly Violation[] {
  return isUpdateWebhookWebhookId(value) ? [] : collect(value, reportUpdateWebhookWebhookId);
}

/** Whether a value is what the description calls GetAssetNetworkId. */
function isGetAssetNetworkId(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of GetAssetNetworkId. */
function checkGetAssetNetworkId(value: unknown): readonly Violation[] {
  return isGetAssetNetworkId(value) ? [] : collect(value, reportGetAssetNetworkId);
}

/** Whether a value is what the description calls GetAssetAssetId. */
function isGetAssetAssetId(value: unknown): boolean {
  return typeof value === 'string';
}

/** Every violation of GetAssetAssetId. */
function checkGetAssetAssetId(value: unknown): readonly Violation[] {
  return isGetAssetAssetId(value) ? [] : collect(value, reportGetAssetAssetId);
}

function reportPolicy(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/policies.yaml#/Policy';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { id, scope, description, rules, createdAt, updatedAt } = value;
  if (id === undefined) {
    violate(report, at, 'required', 'a member "id"', undefined, schema + '/required');
  } else {
    reportPolicyId(id, at + '/id', report);
  }
  if (scope === undefined) {
    violate(report, at, 'required', 'a member "scope"', undefined, schema + '/required');
  } else {
    reportPolicyScope(scope, at + '/scope', report);
  }
  if (description !== undefined) {
    if (typeof description !== 'string') {
      violate(
        report,
        at + '/description',
        'type',
        'a string',
        description,
        schema + '/properties/description/type',
      );
    } else if (isLonger(description, 50)) {
      violate(
        report,
        at + '/description',
        'maxLength',
        'at most 50 characters',
        description,
        schema + '/properties/description/maxLength',
      );
    }
  }
  if (rules === undefined) {
    violate(report, at, 'required', 'a member "rules"', undefined, schema + '/required');
  } else if (!isArray(rules)) {
    violate(report, at + '/rules', 'type', 'an array', rules, schema + '/properties/rules/type');
  } else {
    if (rules.length === 0) {
      violate(
        report,
        at + '/rules',
        'minItems',
        'at least 1 item',
        rules,
        schema + '/properties/rules/minItems',
      );
    }
    if (rules.length > 10) {
      violate(
        report,
        at + '/rules',
        'maxItems',
        'at most 10 items',
        rules,
        schema + '/properties/rules/maxItems',
      );
    }
    for (let index = 0; index < rules.length; index += 1) {
      const item = rules[index];
      reportRule(item, at + '/rules/' + index, report);
    }
  }
  if (createdAt === undefined) {
    violate(report, at, 'required', 'a member "createdAt"', undefined, schema + '/required');
  } else if (typeof createdAt !== 'string') {
    violate(
      report,
      at + '/createdAt',
      'type',
      'a string',
      createdAt,
      schema + '/properties/createdAt/type',
    );
  } else if (!isDateTime(createdAt)) {
    violate(
      report,
      at + '/createdAt',
      'format',
      'a date and time such as 2024-01-31T12:00:00Z',
      createdAt,
      schema + '/properties/createdAt/format',
    );
  }
  if (updatedAt === undefined) {
    violate(report, at, 'required', 'a member "updatedAt"', undefined, schema + '/required');
  } else if (typeof updatedAt !== 'string') {
    violate(
      report,
      at + '/updatedAt',
      'type',
      'a string',
      updatedAt,
      schema + '/properties/updatedAt/type',
    );
  } else if (!isDateTime(updatedAt)) {
    violate(
      report,
      at + '/updatedAt',
      'format',
      'a date and time such as 2024-01-31T12:00:00Z',
      updatedAt,
      schema + '/properties/updatedAt/format',
    );
  }
}

function reportPolicyScope(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/policies.yaml#/PolicyScope';
  if (value !== 'project' && value !== 'account') {
    violate(report, at, 'enum', '"project" or "account"', value, schema + '/enum');
  }
}

function reportCreatePolicyRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/policies.yaml#/CreatePolicyRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { scope, description, rules } = value;
  if (scope === undefined) {
    violate(report, at, 'required', 'a member "scope"', undefined, schema + '/required');
  } else {
    reportPolicyScope(scope, at + '/scope', report);
  }
  if (description !== undefined) {
    if (typeof description !== 'string') {
      violate(
        report,
        at + '/description',
        'type',
        'a string',
        description,
        schema + '/properties/description/type',
      );
    } else if (isLonger(description, 50)) {
      violate(
        report,
        at + '/description',
        'maxLength',
        'at most 50 characters',
        description,
        schema + '/properties/description/maxLength',
      );
    }
  }
  if (rules === undefined) {
    violate(report, at, 'required', 'a member "rules"', undefined, schema + '/required');
  } else if (!isArray(rules)) {
    violate(report, at + '/rules', 'type', 'an array', rules, schema + '/properties/rules/type');
  } else {
    if (rules.length === 0) {
      violate(
        report,
        at + '/rules',
        'minItems',
        'at least 1 item',
        rules,
        schema + '/properties/rules/minItems',
      );
    }
    if (rules.length > 10) {
      violate(
        report,
        at + '/rules',
        'maxItems',
        'at most 10 items',
        rules,
        schema + '/properties/rules/maxItems',
      );
    }
    for (let index = 0; index < rules.length; index += 1) {
      const item = rules[index];
      reportRule(item, at + '/rules/' + index, report);
    }
  }
}

function reportUpdatePolicyRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/policies.yaml#/UpdatePolicyRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { description, rules } = value;
  if (description !== undefined) {
    if (typeof description !== 'string') {
      violate(
        report,
        at + '/description',
        'type',
        'a string',
        description,
        schema + '/properties/description/type',
      );
    } else if (isLonger(description, 50)) {
      violate(
        report,
        at + '/description',
        'maxLength',
        'at most 50 characters',
        description,
        schema + '/properties/description/maxLength',
      );
    }
  }
  if (rules === undefined) {
    violate(report, at, 'required', 'a member "rules"', undefined, schema + '/required');
  } else if (!isArray(rules)) {
    violate(report, at + '/rules', 'type', 'an array', rules, schema + '/properties/rules/type');
  } else {
    if (rules.length === 0) {
      violate(
        report,
        at + '/rules',
        'minItems',
        'at least 1 item',
        rules,
        schema + '/properties/rules/minItems',
      );
    }
    if (rules.length > 10) {
      violate(
        report,
        at + '/rules',
        'maxItems',
        'at most 10 items',
        rules,
        schema + '/properties/rules/maxItems',
      );
    }
    for (let index = 0; index < rules.length; index += 1) {
      const item = rules[index];
      reportRule(item, at + '/rules/' + index, report);
    }
  }
}

function reportPolicyPage(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/policies.yaml#/PolicyPage';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { policies, nextPageToken } = value;
  if (policies === undefined) {
    violate(report, at, 'required', 'a member "policies"', undefined, schema + '/required');
  } else if (!isArray(policies)) {
    violate(
      report,
      at + '/policies',
      'type',
      'an array',
      policies,
      schema + '/properties/policies/type',
    );
  } else {
    for (let index = 0; index < policies.length; index += 1) {
      const item = policies[index];
      reportPolicy(item, at + '/policies/' + index, report);
    }
  }
  if (nextPageToken !== undefined) {
    if (typeof nextPageToken !== 'string') {
      violate(
        report,
        at + '/nextPageToken',
        'type',
        'a string',
        nextPageToken,
        schema + '/properties/nextPageToken/type',
      );
    }
  }
}

function reportRule(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/rules.yaml#/Rule';
  if (isObject(value)) {
    const { operation: tag } = value;
    switch (tag) {
      case 'signEvmTransaction':
        reportSignEvmTransactionRule(value, at, inBranch(report, 'SignEvmTransactionRule'));
        break;
      case 'sendEvmTransaction':
        reportSendEvmTransactionRule(value, at, inBranch(report, 'SendEvmTransactionRule'));
        break;
      case 'signSolTransaction':
        reportSignSolTransactionRule(value, at, inBranch(report, 'SignSolTransactionRule'));
        break;
      default:
        violate(
          report,
          at + '/operation',
          'discriminator',
          '"signEvmTransaction", "sendEvmTransaction" or "signSolTransaction"',
          tag,
          schema + '/discriminator',
        );
    }
  } else {
    violate(
      report,
      at,
      'oneOf',
      'SignEvmTransactionRule, SendEvmTransactionRule or SignSolTransactionRule',
      value,
      schema + '/oneOf',
    );
  }
}

function reportRuleAction(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/rules.yaml#/RuleAction';
  if (value !== 'accept' && value !== 'reject') {
    violate(report, at, 'enum', '"accept" or "reject"', value, schema + '/enum');
  }
}

function reportSignEvmTransactionRule(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/rules.yaml#/SignEvmTransactionRule';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { action, operation, criteria } = value;
  if (action === undefined) {
    violate(report, at, 'required', 'a member "action"', undefined, schema + '/required');
  } else {
    reportRuleAction(action, at + '/action', report);
  }
  if (operation === undefined) {
    violate(report, at, 'required', 'a member "operation"', undefined, schema + '/required');
  } else if (operation !== 'signEvmTransaction') {
    violate(
      report,
      at + '/operation',
      'enum',
      '"signEvmTransaction"',
      operation,
      schema + '/properties/operation/enum',
    );
  }
  if (criteria === undefined) {
    violate(report, at, 'required', 'a member "criteria"', undefined, schema + '/required');
  } else if (!isArray(criteria)) {
    violate(
      report,
      at + '/criteria',
      'type',
      'an array',
      criteria,
      schema + '/properties/criteria/type',
    );
  } else {
    if (criteria.length === 0) {
      violate(
        report,
        at + '/criteria',
        'minItems',
        'at least 1 item',
        criteria,
        schema + '/properties/criteria/minItems',
      );
    }
    if (criteria.length > 10) {
      violate(
        report,
        at + '/criteria',
        'maxItems',
        'at most 10 items',
        criteria,
        schema + '/properties/criteria/maxItems',
      );
    }
    for (let index = 0; index < criteria.length; index += 1) {
      const item = criteria[index];
      reportSignEvmTransactionCriterion(item, at + '/criteria/' + index, report);
    }
  }
}

function reportSendEvmTransactionRule(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/rules.yaml#/SendEvmTransactionRule';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { action, operation, criteria } = value;
  if (action === undefined) {
    violate(report, at, 'required', 'a member "action"', undefined, schema + '/required');
  } else {
    reportRuleAction(action, at + '/action', report);
  }
  if (operation === undefined) {
    violate(report, at, 'required', 'a member "operation"', undefined, schema + '/required');
  } else if (operation !== 'sendEvmTransaction') {
    violate(
      report,
      at + '/operation',
      'enum',
      '"sendEvmTransaction"',
      operation,
      schema + '/properties/operation/enum',
    );
  }
  if (criteria === undefined) {
    violate(report, at, 'required', 'a member "criteria"', undefined, schema + '/required');
  } else if (!isArray(criteria)) {
    violate(
      report,
      at + '/criteria',
      'type',
      'an array',
      criteria,
      schema + '/properties/criteria/type',
    );
  } else {
    if (criteria.length === 0) {
      violate(
        report,
        at + '/criteria',
        'minItems',
        'at least 1 item',
        criteria,
        schema + '/properties/criteria/minItems',
      );
    }
    if (criteria.length > 10) {
      violate(
        report,
        at + '/criteria',
        'maxItems',
        'at most 10 items',
        criteria,
        schema + '/properties/criteria/maxItems',
      );
    }
    for (let index = 0; index < criteria.length; index += 1) {
      const item = criteria[index];
      reportSendEvmTransactionCriterion(item, at + '/criteria/' + index, report);
    }
  }
}

function reportSignSolTransactionRule(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/rules.yaml#/SignSolTransactionRule';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { action, operation, criteria } = value;
  if (action === undefined) {
    violate(report, at, 'required', 'a member "action"', undefined, schema + '/required');
  } else {
    reportRuleAction(action, at + '/action', report);
  }
  if (operation === undefined) {
    violate(report, at, 'required', 'a member "operation"', undefined, schema + '/required');
  } else if (operation !== 'signSolTransaction') {
    violate(
      report,
      at + '/operation',
      'enum',
      '"signSolTransaction"',
      operation,
      schema + '/properties/operation/enum',
    );
  }
  if (criteria === undefined) {
    violate(report, at, 'required', 'a member "criteria"', undefined, schema + '/required');
  } else if (!isArray(criteria)) {
    violate(
      report,
      at + '/criteria',
      'type',
      'an array',
      criteria,
      schema + '/properties/criteria/type',
    );
  } else {
    if (criteria.length === 0) {
      violate(
        report,
        at + '/criteria',
        'minItems',
        'at least 1 item',
        criteria,
        schema + '/properties/criteria/minItems',
      );
    }
    if (criteria.length > 10) {
      violate(
        report,
        at + '/criteria',
        'maxItems',
        'at most 10 items',
        criteria,
        schema + '/properties/criteria/maxItems',
      );
    }
    for (let index = 0; index < criteria.length; index += 1) {
      const item = criteria[index];
      reportSignSolTransactionCriterion(item, at + '/criteria/' + index, report);
    }
  }
}

function reportCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/Criterion';
  if (isObject(value)) {
    const { type: tag } = value;
    switch (tag) {
      case 'ethValue':
        reportEthValueCriterion(value, at, inBranch(report, 'EthValueCriterion'));
        break;
      case 'evmAddress':
        reportEvmAddressCriterion(value, at, inBranch(report, 'EvmAddressCriterion'));
        break;
      case 'evmNetwork':
        reportEvmNetworkCriterion(value, at, inBranch(report, 'EvmNetworkCriterion'));
        break;
      case 'solAddress':
        reportSolAddressCriterion(value, at, inBranch(report, 'SolAddressCriterion'));
        break;
      default:
        violate(
          report,
          at + '/type',
          'discriminator',
          '"ethValue", "evmAddress", "evmNetwork" or "solAddress"',
          tag,
          schema + '/discriminator',
        );
    }
  } else {
    violate(
      report,
      at,
      'oneOf',
      'EthValueCriterion, EvmAddressCriterion, EvmNetworkCriterion or SolAddressCriterion',
      value,
      schema + '/oneOf',
    );
  }
}

function reportSignEvmTransactionCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/SignEvmTransactionCriterion';
  if (isObject(value)) {
    const { type: tag } = value;
    switch (tag) {
      case 'ethValue':
        reportEthValueCriterion(value, at, inBranch(report, 'EthValueCriterion'));
        break;
      case 'evmAddress':
        reportEvmAddressCriterion(value, at, inBranch(report, 'EvmAddressCriterion'));
        break;
      default:
        violate(
          report,
          at + '/type',
          'discriminator',
          '"ethValue" or "evmAddress"',
          tag,
          schema + '/discriminator',
        );
    }
  } else {
    violate(
      report,
      at,
      'oneOf',
      'EthValueCriterion or EvmAddressCriterion',
      value,
      schema + '/oneOf',
    );
  }
}

function reportSendEvmTransactionCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/SendEvmTransactionCriterion';
  if (isObject(value)) {
    const { type: tag } = value;
    switch (tag) {
      case 'ethValue':
        reportEthValueCriterion(value, at, inBranch(report, 'EthValueCriterion'));
        break;
      case 'evmAddress':
        reportEvmAddressCriterion(value, at, inBranch(report, 'EvmAddressCriterion'));
        break;
      case 'evmNetwork':
        reportEvmNetworkCriterion(value, at, inBranch(report, 'EvmNetworkCriterion'));
        break;
      default:
        violate(
          report,
          at + '/type',
          'discriminator',
          '"ethValue", "evmAddress" or "evmNetwork"',
          tag,
          schema + '/discriminator',
        );
    }
  } else {
    violate(
      report,
      at,
      'oneOf',
      'EthValueCriterion, EvmAddressCriterion or EvmNetworkCriterion',
      value,
      schema + '/oneOf',
    );
  }
}

function reportSignSolTransactionCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/SignSolTransactionCriterion';
  if (!isSolAddressCriterion(value)) {
    if (
      !reportClosest(report, at, [['SolAddressCriterion', (branch) => reportSolAddressCriterion(value, at, branch)]])
    ) {
      violate(report, at, 'oneOf', 'SolAddressCriterion', value, schema + '/oneOf');
    }
  }
}

function reportEthValueCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/EthValueCriterion';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { type: member, ethValue, operator } = value;
  if (member === undefined) {
    violate(report, at, 'required', 'a member "type"', undefined, schema + '/required');
  } else if (member !== 'ethValue') {
    violate(report, at + '/type', 'enum', '"ethValue"', member, schema + '/properties/type/enum');
  }
  if (ethValue === undefined) {
    violate(report, at, 'required', 'a member "ethValue"', undefined, schema + '/required');
  } else if (typeof ethValue !== 'string') {
    violate(
      report,
      at + '/ethValue',
      'type',
      'a string',
      ethValue,
      schema + '/properties/ethValue/type',
    );
  } else if (!pattern.test(ethValue)) {
    violate(
      report,
      at + '/ethValue',
      'pattern',
      'a string that matches ^[0-9]+$',
      ethValue,
      schema + '/properties/ethValue/pattern',
    );
  }
  if (operator === undefined) {
    violate(report, at, 'required', 'a member "operator"', undefined, schema + '/required');
  } else if (
    operator !== '>' &&
    operator !== '>=' &&
    operator !== '<' &&
    operator !== '<=' &&
    operator !== '=='
  ) {
    violate(
      report,
      at + '/operator',
      'enum',
      '">", ">=", "<", "<=" or "=="',
      operator,
      schema + '/properties/operator/enum',
    );
  }
}

function reportEvmAddressCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/EvmAddressCriterion';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { type: member, addresses, operator } = value;
  if (member === undefined) {
    violate(report, at, 'required', 'a member "type"', undefined, schema + '/required');
  } else if (member !== 'evmAddress') {
    violate(report, at + '/type', 'enum', '"evmAddress"', member, schema + '/properties/type/enum');
  }
  if (addresses === undefined) {
    violate(report, at, 'required', 'a member "addresses"', undefined, schema + '/required');
  } else if (!isArray(addresses)) {
    violate(
      report,
      at + '/addresses',
      'type',
      'an array',
      addresses,
      schema + '/properties/addresses/type',
    );
  } else {
    if (addresses.length > 100) {
      violate(
        report,
        at + '/addresses',
        'maxItems',
        'at most 100 items',
        addresses,
        schema + '/properties/addresses/maxItems',
      );
    }
    for (let index = 0; index < addresses.length; index += 1) {
      const item = addresses[index];
      reportEvmAddressInput(item, at + '/addresses/' + index, report);
    }
  }
  if (operator === undefined) {
    violate(report, at, 'required', 'a member "operator"', undefined, schema + '/required');
  } else {
    reportListOperator(operator, at + '/operator', report);
  }
}

function reportEvmNetworkCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/EvmNetworkCriterion';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { type: member, networks, operator } = value;
  if (member === undefined) {
    violate(report, at, 'required', 'a member "type"', undefined, schema + '/required');
  } else if (member !== 'evmNetwork') {
    violate(report, at + '/type', 'enum', '"evmNetwork"', member, schema + '/properties/type/enum');
  }
  if (networks === undefined) {
    violate(report, at, 'required', 'a member "networks"', undefined, schema + '/required');
  } else if (!isArray(networks)) {
    violate(
      report,
      at + '/networks',
      'type',
      'an array',
      networks,
      schema + '/properties/networks/type',
    );
  } else {
    for (let index = 0; index < networks.length; index += 1) {
      const item = networks[index];
      reportEvmNetwork(item, at + '/networks/' + index, report);
    }
  }
  if (operator === undefined) {
    violate(report, at, 'required', 'a member "operator"', undefined, schema + '/required');
  } else {
    reportListOperator(operator, at + '/operator', report);
  }
}

function reportSolAddressCriterion(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/SolAddressCriterion';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { type: member, addresses, operator } = value;
  if (member === undefined) {
    violate(report, at, 'required', 'a member "type"', undefined, schema + '/required');
  } else if (member !== 'solAddress') {
    violate(report, at + '/type', 'enum', '"solAddress"', member, schema + '/properties/type/enum');
  }
  if (addresses === undefined) {
    violate(report, at, 'required', 'a member "addresses"', undefined, schema + '/required');
  } else if (!isArray(addresses)) {
    violate(
      report,
      at + '/addresses',
      'type',
      'an array',
      addresses,
      schema + '/properties/addresses/type',
    );
  } else {
    for (let index = 0; index < addresses.length; index += 1) {
      const item = addresses[index];
      reportSolanaAddress(item, at + '/addresses/' + index, report);
    }
  }
  if (operator === undefined) {
    violate(report, at, 'required', 'a member "operator"', undefined, schema + '/required');
  } else {
    reportListOperator(operator, at + '/operator', report);
  }
}

function reportListOperator(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/criteria.yaml#/ListOperator';
  if (value !== 'in' && value !== 'not in') {
    violate(report, at, 'enum', '"in" or "not in"', value, schema + '/enum');
  }
}

function reportEvmAddress(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/EvmAddress';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (!pattern2.test(value)) {
    violate(
      report,
      at,
      'pattern',
      'a string that matches ^0x[0-9a-f]{40}$',
      value,
      schema + '/pattern',
    );
  }
}

function reportEvmAddressInput(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/EvmAddressInput';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (!pattern3.test(value)) {
    violate(
      report,
      at,
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]{40}$',
      value,
      schema + '/pattern',
    );
  }
}

function reportEvmNetwork(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/EvmNetwork';
  if (value !== 'base-sepolia' && value !== 'base') {
    violate(report, at, 'enum', '"base-sepolia" or "base"', value, schema + '/enum');
  }
}

function reportSolanaAddress(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/SolanaAddress';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (!pattern4.test(value)) {
    violate(
      report,
      at,
      'pattern',
      'a string that matches ^[1-9A-HJ-NP-Za-km-z]{32,44}$',
      value,
      schema + '/pattern',
    );
  }
}

function reportAccountName(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/AccountName';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (!pattern5.test(value)) {
    violate(
      report,
      at,
      'pattern',
      'a string that matches ^[A-Za-z0-9][A-Za-z0-9-]{0,34}[A-Za-z0-9]$',
      value,
      schema + '/pattern',
    );
  }
}

function reportPolicyId(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/policies.yaml#/PolicyId';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (!pattern6.test(value)) {
    violate(
      report,
      at,
      'pattern',
      'a string that matches ^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
      value,
      schema + '/pattern',
    );
  }
  if (!isUuid(value)) violate(report, at, 'format', 'a UUID', value, schema + '/format');
}

function reportEvmAccount(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/EvmAccount';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { address, name, policies } = value;
  if (address === undefined) {
    violate(report, at, 'required', 'a member "address"', undefined, schema + '/required');
  } else {
    reportEvmAddress(address, at + '/address', report);
  }
  if (name !== undefined) reportAccountName(name, at + '/name', report);
  if (policies !== undefined) {
    if (!isArray(policies)) {
      violate(
        report,
        at + '/policies',
        'type',
        'an array',
        policies,
        schema + '/properties/policies/type',
      );
    } else {
      for (let index = 0; index < policies.length; index += 1) {
        const item = policies[index];
        reportPolicyId(item, at + '/policies/' + index, report);
      }
    }
  }
}

function reportCreateEvmAccountRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/CreateEvmAccountRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { name, accountPolicy } = value;
  if (name !== undefined) reportAccountName(name, at + '/name', report);
  if (accountPolicy !== undefined) reportPolicyId(accountPolicy, at + '/accountPolicy', report);
}

function reportUpdateEvmAccountRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/UpdateEvmAccountRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { name, accountPolicy } = value;
  if (name !== undefined) reportAccountName(name, at + '/name', report);
  if (accountPolicy !== undefined) reportPolicyId(accountPolicy, at + '/accountPolicy', report);
}

function reportSignEvmTransactionRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/SignEvmTransactionRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { transaction } = value;
  if (transaction === undefined) {
    violate(report, at, 'required', 'a member "transaction"', undefined, schema + '/required');
  } else if (typeof transaction !== 'string') {
    violate(
      report,
      at + '/transaction',
      'type',
      'a string',
      transaction,
      schema + '/properties/transaction/type',
    );
  } else if (!pattern7.test(transaction)) {
    violate(
      report,
      at + '/transaction',
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]*$',
      transaction,
      schema + '/properties/transaction/pattern',
    );
  }
}

function reportSignedEvmTransaction(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/SignedEvmTransaction';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { signedTransaction } = value;
  if (signedTransaction === undefined) {
    violate(report, at, 'required', 'a member "signedTransaction"', undefined, schema + '/required');
  } else if (typeof signedTransaction !== 'string') {
    violate(
      report,
      at + '/signedTransaction',
      'type',
      'a string',
      signedTransaction,
      schema + '/properties/signedTransaction/type',
    );
  } else if (!pattern7.test(signedTransaction)) {
    violate(
      report,
      at + '/signedTransaction',
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]*$',
      signedTransaction,
      schema + '/properties/signedTransaction/pattern',
    );
  }
}

function reportSolanaAccount(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/SolanaAccount';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { address, name, policies } = value;
  if (address === undefined) {
    violate(report, at, 'required', 'a member "address"', undefined, schema + '/required');
  } else {
    reportSolanaAddress(address, at + '/address', report);
  }
  if (name !== undefined) reportAccountName(name, at + '/name', report);
  if (policies !== undefined) {
    if (!isArray(policies)) {
      violate(
        report,
        at + '/policies',
        'type',
        'an array',
        policies,
        schema + '/properties/policies/type',
      );
    } else {
      for (let index = 0; index < policies.length; index += 1) {
        const item = policies[index];
        reportPolicyId(item, at + '/policies/' + index, report);
      }
    }
  }
}

function reportCreateSolanaAccountRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/CreateSolanaAccountRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { name, accountPolicy } = value;
  if (name !== undefined) reportAccountName(name, at + '/name', report);
  if (accountPolicy !== undefined) reportPolicyId(accountPolicy, at + '/accountPolicy', report);
}

function reportUpdateSolanaAccountRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/accounts.yaml#/UpdateSolanaAccountRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { name, accountPolicy } = value;
  if (name !== undefined) reportAccountName(name, at + '/name', report);
  if (accountPolicy !== undefined) reportPolicyId(accountPolicy, at + '/accountPolicy', report);
}

function reportEvmSmartAccount(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/EvmSmartAccount';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { address, owners, name } = value;
  if (address === undefined) {
    violate(report, at, 'required', 'a member "address"', undefined, schema + '/required');
  } else {
    reportEvmAddress(address, at + '/address', report);
  }
  if (owners === undefined) {
    violate(report, at, 'required', 'a member "owners"', undefined, schema + '/required');
  } else if (!isArray(owners)) {
    violate(report, at + '/owners', 'type', 'an array', owners, schema + '/properties/owners/type');
  } else {
    for (let index = 0; index < owners.length; index += 1) {
      const item = owners[index];
      reportEvmAddress(item, at + '/owners/' + index, report);
    }
  }
  if (name !== undefined) reportAccountName(name, at + '/name', report);
}

function reportCreateEvmSmartAccountRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/CreateEvmSmartAccountRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { owners, name } = value;
  if (owners === undefined) {
    violate(report, at, 'required', 'a member "owners"', undefined, schema + '/required');
  } else if (!isArray(owners)) {
    violate(report, at + '/owners', 'type', 'an array', owners, schema + '/properties/owners/type');
  } else {
    if (owners.length === 0) {
      violate(
        report,
        at + '/owners',
        'minItems',
        'at least 1 item',
        owners,
        schema + '/properties/owners/minItems',
      );
    }
    for (let index = 0; index < owners.length; index += 1) {
      const item = owners[index];
      reportEvmAddressInput(item, at + '/owners/' + index, report);
    }
  }
  if (name !== undefined) reportAccountName(name, at + '/name', report);
}

function reportPrepareUserOperationRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/PrepareUserOperationRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { network, calls, paymasterUrl } = value;
  if (network === undefined) {
    violate(report, at, 'required', 'a member "network"', undefined, schema + '/required');
  } else {
    reportEvmNetwork(network, at + '/network', report);
  }
  if (calls === undefined) {
    violate(report, at, 'required', 'a member "calls"', undefined, schema + '/required');
  } else if (!isArray(calls)) {
    violate(report, at + '/calls', 'type', 'an array', calls, schema + '/properties/calls/type');
  } else {
    for (let index = 0; index < calls.length; index += 1) {
      const item = calls[index];
      reportCallInput(item, at + '/calls/' + index, report);
    }
  }
  if (paymasterUrl !== undefined) {
    if (typeof paymasterUrl !== 'string') {
      violate(
        report,
        at + '/paymasterUrl',
        'type',
        'a string',
        paymasterUrl,
        schema + '/properties/paymasterUrl/type',
      );
    }
  }
}

function reportUserOperation(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/UserOperation';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { network, userOpHash, calls, status, transactionHash } = value;
  if (network === undefined) {
    violate(report, at, 'required', 'a member "network"', undefined, schema + '/required');
  } else {
    reportEvmNetwork(network, at + '/network', report);
  }
  if (userOpHash === undefined) {
    violate(report, at, 'required', 'a member "userOpHash"', undefined, schema + '/required');
  } else {
    reportUserOpHash(userOpHash, at + '/userOpHash', report);
  }
  if (calls === undefined) {
    violate(report, at, 'required', 'a member "calls"', undefined, schema + '/required');
  } else if (!isArray(calls)) {
    violate(report, at + '/calls', 'type', 'an array', calls, schema + '/properties/calls/type');
  } else {
    for (let index = 0; index < calls.length; index += 1) {
      const item = calls[index];
      reportCall(item, at + '/calls/' + index, report);
    }
  }
  if (status === undefined) {
    violate(report, at, 'required', 'a member "status"', undefined, schema + '/required');
  } else {
    reportUserOperationStatus(status, at + '/status', report);
  }
  if (transactionHash !== undefined) {
    if (typeof transactionHash !== 'string') {
      violate(
        report,
        at + '/transactionHash',
        'type',
        'a string',
        transactionHash,
        schema + '/properties/transactionHash/type',
      );
    } else if (!pattern8.test(transactionHash)) {
      violate(
        report,
        at + '/transactionHash',
        'pattern',
        'a string that matches ^0x[0-9a-fA-F]{64}$|^$',
        transactionHash,
        schema + '/properties/transactionHash/pattern',
      );
    }
  }
}

function reportUserOperationStatus(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/UserOperationStatus';
  if (
    value !== 'pending' &&
    value !== 'signed' &&
    value !== 'broadcast' &&
    value !== 'complete' &&
    value !== 'failed'
  ) {
    violate(
      report,
      at,
      'enum',
      '"pending", "signed", "broadcast", "complete" or "failed"',
      value,
      schema + '/enum',
    );
  }
}

function reportUserOpHash(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/UserOpHash';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (!pattern9.test(value)) {
    violate(
      report,
      at,
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]{64}$',
      value,
      schema + '/pattern',
    );
  }
}

function reportCall(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/Call';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { to, value: value2, data } = value;
  if (to === undefined) {
    violate(report, at, 'required', 'a member "to"', undefined, schema + '/required');
  } else {
    reportEvmAddress(to, at + '/to', report);
  }
  if (value2 === undefined) {
    violate(report, at, 'required', 'a member "value"', undefined, schema + '/required');
  } else if (typeof value2 !== 'string') {
    violate(report, at + '/value', 'type', 'a string', value2, schema + '/properties/value/type');
  } else if (!pattern.test(value2)) {
    violate(
      report,
      at + '/value',
      'pattern',
      'a string that matches ^[0-9]+$',
      value2,
      schema + '/properties/value/pattern',
    );
  }
  if (data === undefined) {
    violate(report, at, 'required', 'a member "data"', undefined, schema + '/required');
  } else if (typeof data !== 'string') {
    violate(report, at + '/data', 'type', 'a string', data, schema + '/properties/data/type');
  } else if (!pattern7.test(data)) {
    violate(
      report,
      at + '/data',
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]*$',
      data,
      schema + '/properties/data/pattern',
    );
  }
}

function reportCallInput(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/smart-accounts.yaml#/CallInput';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { to, value: value2, data } = value;
  if (to === undefined) {
    violate(report, at, 'required', 'a member "to"', undefined, schema + '/required');
  } else {
    reportEvmAddressInput(to, at + '/to', report);
  }
  if (value2 === undefined) {
    violate(report, at, 'required', 'a member "value"', undefined, schema + '/required');
  } else if (typeof value2 !== 'string') {
    violate(report, at + '/value', 'type', 'a string', value2, schema + '/properties/value/type');
  } else if (!pattern.test(value2)) {
    violate(
      report,
      at + '/value',
      'pattern',
      'a string that matches ^[0-9]+$',
      value2,
      schema + '/properties/value/pattern',
    );
  }
  if (data === undefined) {
    violate(report, at, 'required', 'a member "data"', undefined, schema + '/required');
  } else if (typeof data !== 'string') {
    violate(report, at + '/data', 'type', 'a string', data, schema + '/properties/data/type');
  } else if (!pattern7.test(data)) {
    violate(
      report,
      at + '/data',
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]*$',
      data,
      schema + '/properties/data/pattern',
    );
  }
}

function reportWebhook(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/Webhook';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const {
    id,
    network_id,
    event_type,
    event_type_filter,
    event_filters,
    notification_uri,
    created_at,
    updated_at,
    signature_header,
    status,
  } = value;
  if (id !== undefined) {
    if (typeof id !== 'string') {
      violate(report, at + '/id', 'type', 'a string', id, schema + '/properties/id/type');
    }
  }
  if (network_id !== undefined) {
    if (typeof network_id !== 'string') {
      violate(
        report,
        at + '/network_id',
        'type',
        'a string',
        network_id,
        schema + '/properties/network_id/type',
      );
    }
  }
  if (event_type !== undefined) reportWebhookEventType(event_type, at + '/event_type', report);
  if (event_type_filter !== undefined) {
    reportWebhookEventTypeFilter(event_type_filter, at + '/event_type_filter', report);
  }
  if (event_filters !== undefined) {
    if (!isArray(event_filters)) {
      violate(
        report,
        at + '/event_filters',
        'type',
        'an array',
        event_filters,
        schema + '/properties/event_filters/type',
      );
    } else {
      for (let index = 0; index < event_filters.length; index += 1) {
        const item = event_filters[index];
        reportWebhookEventFilter(item, at + '/event_filters/' + index, report);
      }
    }
  }
  if (notification_uri !== undefined) {
    if (typeof notification_uri !== 'string') {
      violate(
        report,
        at + '/notification_uri',
        'type',
        'a string',
        notification_uri,
        schema + '/properties/notification_uri/type',
      );
    }
  }
  if (created_at !== undefined) {
    if (typeof created_at !== 'string') {
      violate(
        report,
        at + '/created_at',
        'type',
        'a string',
        created_at,
        schema + '/properties/created_at/type',
      );
    } else if (!isDateTime(created_at)) {
      violate(
        report,
        at + '/created_at',
        'format',
        'a date and time such as 2024-01-31T12:00:00Z',
        created_at,
        schema + '/properties/created_at/format',
      );
    }
  }
  if (updated_at !== undefined) {
    if (typeof updated_at !== 'string') {
      violate(
        report,
        at + '/updated_at',
        'type',
        'a string',
        updated_at,
        schema + '/properties/updated_at/type',
      );
    } else if (!isDateTime(updated_at)) {
      violate(
        report,
        at + '/updated_at',
        'format',
        'a date and time such as 2024-01-31T12:00:00Z',
        updated_at,
        schema + '/properties/updated_at/format',
      );
    }
  }
  if (signature_header !== undefined) {
    if (typeof signature_header !== 'string') {
      violate(
        report,
        at + '/signature_header',
        'type',
        'a string',
        signature_header,
        schema + '/properties/signature_header/type',
      );
    }
  }
  if (status === undefined) {
    violate(report, at, 'required', 'a member "status"', undefined, schema + '/required');
  } else {
    reportWebhookStatus(status, at + '/status', report);
  }
}

function reportWebhookPage(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookPage';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { data, has_more: member, next_page } = value;
  if (data === undefined) {
    violate(report, at, 'required', 'a member "data"', undefined, schema + '/required');
  } else if (!isArray(data)) {
    violate(report, at + '/data', 'type', 'an array', data, schema + '/properties/data/type');
  } else {
    for (let index = 0; index < data.length; index += 1) {
      const item = data[index];
      reportWebhook(item, at + '/data/' + index, report);
    }
  }
  if (member !== undefined) {
    if (typeof member !== 'boolean') {
      violate(
        report,
        at + '/has_more',
        'type',
        'true or false',
        member,
        schema + '/properties/has_more/type',
      );
    }
  }
  if (next_page !== undefined) {
    if (typeof next_page !== 'string') {
      violate(
        report,
        at + '/next_page',
        'type',
        'a string',
        next_page,
        schema + '/properties/next_page/type',
      );
    }
  }
}

function reportWebhookStatus(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookStatus';
  if (value !== 'active' && value !== 'inactive') {
    violate(report, at, 'enum', '"active" or "inactive"', value, schema + '/enum');
  }
}

function reportWebhookEventType(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookEventType';
  if (
    value !== 'unspecified' &&
    value !== 'erc20_transfer' &&
    value !== 'erc721_transfer' &&
    value !== 'wallet_activity' &&
    value !== 'smart_contract_event_activity'
  ) {
    violate(
      report,
      at,
      'enum',
      '"unspecified", "erc20_transfer", "erc721_transfer", "wallet_activity" or "smart_contract_event_activity"',
      value,
      schema + '/enum',
    );
  }
}

function reportWebhookEventTypeFilter(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookEventTypeFilter';
  if (!isWebhookSmartContractFilter(value) && !isWebhookWalletActivityFilter(value)) {
    if (
      !reportClosest(report, at, [['WebhookSmartContractFilter', (branch) => reportWebhookSmartContractFilter(value, at, branch)], ['WebhookWalletActivityFilter', (branch) => reportWebhookWalletActivityFilter(value, at, branch)]])
    ) {
      violate(
        report,
        at,
        'anyOf',
        'WebhookSmartContractFilter or WebhookWalletActivityFilter',
        value,
        schema + '/anyOf',
      );
    }
  }
}

function reportWebhookSmartContractFilter(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookSmartContractFilter';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { contract_addresses } = value;
  if (contract_addresses === undefined) {
    violate(report, at, 'required', 'a member "contract_addresses"', undefined, schema + '/required');
  } else if (!isArray(contract_addresses)) {
    violate(
      report,
      at + '/contract_addresses',
      'type',
      'an array',
      contract_addresses,
      schema + '/properties/contract_addresses/type',
    );
  } else {
    for (let index = 0; index < contract_addresses.length; index += 1) {
      const item = contract_addresses[index];
      if (typeof item !== 'string') {
        violate(
          report,
          at + '/contract_addresses/' + index,
          'type',
          'a string',
          item,
          schema + '/properties/contract_addresses/items/type',
        );
      }
    }
  }
}

function reportWebhookWalletActivityFilter(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookWalletActivityFilter';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { addresses, wallet_id } = value;
  if (addresses !== undefined) {
    if (!isArray(addresses)) {
      violate(
        report,
        at + '/addresses',
        'type',
        'an array',
        addresses,
        schema + '/properties/addresses/type',
      );
    } else {
      for (let index = 0; index < addresses.length; index += 1) {
        const item = addresses[index];
        if (typeof item !== 'string') {
          violate(
            report,
            at + '/addresses/' + index,
            'type',
            'a string',
            item,
            schema + '/properties/addresses/items/type',
          );
        }
      }
    }
  }
  if (wallet_id !== undefined) {
    if (typeof wallet_id !== 'string') {
      violate(
        report,
        at + '/wallet_id',
        'type',
        'a string',
        wallet_id,
        schema + '/properties/wallet_id/type',
      );
    } else if (!isUuid(wallet_id)) {
      violate(
        report,
        at + '/wallet_id',
        'format',
        'a UUID',
        wallet_id,
        schema + '/properties/wallet_id/format',
      );
    }
  }
}

function reportWebhookEventFilter(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/WebhookEventFilter';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { contract_address, from_address, to_address } = value;
  if (contract_address !== undefined) {
    reportEvmAddressInput(contract_address, at + '/contract_address', report);
  }
  if (from_address !== undefined) reportEvmAddressInput(from_address, at + '/from_address', report);
  if (to_address !== undefined) reportEvmAddressInput(to_address, at + '/to_address', report);
}

function reportCreateWebhookRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/CreateWebhookRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const {
    network_id,
    event_type,
    event_type_filter,
    event_filters,
    notification_uri,
    signature_header,
  } = value;
  if (network_id === undefined) {
    violate(report, at, 'required', 'a member "network_id"', undefined, schema + '/required');
  } else if (typeof network_id !== 'string') {
    violate(
      report,
      at + '/network_id',
      'type',
      'a string',
      network_id,
      schema + '/properties/network_id/type',
    );
  }
  if (event_type === undefined) {
    violate(report, at, 'required', 'a member "event_type"', undefined, schema + '/required');
  } else {
    reportWebhookEventType(event_type, at + '/event_type', report);
  }
  if (event_type_filter !== undefined) {
    reportWebhookEventTypeFilter(event_type_filter, at + '/event_type_filter', report);
  }
  if (event_filters !== undefined) {
    if (!isArray(event_filters)) {
      violate(
        report,
        at + '/event_filters',
        'type',
        'an array',
        event_filters,
        schema + '/properties/event_filters/type',
      );
    } else {
      for (let index = 0; index < event_filters.length; index += 1) {
        const item = event_filters[index];
        reportWebhookEventFilter(item, at + '/event_filters/' + index, report);
      }
    }
  }
  if (notification_uri === undefined) {
    violate(report, at, 'required', 'a member "notification_uri"', undefined, schema + '/required');
  } else if (typeof notification_uri !== 'string') {
    violate(
      report,
      at + '/notification_uri',
      'type',
      'a string',
      notification_uri,
      schema + '/properties/notification_uri/type',
    );
  }
  if (signature_header !== undefined) {
    if (typeof signature_header !== 'string') {
      violate(
        report,
        at + '/signature_header',
        'type',
        'a string',
        signature_header,
        schema + '/properties/signature_header/type',
      );
    }
  }
}

function reportUpdateWebhookRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/webhooks.yaml#/UpdateWebhookRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { event_type_filter, event_filters, notification_uri, status } = value;
  if (event_type_filter !== undefined) {
    reportWebhookEventTypeFilter(event_type_filter, at + '/event_type_filter', report);
  }
  if (event_filters !== undefined) {
    if (!isArray(event_filters)) {
      violate(
        report,
        at + '/event_filters',
        'type',
        'an array',
        event_filters,
        schema + '/properties/event_filters/type',
      );
    } else {
      for (let index = 0; index < event_filters.length; index += 1) {
        const item = event_filters[index];
        reportWebhookEventFilter(item, at + '/event_filters/' + index, report);
      }
    }
  }
  if (notification_uri !== undefined) {
    if (typeof notification_uri !== 'string') {
      violate(
        report,
        at + '/notification_uri',
        'type',
        'a string',
        notification_uri,
        schema + '/properties/notification_uri/type',
      );
    }
  }
  if (status !== undefined) reportWebhookStatus(status, at + '/status', report);
}

function reportAsset(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/assets.yaml#/Asset';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { network_id, asset_id, decimals, contract_address } = value;
  if (network_id === undefined) {
    violate(report, at, 'required', 'a member "network_id"', undefined, schema + '/required');
  } else if (typeof network_id !== 'string') {
    violate(
      report,
      at + '/network_id',
      'type',
      'a string',
      network_id,
      schema + '/properties/network_id/type',
    );
  }
  if (asset_id === undefined) {
    violate(report, at, 'required', 'a member "asset_id"', undefined, schema + '/required');
  } else if (typeof asset_id !== 'string') {
    violate(
      report,
      at + '/asset_id',
      'type',
      'a string',
      asset_id,
      schema + '/properties/asset_id/type',
    );
  }
  if (decimals !== undefined) {
    if (typeof decimals !== 'number' || !Number.isInteger(decimals)) {
      violate(
        report,
        at + '/decimals',
        'type',
        'an integer',
        decimals,
        schema + '/properties/decimals/type',
      );
    } else if (decimals < 0) {
      violate(
        report,
        at + '/decimals',
        'minimum',
        'at least 0',
        decimals,
        schema + '/properties/decimals/minimum',
      );
    }
  }
  if (contract_address !== undefined) {
    if (typeof contract_address !== 'string') {
      violate(
        report,
        at + '/contract_address',
        'type',
        'a string',
        contract_address,
        schema + '/properties/contract_address/type',
      );
    }
  }
}

function reportErrorBody(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/errors.yaml#/ErrorBody';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { errorType, errorMessage, correlationId, errorLink } = value;
  if (errorType === undefined) {
    violate(report, at, 'required', 'a member "errorType"', undefined, schema + '/required');
  } else {
    reportErrorType(errorType, at + '/errorType', report);
  }
  if (errorMessage === undefined) {
    violate(report, at, 'required', 'a member "errorMessage"', undefined, schema + '/required');
  } else if (typeof errorMessage !== 'string') {
    violate(
      report,
      at + '/errorMessage',
      'type',
      'a string',
      errorMessage,
      schema + '/properties/errorMessage/type',
    );
  }
  if (correlationId !== undefined) {
    if (typeof correlationId !== 'string') {
      violate(
        report,
        at + '/correlationId',
        'type',
        'a string',
        correlationId,
        schema + '/properties/correlationId/type',
      );
    }
  }
  if (errorLink !== undefined) {
    if (typeof errorLink !== 'string') {
      violate(
        report,
        at + '/errorLink',
        'type',
        'a string',
        errorLink,
        schema + '/properties/errorLink/type',
      );
    }
  }
}

function reportErrorType(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/errors.yaml#/ErrorType';
  if (!isErrorTypeAnyOf0(value) && typeof value !== 'string') {
    if (
      !reportClosest(report, at, [['anyOf/0', (branch) => reportErrorTypeAnyOf0(value, at, branch)]])
    ) {
      violate(report, at, 'anyOf', 'anyOf/0 or a string', value, schema + '/anyOf');
    }
  }
}

function isErrorTypeAnyOf0(value: unknown): boolean {
  return values.has(value);
}

function reportErrorTypeAnyOf0(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/errors.yaml#/ErrorType/anyOf/0';
  if (!values.has(value)) {
    violate(
      report,
      at,
      'enum',
      '"already_exists", "bad_gateway", "faucet_limit_exceeded", "forbidden", "idempotency_error", "internal_server_error", "invalid_request", "invalid_signature", "malformed_transaction", "not_found", "policy_in_use", "policy_violation" or one of 5 more',
      value,
      schema + '/enum',
    );
  }
}

function reportErrorBodyV1(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/errors.yaml#/ErrorBodyV1';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { code, message, correlation_id } = value;
  if (code === undefined) {
    violate(report, at, 'required', 'a member "code"', undefined, schema + '/required');
  } else {
    reportErrorCodeV1(code, at + '/code', report);
  }
  if (message === undefined) {
    violate(report, at, 'required', 'a member "message"', undefined, schema + '/required');
  } else if (typeof message !== 'string') {
    violate(
      report,
      at + '/message',
      'type',
      'a string',
      message,
      schema + '/properties/message/type',
    );
  }
  if (correlation_id !== undefined) {
    if (typeof correlation_id !== 'string') {
      violate(
        report,
        at + '/correlation_id',
        'type',
        'a string',
        correlation_id,
        schema + '/properties/correlation_id/type',
      );
    }
  }
}

function reportErrorCodeV1(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/errors.yaml#/ErrorCodeV1';
  if (!isErrorCodeV1AnyOf0(value) && typeof value !== 'string') {
    if (
      !reportClosest(report, at, [['anyOf/0', (branch) => reportErrorCodeV1AnyOf0(value, at, branch)]])
    ) {
      violate(report, at, 'anyOf', 'anyOf/0 or a string', value, schema + '/anyOf');
    }
  }
}

function isErrorCodeV1AnyOf0(value: unknown): boolean {
  return values2.has(value);
}

function reportErrorCodeV1AnyOf0(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/schemas/errors.yaml#/ErrorCodeV1/anyOf/0';
  if (!values2.has(value)) {
    violate(
      report,
      at,
      'enum',
      '"already_exists", "faucet_limit_reached", "internal", "invalid_address", "invalid_address_id", "invalid_amount", "invalid_asset_id", "invalid_destination", "invalid_network_id", "invalid_page_limit", "invalid_page_token", "invalid_signed_payload" or one of 11 more',
      value,
      schema + '/enum',
    );
  }
}

function reportListPoliciesPageSize(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/paths/policies.yaml#/collection/get/parameters/0/schema';
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    violate(report, at, 'type', 'an integer', value, schema + '/type');
    return;
  }
  if (value < 1) violate(report, at, 'minimum', 'at least 1', value, schema + '/minimum');
}

function reportListPoliciesPageToken(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/paths/policies.yaml#/collection/get/parameters/1/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

function reportListPoliciesTooManyRequestsRetryAfter(
  value: unknown,
  at: string,
  report: Report,
): void {
  const schema = 'spec/platform/responses.yaml#/TooManyRequests/headers/Retry-After/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

function reportListPoliciesServiceUnavailableRetryAfter(
  value: unknown,
  at: string,
  report: Report,
): void {
  const schema = 'spec/platform/responses.yaml#/ServiceUnavailable/headers/Retry-After/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

function reportCreatePolicyXIdempotencyKey(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/parameters.yaml#/IdempotencyKey/schema';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (isShorter(value, 36)) {
    violate(report, at, 'minLength', 'at least 36 characters', value, schema + '/minLength');
  }
  if (isLonger(value, 36)) {
    violate(report, at, 'maxLength', 'at most 36 characters', value, schema + '/maxLength');
  }
}

function reportUpdatePolicyXIdempotencyKey(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/parameters.yaml#/IdempotencyKeyFilledIn/schema';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (isShorter(value, 36)) {
    violate(report, at, 'minLength', 'at least 36 characters', value, schema + '/minLength');
  }
  if (isLonger(value, 36)) {
    violate(report, at, 'maxLength', 'at most 36 characters', value, schema + '/maxLength');
  }
}

function reportListWebhooksLimit(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/paths/webhooks.yaml#/collection/get/parameters/0/schema';
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    violate(report, at, 'type', 'an integer', value, schema + '/type');
    return;
  }
  if (value < 1) violate(report, at, 'minimum', 'at least 1', value, schema + '/minimum');
  if (value > 100) violate(report, at, 'maximum', 'at most 100', value, schema + '/maximum');
}

function reportListWebhooksPage(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/paths/webhooks.yaml#/collection/get/parameters/1/schema';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (isLonger(value, 5000)) {
    violate(report, at, 'maxLength', 'at most 5000 characters', value, schema + '/maxLength');
  }
}

function reportListWebhooksTooManyRequestsRetryAfter(
  value: unknown,
  at: string,
  report: Report,
): void {
  const schema = 'spec/platform/responses.yaml#/TooManyRequestsV1/headers/Retry-After/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

function reportUpdateWebhookWebhookId(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/parameters.yaml#/WebhookId/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

function reportGetAssetNetworkId(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/paths/assets.yaml#/item/parameters/0/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

function reportGetAssetAssetId(value: unknown, at: string, report: Report): void {
  const schema = 'spec/platform/paths/assets.yaml#/item/parameters/1/schema';
  if (typeof value !== 'string') violate(report, at, 'type', 'a string', value, schema + '/type');
}

const listPoliciesPageSizeCheck: Check = {
  is: isListPoliciesPageSize,
  report: checkListPoliciesPageSize,
};

const listPoliciesPageTokenCheck: Check = {
  is: isListPoliciesPageToken,
  report: checkListPoliciesPageToken,
};

const policyScopeCheck: Check = { is: isPolicyScope, report: checkPolicyScope };

const createPolicyXIdempotencyKeyCheck: Check = {
  is: isCreatePolicyXIdempotencyKey,
  report: checkCreatePolicyXIdempotencyKey,
};

const createPolicyRequestCheck: Check = {
  is: isCreatePolicyRequest,
  report: checkCreatePolicyRequest,
};

const policyIdCheck: Check = { is: isPolicyId, report: checkPolicyId };

const updatePolicyXIdempotencyKeyCheck: Check = {
  is: isUpdatePolicyXIdempotencyKey,
  report: checkUpdatePolicyXIdempotencyKey,
};

const updatePolicyRequestCheck: Check = {
  is: isUpdatePolicyRequest,
  report: checkUpdatePolicyRequest,
};

const createEvmAccountRequestCheck: Check = {
  is: isCreateEvmAccountRequest,
  report: checkCreateEvmAccountRequest,
};

const evmAddressInputCheck: Check = { is: isEvmAddressInput, report: checkEvmAddressInput };

const updateEvmAccountRequestCheck: Check = {
  is: isUpdateEvmAccountRequest,
  report: checkUpdateEvmAccountRequest,
};

const signEvmTransactionRequestCheck: Check = {
  is: isSignEvmTransactionRequest,
  report: checkSignEvmTransactionRequest,
};

const createEvmSmartAccountRequestCheck: Check = {
  is: isCreateEvmSmartAccountRequest,
  report: checkCreateEvmSmartAccountRequest,
};

const prepareUserOperationRequestCheck: Check = {
  is: isPrepareUserOperationRequest,
  report: checkPrepareUserOperationRequest,
};

const userOpHashCheck: Check = { is: isUserOpHash, report: checkUserOpHash };

const createSolanaAccountRequestCheck: Check = {
  is: isCreateSolanaAccountRequest,
  report: checkCreateSolanaAccountRequest,
};

const solanaAddressCheck: Check = { is: isSolanaAddress, report: checkSolanaAddress };

const updateSolanaAccountRequestCheck: Check = {
  is: isUpdateSolanaAccountRequest,
  report: checkUpdateSolanaAccountRequest,
};

const listWebhooksLimitCheck: Check = { is: isListWebhooksLimit, report: checkListWebhooksLimit };

const listWebhooksPageCheck: Check = { is: isListWebhooksPage, report: checkListWebhooksPage };

const createWebhookRequestCheck: Check = {
  is: isCreateWebhookRequest,
  report: checkCreateWebhookRequest,
};

const updateWebhookWebhookIdCheck: Check = {
  is: isUpdateWebhookWebhookId,
  report: checkUpdateWebhookWebhookId,
};

const updateWebhookRequestCheck: Check = {
  is: isUpdateWebhookRequest,
  report: checkUpdateWebhookRequest,
};

const getAssetNetworkIdCheck: Check = { is: isGetAssetNetworkId, report: checkGetAssetNetworkId };

const getAssetAssetIdCheck: Check = { is: isGetAssetAssetId, report: checkGetAssetAssetId };

const policyPageCheck: Check = { is: isPolicyPage, report: checkPolicyPage };

const errorBodyCheck: Check = { is: isErrorBody, report: checkErrorBody };

const listPoliciesTooManyRequestsRetryAfterCheck: Check = {
  is: isListPoliciesTooManyRequestsRetryAfter,
  report: checkListPoliciesTooManyRequestsRetryAfter,
};

const listPoliciesServiceUnavailableRetryAfterCheck: Check = {
  is: isListPoliciesServiceUnavailableRetryAfter,
  report: checkListPoliciesServiceUnavailableRetryAfter,
};

const policyCheck: Check = { is: isPolicy, report: checkPolicy };

const evmAccountCheck: Check = { is: isEvmAccount, report: checkEvmAccount };

const signedEvmTransactionCheck: Check = {
  is: isSignedEvmTransaction,
  report: checkSignedEvmTransaction,
};

const evmSmartAccountCheck: Check = { is: isEvmSmartAccount, report: checkEvmSmartAccount };

const userOperationCheck: Check = { is: isUserOperation, report: checkUserOperation };

const solanaAccountCheck: Check = { is: isSolanaAccount, report: checkSolanaAccount };

const webhookPageCheck: Check = { is: isWebhookPage, report: checkWebhookPage };

const errorBodyV1Check: Check = { is: isErrorBodyV1, report: checkErrorBodyV1 };

const listWebhooksTooManyRequestsRetryAfterCheck: Check = {
  is: isListWebhooksTooManyRequestsRetryAfter,
  report: checkListWebhooksTooManyRequestsRetryAfter,
};

const webhookCheck: Check = { is: isWebhook, report: checkWebhook };

const assetCheck: Check = { is: isAsset, report: checkAsset };

export const platformRequestChecks: RequestChecks = {
  listPolicies: {
    parameters: [listPoliciesPageSizeCheck, listPoliciesPageTokenCheck, policyScopeCheck],
  },
  createPolicy: {
    parameters: [createPolicyXIdempotencyKeyCheck],
    body: [createPolicyRequestCheck],
  },
  getPolicy: { parameters: [policyIdCheck] },
  updatePolicy: {
    parameters: [policyIdCheck, updatePolicyXIdempotencyKeyCheck],
    body: [updatePolicyRequestCheck],
  },
  deletePolicy: { parameters: [policyIdCheck, createPolicyXIdempotencyKeyCheck] },
  createEvmAccount: {
    parameters: [createPolicyXIdempotencyKeyCheck],
    body: [createEvmAccountRequestCheck],
  },
  getEvmAccount: { parameters: [evmAddressInputCheck] },
  updateEvmAccount: {
    parameters: [evmAddressInputCheck, createPolicyXIdempotencyKeyCheck],
    body: [updateEvmAccountRequestCheck],
  },
  signEvmTransaction: {
    parameters: [evmAddressInputCheck, updatePolicyXIdempotencyKeyCheck],
    body: [signEvmTransactionRequestCheck],
  },
  createEvmSmartAccount: {
    parameters: [createPolicyXIdempotencyKeyCheck],
    body: [createEvmSmartAccountRequestCheck],
  },
  getEvmSmartAccount: { parameters: [evmAddressInputCheck] },
  prepareUserOperation: {
    parameters: [evmAddressInputCheck],
    body: [prepareUserOperationRequestCheck],
  },
  getUserOperation: { parameters: [evmAddressInputCheck, userOpHashCheck] },
  createSolanaAccount: {
    parameters: [createPolicyXIdempotencyKeyCheck],
    body: [createSolanaAccountRequestCheck],
  },
  getSolanaAccount: { parameters: [solanaAddressCheck] },
  updateSolanaAccount: {
    parameters: [solanaAddressCheck, createPolicyXIdempotencyKeyCheck],
    body: [updateSolanaAccountRequestCheck],
  },
  listWebhooks: { parameters: [listWebhooksLimitCheck, listWebhooksPageCheck] },
  createWebhook: { body: [createWebhookRequestCheck] },
  updateWebhook: { parameters: [updateWebhookWebhookIdCheck], body: [updateWebhookRequestCheck] },
  deleteWebhook: { parameters: [updateWebhookWebhookIdCheck] },
  getAsset: { parameters: [getAssetNetworkIdCheck, getAssetAssetIdCheck] },
};

export const platformResponseChecks: ResponseChecks = {
  listPolicies: [
    { contents: [policyPageCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  createPolicy: [
    { contents: [policyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  getPolicy: [
    { contents: [policyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  updatePolicy: [
    { contents: [policyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  deletePolicy: [
    {},
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  createEvmAccount: [
    { contents: [evmAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  getEvmAccount: [
    { contents: [evmAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  updateEvmAccount: [
    { contents: [evmAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  signEvmTransaction: [
    { contents: [signedEvmTransactionCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  createEvmSmartAccount: [
    { contents: [evmSmartAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  getEvmSmartAccount: [
    { contents: [evmSmartAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  prepareUserOperation: [
    { contents: [userOperationCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  getUserOperation: [
    { contents: [userOperationCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  createSolanaAccount: [
    { contents: [solanaAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  getSolanaAccount: [
    { contents: [solanaAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  updateSolanaAccount: [
    { contents: [solanaAccountCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesTooManyRequestsRetryAfterCheck], contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { contents: [errorBodyCheck] },
    { headers: [listPoliciesServiceUnavailableRetryAfterCheck], contents: [errorBodyCheck] },
  ],
  listWebhooks: [
    { contents: [webhookPageCheck] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { headers: [listWebhooksTooManyRequestsRetryAfterCheck], contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
  ],
  createWebhook: [
    { contents: [webhookCheck] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { headers: [listWebhooksTooManyRequestsRetryAfterCheck], contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
  ],
  updateWebhook: [
    { contents: [webhookCheck] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { headers: [listWebhooksTooManyRequestsRetryAfterCheck], contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
  ],
  deleteWebhook: [
    {},
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { headers: [listWebhooksTooManyRequestsRetryAfterCheck], contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
  ],
  getAsset: [
    { contents: [assetCheck] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
    { headers: [listWebhooksTooManyRequestsRetryAfterCheck], contents: [errorBodyV1Check] },
    { contents: [errorBodyV1Check] },
  ],
};
