import { isErrorBody as isExchangeError } from '@platform/exchange/validators';
import { isErrorBody, isErrorBodyV1 } from '@platform/platform/validators';
import { describe, expect, test } from 'vitest';
import { diskHost } from '../../../generator/host/disk.js';
import { createSources } from '../../../generator/load/sources.js';
import type { Operation } from '../../../generator/model/api.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import { describe as read } from '../../spec/description.js';

type Surface = 'version 1' | 'version 2' | 'exchange';

/** A refusal of a stateful server over REST, and the operations that need it. */
interface RestRefusal {
  readonly code: string;
  readonly surface: Surface;
  readonly of: (operation: Operation) => boolean;
  readonly status: number;
  /** Type of the error for programs: a code of the platform, or a text of the exchange; none if the server chooses the text. */
  readonly says?: string;
}

const host = diskHost('.');

function operationsOf(path: string): readonly Operation[] {
  const sources = createSources(host);
  const entry = sources.entry(path).value;
  const api = entry === undefined ? undefined : readApi(sources, entry).value;
  if (api === undefined) throw new Error(`${path} cannot be read`);
  return api.operations.filter(({ sentBy }) => sentBy === 'client');
}

const platform = operationsOf('spec/platform/openapi.yaml');
const isVersion1 = (operation: Operation): boolean => pathOf(operation).includes('/v1/');
const operations: Readonly<Record<Surface, readonly Operation[]>> = {
  'version 1': platform.filter(isVersion1),
  'version 2': platform.filter((operation) => !isVersion1(operation)),
  exchange: operationsOf('spec/exchange/rest.openapi.yaml'),
};

function pathOf({ binding }: Operation): string {
  if (binding.kind !== 'http' || !('parts' in binding.target)) throw new Error('no path');
  return binding.target.parts
    .map((part) => (typeof part === 'string' ? part : `{${part.parameter}}`))
    .join('');
}

const all = (): boolean => true;
const named =
  (...ids: readonly string[]) =>
  ({ id = '' }: Operation): boolean =>
    ids.includes(id);
const withKey = ({ security }: Operation): boolean => security.length > 0;
const withPath = ({ parameters }: Operation): boolean =>
  parameters.some((each) => each.in === 'path');
const repeatable = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === 'X-Idempotency-Key');

/** Refusals by code, as the sandbox's design lists them in its table of surfaces. */
const refusals: readonly RestRefusal[] = [
  { code: 'unauthenticated', surface: 'version 2', of: all, status: 401, says: 'unauthorized' },
  { code: 'unauthenticated', surface: 'version 1', of: all, status: 401, says: 'unauthorized' },
  ...[
    'Invalid API Key',
    'invalid signature',
    'Invalid Passphrase',
    'request timestamp expired',
  ].map((says): RestRefusal => ({
    code: 'unauthenticated',
    surface: 'exchange',
    of: withKey,
    status: 401,
    says,
  })),
  { code: 'forbidden', surface: 'version 2', of: all, status: 403, says: 'forbidden' },
  { code: 'forbidden', surface: 'version 1', of: all, status: 403, says: 'unauthorized' },
  { code: 'forbidden', surface: 'exchange', of: withKey, status: 403, says: 'Forbidden' },
  {
    code: 'policy-rejects',
    surface: 'version 2',
    of: named('signEvmTransaction'),
    status: 403,
    says: 'policy_violation',
  },
  { code: 'not-found', surface: 'version 2', of: withPath, status: 404, says: 'not_found' },
  { code: 'not-found', surface: 'version 1', of: withPath, status: 404, says: 'not_found' },
  { code: 'not-found', surface: 'exchange', of: withPath, status: 404, says: 'NotFound' },
  {
    code: 'not-found',
    surface: 'exchange',
    of: named('getOrder', 'cancelOrder', 'getOrderByClientOid', 'cancelOrderByClientOid'),
    status: 404,
    says: 'order not found',
  },
  {
    code: 'unknown-product',
    surface: 'exchange',
    of: named('getProductBook', 'getProductTicker', 'getProductStats'),
    status: 404,
    says: 'Product not found',
  },
  {
    code: 'unknown-product',
    surface: 'exchange',
    of: named('createOrder'),
    status: 400,
    says: 'Product not found',
  },
  { code: 'form', surface: 'version 2', of: all, status: 400, says: 'invalid_request' },
  { code: 'form', surface: 'version 1', of: all, status: 400, says: 'malformed_request' },
  { code: 'form', surface: 'exchange', of: all, status: 400 },
  {
    code: 'malformed-transaction',
    surface: 'version 2',
    of: named('signEvmTransaction'),
    status: 400,
    says: 'malformed_transaction',
  },
  {
    code: 'already-exists',
    surface: 'version 2',
    of: named(
      'createPolicy',
      'createEvmAccount',
      'updateEvmAccount',
      'createSolanaAccount',
      'updateSolanaAccount',
      'createEvmSmartAccount',
    ),
    status: 409,
    says: 'already_exists',
  },
  {
    code: 'already-exists',
    surface: 'exchange',
    of: named('addAddresses', 'openLoan', 'repayLoanPrincipal', 'submitTravelRule'),
    status: 400,
  },
  {
    code: 'in-use',
    surface: 'version 2',
    of: named('deletePolicy'),
    status: 400,
    says: 'policy_in_use',
  },
  {
    code: 'too-many',
    surface: 'version 1',
    of: named('createWebhook'),
    status: 429,
    says: 'resource_exhausted',
  },
  {
    code: 'too-many',
    surface: 'exchange',
    of: named('createReport'),
    status: 400,
    says: 'too many reports',
  },
  ...[
    ['duplicate-client-id', 'duplicate client_oid'],
    ['too-many-open', 'too many open orders'],
    ['insufficient-funds', 'Insufficient funds'],
    ['increment', 'price too precise'],
    ['increment', 'size too precise'],
    ['minimum', 'size is too small'],
    ['minimum', 'price too small'],
    ['product-state', 'Cancel only mode'],
    ['product-state', 'Trading pair not available'],
  ].map(([code = '', says = '']): RestRefusal => ({
    code,
    surface: 'exchange',
    of: named('createOrder'),
    status: 400,
    says,
  })),
  {
    code: 'insufficient-funds',
    surface: 'exchange',
    of: named('createCryptoWithdrawal', 'createStakeWrap', 'openLoan', 'repayLoanPrincipal'),
    status: 400,
    says: 'Insufficient funds',
  },
  {
    code: 'already-done',
    surface: 'exchange',
    of: named('cancelOrder', 'cancelOrderByClientOid'),
    status: 400,
    says: 'Order already done',
  },
  {
    code: 'travel-rule',
    surface: 'exchange',
    of: named('createCryptoWithdrawal'),
    status: 400,
    says: 'missing fields to satisfy travel rule requirements',
  },
  {
    code: 'restricted',
    surface: 'exchange',
    of: named('createCryptoWithdrawal'),
    status: 403,
    says: 'Forbidden',
  },
  {
    code: 'page-token',
    surface: 'version 2',
    of: named('listPolicies'),
    status: 400,
    says: 'invalid_request',
  },
  {
    code: 'page-token',
    surface: 'version 1',
    of: named('listWebhooks'),
    status: 400,
    says: 'invalid_page_token',
  },
  {
    code: 'page-token',
    surface: 'exchange',
    of: ({ pagination }) => pagination !== undefined,
    status: 400,
  },
  { code: 'rate', surface: 'version 2', of: all, status: 429, says: 'rate_limit_exceeded' },
  { code: 'rate', surface: 'version 1', of: all, status: 429, says: 'resource_exhausted' },
  {
    code: 'rate',
    surface: 'exchange',
    of: withKey,
    status: 429,
    says: 'Private rate limit exceeded',
  },
  {
    code: 'rate',
    surface: 'exchange',
    of: (operation) => !withKey(operation),
    status: 429,
    says: 'Public rate limit exceeded',
  },
  {
    code: 'once-mismatch',
    surface: 'version 2',
    of: repeatable,
    status: 422,
    says: 'idempotency_error',
  },
  {
    code: 'once-running',
    surface: 'version 2',
    of: repeatable,
    status: 409,
    says: 'already_exists',
  },
  { code: 'maintenance', surface: 'version 2', of: all, status: 503, says: 'service_unavailable' },
  { code: 'maintenance', surface: 'version 1', of: all, status: 503, says: 'internal' },
  { code: 'maintenance', surface: 'exchange', of: all, status: 503, says: 'under maintenance' },
];

const listed: Readonly<Record<Surface, readonly unknown[]>> = {
  'version 2': listedIn('spec/platform/openapi.yaml', 'ErrorType'),
  'version 1': listedIn('spec/platform/openapi.yaml', 'ErrorCodeV1'),
  exchange: listedIn('spec/exchange/rest.openapi.yaml', 'ErrorMessage'),
};

function listedIn(path: string, schema: string): readonly unknown[] {
  const values = read(host, path).find(`${schema}#/anyOf/0/enum`)?.value;
  if (!Array.isArray(values)) throw new Error(`${schema} lists no values`);
  return values;
}

/** The body of an error, and whether the package's validator accepts it. */
function isBody(surface: Surface, says: string): boolean {
  switch (surface) {
    case 'version 1':
      return isErrorBodyV1({ code: says, message: 'Why.', correlation_id: '1' });
    case 'version 2':
      return isErrorBody({ errorType: says, errorMessage: 'Why.', correlationId: '1' });
    case 'exchange':
      return isExchangeError({ message: says });
  }
}

describe('refusals over REST', () => {
  test.each(refusals)('$surface declares $status for $code', ({ surface, of, status, says }) => {
    const needing = operations[surface].filter(of);
    expect(needing).not.toEqual([]);
    const lacking = needing.filter(
      ({ outcomes }) =>
        !outcomes.some(
          ({ when }) => 'status' in when && (when.status === status || when.status === 'default'),
        ),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
    if (says === undefined) return;
    expect(listed[surface]).toContain(says);
    expect(isBody(surface, says)).toBe(true);
  });
});
