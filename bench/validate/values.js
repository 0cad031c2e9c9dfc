const hex = (digits) => `0x${'3f'.repeat(digits / 2)}`;

const flat = {
  number: 1,
  negNumber: -1,
  maxNumber: Number.MAX_VALUE,
  string: 'string',
  longString: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(8),
  boolean: true,
  deeplyNested: { foo: 'bar', num: 1, bool: false },
};

const rule = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [
    { type: 'ethValue', ethValue: '1000000000000000000', operator: '<=' },
    { type: 'evmAddress', addresses: [hex(40), hex(40)], operator: 'in' },
  ],
};

const policy = {
  id: '123e4567-e89b-12d3-a456-426614174000',
  scope: 'account',
  description: 'Allow small payments',
  rules: [rule, { ...rule, operation: 'sendEvmTransaction' }],
  createdAt: '2025-03-25T12:00:00Z',
  updatedAt: '2025-03-26T12:00:00Z',
};

const call = { to: hex(40), value: '0', data: hex(8) };
const userOperation = {
  network: 'base',
  userOpHash: hex(64),
  calls: [call, call, call],
  status: 'pending',
};

const order = (id) => ({
  id,
  side: id % 2 === 0 ? 'buy' : 'sell',
  price: `${id}.25`,
  quantity: id / 4,
  status: 'open',
});
const orders = Array.from({ length: 1000 }, (_, index) => order(index + 1));

const tree = (depth) => ({
  name: `level ${depth}`,
  value: depth,
  children: depth === 0 ? [] : [tree(depth - 1), tree(depth - 1)],
});

/** A valid and an invalid value for each schema. The violation is near the end, so that most of the value is checked. */
export const values = {
  Flat: [flat, { ...flat, deeplyNested: { ...flat.deeplyNested, bool: 'no' } }],
  Policy: [policy, { ...policy, rules: [rule, { ...rule, action: 'maybe' }] }],
  UserOperation: [userOperation, { ...userOperation, status: 'lost' }],
  Orders: [orders, [...orders.slice(0, -1), { ...order(1000), side: 'hold' }]],
  Shape: [
    { kind: 'k9', a: 1, b: 'text' },
    { kind: 'k9', a: 1, b: 2 },
  ],
  Tree: [tree(5), { ...tree(5), children: [tree(4), { ...tree(4), children: [{ name: 1 }] }] }],
};
