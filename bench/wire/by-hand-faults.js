const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;
const address = /^0x[0-9a-fA-F]{40}$/u;
const digits = /^[0-9]+$/u;
const comparisons = ['>', '>=', '<', '<=', '=='];

/** Returns all violations of a policy with their locations, as `[{ path, message }]`. */
export function policyFaults(value) {
  const faults = [];
  const expect = (holds, path, expected) => {
    if (!holds) faults.push({ path, message: `expected ${expected}` });
    return holds;
  };
  const text = (given, pattern, path, expected) =>
    expect(typeof given === 'string' && pattern.test(given), path, expected);
  const list = (given, least, most, path, each) => {
    if (!expect(Array.isArray(given), path, 'an array')) return;
    expect(given.length >= least, path, `at least ${least} items`);
    expect(given.length <= most, path, `at most ${most} items`);
    given.forEach((item, index) => each(item, `${path}/${index}`));
  };
  const isObject = (given, path) =>
    expect(typeof given === 'object' && given !== null && !Array.isArray(given), path, 'an object');
  const criterion = (given, path) => {
    if (!isObject(given, path)) return;
    const { type, operator } = given;
    if (type === 'ethValue') {
      text(given.ethValue, digits, `${path}/ethValue`, 'digits');
      expect(
        comparisons.includes(operator),
        `${path}/operator`,
        'one of ">", ">=", "<", "<=", "=="',
      );
    } else if (type === 'evmAddress') {
      list(given.addresses, 0, 100, `${path}/addresses`, (each, at) =>
        text(each, address, at, 'an address'),
      );
      expect(operator === 'in' || operator === 'not in', `${path}/operator`, '"in" or "not in"');
    } else expect(false, `${path}/type`, '"ethValue" or "evmAddress"');
  };
  const rule = (given, path) => {
    if (!isObject(given, path)) return;
    const { operation, action } = given;
    expect(
      operation === 'signEvmTransaction' || operation === 'sendEvmTransaction',
      `${path}/operation`,
      '"signEvmTransaction" or "sendEvmTransaction"',
    );
    expect(action === 'accept' || action === 'reject', `${path}/action`, '"accept" or "reject"');
    list(given.criteria, 1, 10, `${path}/criteria`, criterion);
  };
  if (!isObject(value, 'body')) return faults;
  text(value.id, uuid, 'body/id', 'a UUID');
  expect(
    value.scope === 'project' || value.scope === 'account',
    'body/scope',
    '"project" or "account"',
  );
  if (value.description !== undefined)
    expect(
      typeof value.description === 'string' && [...value.description].length <= 50,
      'body/description',
      'at most 50 characters',
    );
  list(value.rules, 1, 10, 'body/rules', rule);
  text(value.createdAt, time, 'body/createdAt', 'a time such as 2024-01-31T12:00:00Z');
  text(value.updatedAt, time, 'body/updatedAt', 'a time such as 2024-01-31T12:00:00Z');
  return faults;
}
