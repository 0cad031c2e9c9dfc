import type { AddressFormat } from './domain/cryptography/addresses.js';
import { type Decimal, one } from './domain/numbers.js';
import type { Progress } from './domain/progress/state.js';
import { day, hour, type Instant, second } from './domain/time.js';
import type { TravelRow } from './domain/travel-rule/rules.js';
import type { WrappedAssetRow } from './domain/wrapped-assets/state.js';

/** Decisions that neither the specification nor public facts make, each under the name of its rule. */
export const settings: {
  /** Time for which a response is stored under its idempotency key. */
  readonly 'once-1': { readonly lifetime: Instant };
  /** Number of entries before the snapshot that are checked before anything is served, the newest ones. */
  readonly 'journal-4': { readonly checkedFirst: number };
  /** Number of entries between two snapshots. */
  readonly 'journal-6': { readonly snapshotInterval: number };
  /** Milliseconds between two looks of a follower at who leads. */
  readonly 'journal-12': { readonly pollInterval: number };
  /** Number of policies in a page, at most, whatever a request asks for. */
  readonly 'policies-12': { readonly maxPageSize: number };
  /** The entry point that user operations are for, who sends their transactions, and the gas that they are prepared with. */
  readonly 'user-operations-2': {
    readonly entryPoint: string;
    readonly bundler: string;
    readonly gas: {
      readonly verificationGasLimit: bigint;
      readonly callGasLimit: bigint;
      readonly preVerificationGas: bigint;
      readonly maxPriorityFeePerGas: bigint;
      readonly maxFeePerGas: bigint;
    };
  };
  /** How user operations advance in a new sandbox: without the control plane or not, and the time that each step takes. */
  readonly 'user-operations-6': {
    readonly mode: 'automatic' | 'manual';
    readonly delays: {
      readonly sign: Instant;
      readonly broadcast: Instant;
      readonly include: Instant;
    };
  };
  /**
   * Refusals a second that are sent to an address at once, and how many more at first; and the milliseconds that any other one waits at most.
   */
  readonly 'limits-5': { readonly rate: number; readonly burst: number; readonly maxWait: number };
  /** Formats of addresses, by network. On other networks, an address is any text without spaces. */
  readonly 'transfers-2': { readonly formats: { readonly [network: string]: AddressFormat } };
  /** What a user may withdraw in a sliding window, by currency. Other currencies have no such limit. */
  readonly 'transfers-3': {
    readonly periodInDays: number;
    readonly limits: { readonly [currency: string]: Decimal };
  };
  /** Network fees in the currency itself, by currency and network. Others are free. */
  readonly 'transfers-4': {
    readonly fees: { readonly [currency: string]: { readonly [network: string]: Decimal } };
  };
  /** How transfers, stake-wraps and reports advance in a new sandbox. */
  readonly 'transfers-6': Progress;
  /** Assets of the sandbox's networks, by currency, and the address of the exchange on them. */
  readonly 'transfers-7': {
    readonly assets: { readonly [currency: string]: string };
    readonly wallet: string;
  };
  /** Countries in which an entry of the address book must say who holds the address, and whether withdrawals go to entries only. */
  readonly 'transfers-8': { readonly countries: readonly string[]; readonly bookOnly: boolean };
  /** When the travel rule requires information: the first row that matches decides. Intermediaries always tell the further members. */
  readonly 'travel-rule-1': {
    readonly rows: readonly TravelRow[];
    readonly intermediary: readonly string[];
  };
  /** Fees of conversions as fractions, by the net volume in US dollars from which they apply, in ascending order. */
  readonly 'conversions-2': {
    readonly tiers: readonly { readonly volume: Decimal; readonly rate: Decimal }[];
  };
  /** What can be borrowed and on which terms, what is accepted as collateral, and how much of it a debt needs. */
  readonly 'loans-1': {
    readonly currencies: {
      readonly [currency: string]: {
        /** Annual interest as a fraction. */
        readonly rate: Decimal;
        readonly min: Decimal;
        readonly max: Decimal;
      };
    };
    readonly termInDays: number;
    /** Part of the value that does not count, by currency. */
    readonly haircuts: { readonly [currency: string]: Decimal };
    /** Collateral as a percentage of the debt, at least. */
    readonly requiredPercentage: bigint;
  };
  /** Time for which the file of a report can be downloaded. */
  readonly 'reports-1': { readonly lifetime: Instant };
  /** Wrapped assets of a new exchange. */
  readonly 'wrapped-assets-1': { readonly assets: readonly WrappedAssetRow[] };
  /** Number of balances in a page, unless a request asks for another. */
  readonly 'assets-3': { readonly pageSize: number };
  /** Pauses of deliveries in milliseconds, and the number of attempts at the same time, in all and of one webhook. */
  readonly 'webhooks-8': {
    readonly delay: number;
    readonly maxDelay: number;
    readonly maxRetryAfter: number;
    readonly attemptTimeout: number;
    readonly concurrency: number;
    readonly perWebhook: number;
  };
  /** Time for which an order can be read that was rejected, or cancelled without fills. */
  readonly 'orders-15': { readonly rejected: Instant; readonly canceled: Instant };
  /** Fee rates by the volume of 30 days in US dollars, from which they are valid; ascending, from 0 on. */
  readonly 'fees-1': {
    readonly tiers: readonly {
      readonly volume: Decimal;
      readonly maker: Decimal;
      readonly taker: Decimal;
    }[];
  };
  /** Time for which a finished delivery is kept. */
  readonly 'webhooks-12': { readonly retention: Instant };
  /** Milliseconds after which connections of a process that does not respond are counted no longer. */
  readonly 'fix-2': { readonly lease: number };
  /** Number of messages that may wait for the peer of a FIX session. */
  readonly 'fix-15': { readonly maxWaiting: number };
  /** Number of recent requests that are remembered. */
  readonly 'page-3': { readonly maxRequests: number };
  /**
   * Milliseconds between two turns of the market's bots: for a time after the start, later, and after something has failed. How often each
   * bot has its turn, in proportion to the others. The levels with which an empty book is opened, and the turns in which the maker then
   * completes it.
   */
  readonly 'start-1': {
    readonly lively: number;
    readonly livelyFor: number;
    readonly calm: number;
    readonly retry: number;
    readonly shares: { readonly [Role in 'maker' | 'taker' | 'noise' | 'trend']: number };
    readonly firstLevels: number;
    readonly fillingTurns: number;
  };
} = {
  'once-1': { lifetime: 24 * hour },
  'journal-4': { checkedFirst: 100_000 },
  'journal-6': { snapshotInterval: 100_000 },
  'journal-12': { pollInterval: 500 },
  'policies-12': { maxPageSize: 100 },
  'user-operations-2': {
    entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032',
    bundler: '0x00000000000000000000000000000000000b0b1e',
    gas: {
      verificationGasLimit: 500_000n,
      callGasLimit: 300_000n,
      preVerificationGas: 60_000n,
      maxPriorityFeePerGas: 1_000_000n,
      maxFeePerGas: 20_000_000n,
    },
  },
  'user-operations-6': {
    mode: 'automatic',
    delays: { sign: second, broadcast: second, include: 2 * second },
  },
  'limits-5': { rate: 50, burst: 100, maxWait: 1000 },
  'transfers-2': {
    formats: {
      bitcoin: 'bitcoin',
      litecoin: 'litecoin',
      dogecoin: 'dogecoin',
      ethereum: 'evm',
      base: 'evm',
      'base-sepolia': 'evm',
      polygon: 'evm',
      arbitrum: 'evm',
      optimism: 'evm',
      avacchain: 'evm',
      tron: 'tron',
      solana: 'solana',
      ripple: 'ripple',
      stellar: 'stellar',
      cosmos: 'cosmos',
    },
  },
  'transfers-3': {
    periodInDays: 1,
    limits: {
      BTC: 100n * one,
      ETH: 1000n * one,
      USDC: 10_000_000n * one,
      XRP: 1_000_000n * one,
      SOL: 10_000n * one,
    },
  },
  'transfers-4': {
    fees: {
      BTC: { bitcoin: one / 10_000n },
      ETH: { ethereum: one / 1000n, base: one / 100_000n },
      USDC: { ethereum: (5n * one) / 2n, base: one / 100n, solana: one / 10n },
      XRP: { ripple: one / 50n },
      SOL: { solana: one / 1000n },
    },
  },
  'transfers-6': {
    mode: 'automatic',
    delays: {
      'send-transfer': second,
      'finish-transfer': 2 * second,
      'complete-stake-wrap': 2 * second,
      'start-report': second,
      'finish-report': second,
    },
  },
  'transfers-7': {
    assets: { ETH: 'eth', USDC: 'usdc' },
    wallet: '0x00000000000000000000000000000000000e0c4a',
  },
  'transfers-8': { countries: ['DE', 'FR', 'JP'], bookOnly: false },
  'travel-rule-1': {
    rows: [
      {
        country: 'DE',
        threshold: 0n,
        deposit: ['originator_address', 'originator_country', 'originator_name'],
        withdrawal: ['beneficiary_address', 'beneficiary_name', 'transfer_purpose'],
      },
      {
        country: 'GB',
        provider: 'US',
        threshold: 3000n * one,
        deposit: ['originator_country', 'originator_name'],
        withdrawal: ['beneficiary_name'],
      },
      {
        country: 'GB',
        threshold: 1000n * one,
        deposit: ['originator_country', 'originator_name', 'vasp_id'],
        withdrawal: ['beneficiary_name', 'transfer_purpose'],
      },
    ],
    intermediary: ['originator_name'],
  },
  'conversions-2': {
    tiers: [
      { volume: 0n, rate: one / 1000n },
      { volume: 1_000_000n * one, rate: one / 2000n },
      { volume: 10_000_000n * one, rate: one / 5000n },
    ],
  },
  'loans-1': {
    currencies: {
      BTC: { rate: (6n * one) / 100n, min: one / 100n, max: 25n * one },
      ETH: { rate: (7n * one) / 100n, min: one / 10n, max: 500n * one },
      USDC: { rate: (8n * one) / 100n, min: 100n * one, max: 1_000_000n * one },
    },
    termInDays: 90,
    haircuts: { BTC: one / 10n, ETH: (15n * one) / 100n, USD: 0n, USDC: 0n },
    requiredPercentage: 125n,
  },
  'reports-1': { lifetime: 30 * day },
  'wrapped-assets-1': {
    assets: [
      {
        id: 'CBETH',
        underlying: 'ETH',
        rate: (10_875n * one) / 10_000n,
        totalSupply: 1_200_000n * one,
        circulatingSupply: (11_684_325n * one) / 10n,
      },
    ],
  },
  'assets-3': { pageSize: 25 },
  'webhooks-8': {
    delay: 1000,
    maxDelay: 3_600_000,
    maxRetryAfter: 3_600_000,
    attemptTimeout: 15_000,
    concurrency: 32,
    perWebhook: 4,
  },
  'orders-15': { rejected: hour, canceled: day },
  'fees-1': {
    tiers: [
      { volume: 0n, maker: bps(40n), taker: bps(60n) },
      { volume: 10_000n * one, maker: bps(25n), taker: bps(40n) },
      { volume: 50_000n * one, maker: bps(15n), taker: bps(25n) },
      { volume: 100_000n * one, maker: bps(10n), taker: bps(20n) },
      { volume: 1_000_000n * one, maker: bps(8n), taker: bps(18n) },
      { volume: 20_000_000n * one, maker: bps(5n), taker: bps(15n) },
      { volume: 100_000_000n * one, maker: 0n, taker: bps(10n) },
    ],
  },
  'webhooks-12': { retention: 7 * day },
  'fix-2': { lease: 9000 },
  'fix-15': { maxWaiting: 10_000 },
  'page-3': { maxRequests: 500 },
  'start-1': {
    lively: 300,
    livelyFor: 3_600_000,
    calm: 5000,
    retry: 5000,
    shares: { maker: 4, taker: 3, noise: 4, trend: 2 },
    firstLevels: 2,
    fillingTurns: 3,
  },
};

/** A rate of hundredths of a percent. */
function bps(count: bigint): Decimal {
  return (count * one) / 10_000n;
}
