import { type Decimal, parseDecimal } from '../numbers.js';
import type { CurrencyNetwork, CurrencyRow, ProductRow } from './state.js';

/** A decimal of this file. */
function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`"${text}" is not a decimal.`);
  return value;
}

function network(
  id: string,
  name: string,
  limits: readonly [minimum: string, maximum: string],
  changes: Partial<CurrencyNetwork> = {},
): CurrencyNetwork {
  return {
    id,
    name,
    status: 'online',
    contractAddress: '',
    destinationTagRegex: '',
    minWithdrawal: decimal(limits[0]),
    maxWithdrawal: decimal(limits[1]),
    confirmations: 14,
    processingSeconds: 180,
    ...changes,
  };
}

function currency(
  id: string,
  name: string,
  precision: string,
  networks: readonly CurrencyNetwork[],
  changes: Partial<CurrencyRow> = {},
): CurrencyRow {
  const [first] = networks;
  return {
    id,
    name,
    displayName: id,
    minSize: decimal(precision),
    precision: decimal(precision),
    maxWithdrawal: first?.maxWithdrawal ?? decimal('1000000'),
    status: 'online',
    message: '',
    convertibleTo: [],
    ...(first === undefined ? {} : { defaultNetwork: first.id }),
    networks,
    ...changes,
  };
}

function product(
  base: string,
  quote: string,
  increments: readonly [base: string, quote: string],
  changes: Partial<ProductRow> = {},
): ProductRow {
  return {
    id: `${base}-${quote}`,
    base,
    quote,
    displayName: `${base}-${quote}`,
    baseIncrement: decimal(increments[0]),
    quoteIncrement: decimal(increments[1]),
    minMarketFunds: decimal('1'),
    maxMarketFunds: decimal('1000000'),
    highBidLimitPercentage: decimal('5'),
    maxSlippage: decimal('1') / 50n,
    fxStablecoin: false,
    marginEnabled: false,
    postOnly: false,
    limitOnly: false,
    cancelOnly: false,
    tradingDisabled: false,
    status: 'online',
    statusMessage: '',
    ...changes,
  };
}

const million = ['1', '1000000'] as const;

/** Currencies of a new exchange. */
export const seededCurrencies: readonly CurrencyRow[] = [
  currency('USD', 'United States Dollar', '0.01', [], { convertibleTo: ['USDC'] }),
  currency(
    'USDC',
    'USD Coin',
    '0.000001',
    [
      network('ethereum', 'Ethereum', million, {
        contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      }),
      network('base', 'Base', million, {
        contractAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      }),
      network('solana', 'Solana', million, {
        contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      }),
    ],
    { convertibleTo: ['USD'] },
  ),
  currency('BTC', 'Bitcoin', '0.00000001', [
    network('bitcoin', 'Bitcoin', ['0.0001', '2400'], { confirmations: 2, processingSeconds: 0 }),
  ]),
  currency('ETH', 'Ether', '0.00000001', [
    network('ethereum', 'Ethereum', ['0.001', '7450']),
    network('base', 'Base', ['0.0001', '7450']),
  ]),
  currency('SOL', 'Solana', '0.00000001', [network('solana', 'Solana', ['0.01', '40000'])]),
  currency('XRP', 'XRP', '0.000001', [
    network('ripple', 'Ripple', ['22', '10000000'], { destinationTagRegex: '^\\d{1,10}$' }),
  ]),
  currency('CBETH', 'Staked Ether', '0.00000001', [
    network('ethereum', 'Ethereum', ['0.001', '7450'], {
      contractAddress: '0xbe9895146f7af43049ca1c1ae358b0541ea49704',
    }),
  ]),
];

/** Products of a new exchange. */
export const seededProducts: readonly ProductRow[] = [
  product('BTC', 'USD', ['0.00000001', '0.01'], { makerFeeBps: decimal('2') }),
  product('ETH', 'USD', ['0.00000001', '0.01'], { makerFeeBps: decimal('2') }),
  product('SOL', 'USD', ['0.00000001', '0.01']),
  product('XRP', 'USD', ['0.000001', '0.0001']),
  product('BTC', 'USDC', ['0.00000001', '0.01'], { fxStablecoin: true }),
  product('ETH', 'USDC', ['0.00000001', '0.01'], { fxStablecoin: true }),
  product('ETH', 'BTC', ['0.00000001', '0.00001'], {
    minMarketFunds: decimal('0.00001'),
    maxMarketFunds: decimal('50'),
  }),
];
