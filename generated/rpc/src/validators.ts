import {
  assertNoViolation,
  type Check,
  collect,
  isArray,
  isObject,
  type Report,
  reportClosest,
  type RequestChecks,
  type ResponseChecks,
  violate,
  type Violation,
} from '@tallystick/runtime/validate';
import type {
  Balance,
  BalanceAsset,
  BalanceAssetType,
  BalancePage,
  ListBalancesRequest,
  RpcError,
  RpcRequest,
  RpcResponse,
} from './types.js';

const pattern = /* @__PURE__ */ new RegExp('^0x[0-9a-fA-F]{40}$', 'u');

const pattern2 = /* @__PURE__ */ new RegExp('^[0-9]+$', 'u');

/** Whether a value is what the description calls RpcRequest. */
export function isRpcRequest(value: unknown): value is RpcRequest {
  if (!isObject(value)) return false;
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== '2.0') return false;
  if (id !== undefined && (typeof id !== 'number' || !Number.isInteger(id))) return false;
  if (typeof method !== 'string') return false;
  if (!isArray(params)) return false;
  return true;
}

/** Every violation of RpcRequest. */
export function checkRpcRequest(value: unknown): readonly Violation[] {
  return isRpcRequest(value) ? [] : collect(value, reportRpcRequest);
}

/** Throws an InvalidValueError unless a value is RpcRequest. */
export function assertRpcRequest(value: unknown): asserts value is RpcRequest {
  assertNoViolation('RpcRequest', checkRpcRequest(value));
}

/** Whether a value is what the description calls RpcResponse. */
export function isRpcResponse(value: unknown): value is RpcResponse {
  if (!isObject(value)) return false;
  const { jsonrpc, id, error } = value;
  if (jsonrpc !== '2.0') return false;
  if (id !== null && (typeof id !== 'number' || !Number.isInteger(id))) return false;
  if (error !== undefined && !isRpcError(error)) return false;
  return true;
}

/** Every violation of RpcResponse. */
export function checkRpcResponse(value: unknown): readonly Violation[] {
  return isRpcResponse(value) ? [] : collect(value, reportRpcResponse);
}

/** Throws an InvalidValueError unless a value is RpcResponse. */
export function assertRpcResponse(value: unknown): asserts value is RpcResponse {
  assertNoViolation('RpcResponse', checkRpcResponse(value));
}

/** Whether a value is what the description calls RpcError. */
export function isRpcError(value: unknown): value is RpcError {
  if (!isObject(value)) return false;
  const { code, message } = value;
  if (typeof code !== 'number' || !Number.isInteger(code)) return false;
  if (typeof message !== 'string') return false;
  return true;
}

/** Every violation of RpcError. */
export function checkRpcError(value: unknown): readonly Violation[] {
  return isRpcError(value) ? [] : collect(value, reportRpcError);
}

/** Throws an InvalidValueError unless a value is RpcError. */
export function assertRpcError(value: unknown): asserts value is RpcError {
  assertNoViolation('RpcError', checkRpcError(value));
}

/** Whether a value is what the description calls ListBalancesRequest. */
export function isListBalancesRequest(value: unknown): value is ListBalancesRequest {
  if (!isObject(value)) return false;
  const { address, pageToken, pageSize } = value;
  if (typeof address !== 'string' || !pattern.test(address)) return false;
  if (pageToken !== undefined && typeof pageToken !== 'string') return false;
  if (
    pageSize !== undefined &&
    (typeof pageSize !== 'number' || !Number.isInteger(pageSize) || pageSize < 1)
  ) {
    return false;
  }
  return true;
}

/** Every violation of ListBalancesRequest. */
export function checkListBalancesRequest(value: unknown): readonly Violation[] {
  return isListBalancesRequest(value) ? [] : collect(value, reportListBalancesRequest);
}

/** Throws an InvalidValueError unless a value is ListBalancesRequest. */
export function assertListBalancesRequest(value: unknown): asserts value is ListBalancesRequest {
  assertNoViolation('ListBalancesRequest', checkListBalancesRequest(value));
}

/** Whether a value is what the description calls BalancePage. */
export function isBalancePage(value: unknown): value is BalancePage {
  if (!isObject(value)) return false;
  const { balances, nextPageToken } = value;
  if (!isArray(balances)) return false;
  for (const item of balances) {
    if (!isBalance(item)) return false;
  }
  if (nextPageToken !== undefined && typeof nextPageToken !== 'string') return false;
  return true;
}

/** Every violation of BalancePage. */
export function checkBalancePage(value: unknown): readonly Violation[] {
  return isBalancePage(value) ? [] : collect(value, reportBalancePage);
}

/** Throws an InvalidValueError unless a value is BalancePage. */
export function assertBalancePage(value: unknown): asserts value is BalancePage {
  assertNoViolation('BalancePage', checkBalancePage(value));
}

/** Whether a value is what the description calls Balance. */
export function isBalance(value: unknown): value is Balance {
  if (!isObject(value)) return false;
  const { asset, value: value2, valueStr, decimals } = value;
  if (!isBalanceAsset(asset)) return false;
  if (
    value2 !== undefined &&
    typeof value2 !== 'string' &&
    (typeof value2 !== 'number' || !Number.isFinite(value2))
  ) {
    return false;
  }
  if (typeof valueStr !== 'string' || !pattern2.test(valueStr)) return false;
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0) return false;
  return true;
}

/** Every violation of Balance. */
export function checkBalance(value: unknown): readonly Violation[] {
  return isBalance(value) ? [] : collect(value, reportBalance);
}

/** Throws an InvalidValueError unless a value is Balance. */
export function assertBalance(value: unknown): asserts value is Balance {
  assertNoViolation('Balance', checkBalance(value));
}

/** Whether a value is what the description calls BalanceAsset. */
export function isBalanceAsset(value: unknown): value is BalanceAsset {
  if (!isObject(value)) return false;
  const { id, type: member, groupId, subGroupId } = value;
  if (typeof id !== 'string') return false;
  if (member === undefined || !isBalanceAssetType(member)) return false;
  if (groupId !== undefined && typeof groupId !== 'string') return false;
  if (subGroupId !== undefined && subGroupId !== null && typeof subGroupId !== 'string') return false;
  return true;
}

/** Every violation of BalanceAsset. */
export function checkBalanceAsset(value: unknown): readonly Violation[] {
  return isBalanceAsset(value) ? [] : collect(value, reportBalanceAsset);
}

/** Throws an InvalidValueError unless a value is BalanceAsset. */
export function assertBalanceAsset(value: unknown): asserts value is BalanceAsset {
  assertNoViolation('BalanceAsset', checkBalanceAsset(value));
}

/** Whether a value is what the description calls BalanceAssetType. */
export function isBalanceAssetType(value: unknown): value is BalanceAssetType {
  return isBalanceAssetTypeAnyOf0(value) || typeof value === 'string';
}

/** Every violation of BalanceAssetType. */
export function checkBalanceAssetType(value: unknown): readonly Violation[] {
  return isBalanceAssetType(value) ? [] : collect(value, reportBalanceAssetType);
}

/** Throws an InvalidValueError unless a value is BalanceAssetType. */
export function assertBalanceAssetType(value: unknown): asserts value is BalanceAssetType {
  assertNoViolation('BalanceAssetType', checkBalanceAssetType(value));
}

/** Whether a value is what the description calls ListBalancesClientApiKey. */
function isListBalancesClientApiKey(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (value.length === 0) return false;
  return true;
}

/** Every violation of ListBalancesClientApiKey. */
function checkListBalancesClientApiKey(value: unknown): readonly Violation[] {
  return isListBalancesClientApiKey(value) ? [] : collect(value, reportListBalancesClientApiKey);
}

function reportRpcRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/RpcRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc === undefined) {
    violate(report, at, 'required', 'a member "jsonrpc"', undefined, schema + '/required');
  } else if (jsonrpc !== '2.0') {
    violate(report, at + '/jsonrpc', 'enum', '"2.0"', jsonrpc, schema + '/properties/jsonrpc/enum');
  }
  if (id !== undefined) {
    if (typeof id !== 'number' || !Number.isInteger(id)) {
      violate(report, at + '/id', 'type', 'an integer', id, schema + '/properties/id/type');
    }
  }
  if (method === undefined) {
    violate(report, at, 'required', 'a member "method"', undefined, schema + '/required');
  } else if (typeof method !== 'string') {
    violate(report, at + '/method', 'type', 'a string', method, schema + '/properties/method/type');
  }
  if (params === undefined) {
    violate(report, at, 'required', 'a member "params"', undefined, schema + '/required');
  } else if (!isArray(params)) {
    violate(report, at + '/params', 'type', 'an array', params, schema + '/properties/params/type');
  }
}

function reportRpcResponse(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/RpcResponse';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { jsonrpc, id, error } = value;
  if (jsonrpc === undefined) {
    violate(report, at, 'required', 'a member "jsonrpc"', undefined, schema + '/required');
  } else if (jsonrpc !== '2.0') {
    violate(report, at + '/jsonrpc', 'enum', '"2.0"', jsonrpc, schema + '/properties/jsonrpc/enum');
  }
  if (id === undefined) {
    violate(report, at, 'required', 'a member "id"', undefined, schema + '/required');
  } else if ((typeof id !== 'number' || !Number.isInteger(id)) && id !== null) {
    violate(report, at + '/id', 'type', 'an integer or null', id, schema + '/properties/id/type');
  }
  if (error !== undefined) reportRpcError(error, at + '/error', report);
}

function reportRpcError(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/RpcError';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { code, message } = value;
  if (code === undefined) {
    violate(report, at, 'required', 'a member "code"', undefined, schema + '/required');
  } else if (typeof code !== 'number' || !Number.isInteger(code)) {
    violate(report, at + '/code', 'type', 'an integer', code, schema + '/properties/code/type');
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
}

function reportListBalancesRequest(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/ListBalancesRequest';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { address, pageToken, pageSize } = value;
  if (address === undefined) {
    violate(report, at, 'required', 'a member "address"', undefined, schema + '/required');
  } else if (typeof address !== 'string') {
    violate(
      report,
      at + '/address',
      'type',
      'a string',
      address,
      schema + '/properties/address/type',
    );
  } else if (!pattern.test(address)) {
    violate(
      report,
      at + '/address',
      'pattern',
      'a string that matches ^0x[0-9a-fA-F]{40}$',
      address,
      schema + '/properties/address/pattern',
    );
  }
  if (pageToken !== undefined) {
    if (typeof pageToken !== 'string') {
      violate(
        report,
        at + '/pageToken',
        'type',
        'a string',
        pageToken,
        schema + '/properties/pageToken/type',
      );
    }
  }
  if (pageSize !== undefined) {
    if (typeof pageSize !== 'number' || !Number.isInteger(pageSize)) {
      violate(
        report,
        at + '/pageSize',
        'type',
        'an integer',
        pageSize,
        schema + '/properties/pageSize/type',
      );
    } else if (pageSize < 1) {
      violate(
        report,
        at + '/pageSize',
        'minimum',
        'at least 1',
        pageSize,
        schema + '/properties/pageSize/minimum',
      );
    }
  }
}

function reportBalancePage(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/BalancePage';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { balances, nextPageToken } = value;
  if (balances === undefined) {
    violate(report, at, 'required', 'a member "balances"', undefined, schema + '/required');
  } else if (!isArray(balances)) {
    violate(
      report,
      at + '/balances',
      'type',
      'an array',
      balances,
      schema + '/properties/balances/type',
    );
  } else {
    for (let index = 0; index < balances.length; index += 1) {
      const item = balances[index];
      reportBalance(item, at + '/balances/' + index, report);
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

function reportBalance(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/Balance';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { asset, value: value2, valueStr, decimals } = value;
  if (asset === undefined) {
    violate(report, at, 'required', 'a member "asset"', undefined, schema + '/required');
  } else {
    reportBalanceAsset(asset, at + '/asset', report);
  }
  if (value2 !== undefined) {
    if (typeof value2 !== 'string' && (typeof value2 !== 'number' || !Number.isFinite(value2))) {
      violate(
        report,
        at + '/value',
        'type',
        'a string or a number',
        value2,
        schema + '/properties/value/type',
      );
    }
  }
  if (valueStr === undefined) {
    violate(report, at, 'required', 'a member "valueStr"', undefined, schema + '/required');
  } else if (typeof valueStr !== 'string') {
    violate(
      report,
      at + '/valueStr',
      'type',
      'a string',
      valueStr,
      schema + '/properties/valueStr/type',
    );
  } else if (!pattern2.test(valueStr)) {
    violate(
      report,
      at + '/valueStr',
      'pattern',
      'a string that matches ^[0-9]+$',
      valueStr,
      schema + '/properties/valueStr/pattern',
    );
  }
  if (decimals === undefined) {
    violate(report, at, 'required', 'a member "decimals"', undefined, schema + '/required');
  } else if (typeof decimals !== 'number' || !Number.isInteger(decimals)) {
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

function reportBalanceAsset(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/BalanceAsset';
  if (!isObject(value)) {
    violate(report, at, 'type', 'an object', value, schema + '/type');
    return;
  }
  const { id, type: member, groupId, subGroupId } = value;
  if (id === undefined) {
    violate(report, at, 'required', 'a member "id"', undefined, schema + '/required');
  } else if (typeof id !== 'string') {
    violate(report, at + '/id', 'type', 'a string', id, schema + '/properties/id/type');
  }
  if (member === undefined) {
    violate(report, at, 'required', 'a member "type"', undefined, schema + '/required');
  } else {
    reportBalanceAssetType(member, at + '/type', report);
  }
  if (groupId !== undefined) {
    if (typeof groupId !== 'string') {
      violate(
        report,
        at + '/groupId',
        'type',
        'a string',
        groupId,
        schema + '/properties/groupId/type',
      );
    }
  }
  if (subGroupId !== undefined) {
    if (typeof subGroupId !== 'string' && subGroupId !== null) {
      violate(
        report,
        at + '/subGroupId',
        'type',
        'a string or null',
        subGroupId,
        schema + '/properties/subGroupId/type',
      );
    }
  }
}

function reportBalanceAssetType(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/BalanceAssetType';
  if (!isBalanceAssetTypeAnyOf0(value) && typeof value !== 'string') {
    if (
      !reportClosest(report, at, [['anyOf/0', (branch) => reportBalanceAssetTypeAnyOf0(value, at, branch)]])
    ) {
      violate(report, at, 'anyOf', 'anyOf/0 or a string', value, schema + '/anyOf');
    }
  }
}

function isBalanceAssetTypeAnyOf0(value: unknown): boolean {
  return value === 'native' || value === 'erc20' || value === 'erc721' || value === 'erc1155';
}

function reportBalanceAssetTypeAnyOf0(value: unknown, at: string, report: Report): void {
  const schema = 'spec/rpc/openapi.yaml#/components/schemas/BalanceAssetType/anyOf/0';
  if (value !== 'native' && value !== 'erc20' && value !== 'erc721' && value !== 'erc1155') {
    violate(report, at, 'enum', '"native", "erc20", "erc721" or "erc1155"', value, schema + '/enum');
  }
}

function reportListBalancesClientApiKey(value: unknown, at: string, report: Report): void {
  const schema =
    'spec/rpc/openapi.yaml#/paths/~1rpc~1v1~1base~1{clientApiKey}/post/parameters/0/schema';
  if (typeof value !== 'string') {
    violate(report, at, 'type', 'a string', value, schema + '/type');
    return;
  }
  if (value.length === 0) {
    violate(report, at, 'minLength', 'at least 1 character', value, schema + '/minLength');
  }
}

const listBalancesClientApiKeyCheck: Check = {
  is: isListBalancesClientApiKey,
  report: checkListBalancesClientApiKey,
};

const listBalancesRequestCheck: Check = {
  is: isListBalancesRequest,
  report: checkListBalancesRequest,
};

const balancePageCheck: Check = { is: isBalancePage, report: checkBalancePage };

export const rpcRequestChecks: RequestChecks = {
  listBalances: { parameters: [listBalancesClientApiKeyCheck], params: [listBalancesRequestCheck] },
};

export const rpcResponseChecks: ResponseChecks = {
  listBalances: [{ contents: [balancePageCheck] }],
};
