const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u;
const evmAddress = /^0x[0-9a-fA-F]{40}$/u;
const solAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/u;
const digits = /^[0-9]+$/u;
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/u;
const comparisons = new Set(['>', '>=', '<', '<=', '==']);

/** What a careful person would write to check a Policy. */
export function policyByHand(value) {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    uuid.test(value.id) &&
    (value.scope === 'project' || value.scope === 'account') &&
    (value.description === undefined ||
      (typeof value.description === 'string' && [...value.description].length <= 50)) &&
    isList(value.rules, 1, 10, isRule) &&
    isDateTime(value.createdAt) &&
    isDateTime(value.updatedAt)
  );
}

function isRule(rule) {
  if (!isObject(rule) || (rule.action !== 'accept' && rule.action !== 'reject')) return false;
  switch (rule.operation) {
    case 'signEvmTransaction':
      return isList(rule.criteria, 1, 10, (each) => isEthValue(each) || isEvmAddresses(each));
    case 'sendEvmTransaction':
      return isList(
        rule.criteria,
        1,
        10,
        (each) => isEthValue(each) || isEvmAddresses(each) || isNetworks(each),
      );
    case 'signSolTransaction':
      return isList(rule.criteria, 1, 10, isSolAddresses);
    default:
      return false;
  }
}

function isEthValue(each) {
  return (
    isObject(each) &&
    each.type === 'ethValue' &&
    typeof each.ethValue === 'string' &&
    digits.test(each.ethValue) &&
    comparisons.has(each.operator)
  );
}

function isEvmAddresses(each) {
  return (
    isObject(each) &&
    each.type === 'evmAddress' &&
    isMembership(each) &&
    isList(each.addresses, 0, 100, isEvmAddress)
  );
}

function isNetworks(each) {
  const known = (network) => network === 'base' || network === 'base-sepolia';
  return (
    isObject(each) &&
    each.type === 'evmNetwork' &&
    isMembership(each) &&
    isList(each.networks, 0, Infinity, known)
  );
}

function isSolAddresses(each) {
  const known = (address) => typeof address === 'string' && solAddress.test(address);
  return (
    isObject(each) &&
    each.type === 'solAddress' &&
    isMembership(each) &&
    isList(each.addresses, 0, Infinity, known)
  );
}

function isEvmAddress(address) {
  return typeof address === 'string' && evmAddress.test(address);
}

function isMembership(each) {
  return each.operator === 'in' || each.operator === 'not in';
}

function isDateTime(value) {
  return typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value, least, most, isItem) {
  return (
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(isItem)
  );
}
