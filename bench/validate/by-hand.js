// Checks of each row, written carefully by hand and without a library.
const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;
const address = /^0x[0-9a-fA-F]{40}$/u;
const digits = /^[0-9]+$/u;
const hash = /^0x[0-9a-fA-F]{64}$/u;
const maybeHash = /^0x[0-9a-fA-F]{64}$|^$/u;
const data = /^0x[0-9a-fA-F]*$/u;
const decimal = /^[0-9]+(?:\.[0-9]+)?$/u;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value, pattern) => typeof value === 'string' && pattern.test(value);
const isShort = (value, limit) =>
  typeof value === 'string' && (value.length <= limit || [...value].length <= limit);

function every(list, check) {
  for (let index = 0; index < list.length; index += 1) if (!check(list[index])) return false;
  return true;
}

const isList = (value, least, most, check) =>
  Array.isArray(value) && value.length >= least && value.length <= most && every(value, check);

function flat(value) {
  return (
    isObject(value) &&
    Number.isFinite(value.number) &&
    Number.isFinite(value.negNumber) &&
    Number.isFinite(value.maxNumber) &&
    typeof value.string === 'string' &&
    typeof value.longString === 'string' &&
    typeof value.boolean === 'boolean' &&
    isObject(value.deeplyNested) &&
    typeof value.deeplyNested.foo === 'string' &&
    Number.isFinite(value.deeplyNested.num) &&
    typeof value.deeplyNested.bool === 'boolean'
  );
}

function policy(value) {
  return (
    isObject(value) &&
    isText(value.id, uuid) &&
    (value.scope === 'project' || value.scope === 'account') &&
    (value.description === undefined || isShort(value.description, 50)) &&
    isList(value.rules, 1, 10, rule) &&
    isText(value.createdAt, time) &&
    isText(value.updatedAt, time)
  );
}

function rule(value) {
  return (
    isObject(value) &&
    (value.operation === 'signEvmTransaction' || value.operation === 'sendEvmTransaction') &&
    (value.action === 'accept' || value.action === 'reject') &&
    isList(value.criteria, 1, 10, criterion)
  );
}

function criterion(value) {
  if (!isObject(value)) return false;
  const { operator } = value;
  switch (value.type) {
    case 'ethValue':
      return (
        isText(value.ethValue, digits) &&
        (operator === '>' ||
          operator === '>=' ||
          operator === '<' ||
          operator === '<=' ||
          operator === '==')
      );
    case 'evmAddress':
      return (
        isList(value.addresses, 0, 100, (each) => isText(each, address)) &&
        (operator === 'in' || operator === 'not in')
      );
    default:
      return false;
  }
}

const networks = new Set(['base', 'base-sepolia', 'ethereum', 'polygon']);
const statuses = new Set(['pending', 'signed', 'broadcast', 'complete', 'failed']);

function userOperation(value) {
  return (
    isObject(value) &&
    networks.has(value.network) &&
    isText(value.userOpHash, hash) &&
    Array.isArray(value.calls) &&
    every(value.calls, call) &&
    statuses.has(value.status) &&
    (value.transactionHash === undefined || isText(value.transactionHash, maybeHash))
  );
}

function call(value) {
  return (
    isObject(value) &&
    isText(value.to, address) &&
    isText(value.value, digits) &&
    isText(value.data, data)
  );
}

function orders(value) {
  return Array.isArray(value) && every(value, order);
}

function order(value) {
  return (
    isObject(value) &&
    Number.isInteger(value.id) &&
    value.id >= 1 &&
    (value.side === 'buy' || value.side === 'sell') &&
    isText(value.price, decimal) &&
    Number.isFinite(value.quantity) &&
    value.quantity > 0 &&
    (value.status === 'open' || value.status === 'filled' || value.status === 'cancelled') &&
    (value.note === undefined || isShort(value.note, 100))
  );
}

const kinds = new Set(Array.from({ length: 10 }, (_, index) => `k${index}`));

function shape(value) {
  return (
    isObject(value) && kinds.has(value.kind) && Number.isFinite(value.a) && isShort(value.b, 20)
  );
}

function tree(value) {
  return (
    isObject(value) &&
    isShort(value.name, 50) &&
    (value.value === undefined || Number.isInteger(value.value)) &&
    Array.isArray(value.children) &&
    every(value.children, tree)
  );
}

/** Checks by the names of the schemas. */
export const byHand = {
  Flat: flat,
  Policy: policy,
  UserOperation: userOperation,
  Orders: orders,
  Shape: shape,
  Tree: tree,
};
