import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** An account whose key the platform stores, on EVM networks or on Solana. */
export interface AccountRow {
  readonly project: string;
  /** On EVM networks in lower case; on Solana in base58. */
  readonly address: string;
  /** Number of its key: that of the entry which created it. The key is derived from it and the seed (secrets-1). */
  readonly key: number;
  readonly name?: string | undefined;
  /** Its policy of scope `account`. */
  readonly policy?: string | undefined;
  readonly createdAt: Instant;
}

/** A smart account. */
export interface SmartAccountRow {
  readonly project: string;
  /** In lower case. */
  readonly address: string;
  /** In lower case. */
  readonly owner: string;
  /** Number of the account among those of its owner. */
  readonly salt: number;
  readonly name?: string | undefined;
  readonly createdAt: Instant;
}

/** State of the subject `accounts`. */
export interface AccountsState {
  /** By address. */
  readonly evm: Table<AccountRow>;
  readonly evmByProject: Index<AccountRow>;
  /** By {@link nameKey}. */
  readonly evmByName: UniqueIndex<AccountRow>;
  readonly evmByPolicy: Index<AccountRow>;
  /** By address. */
  readonly solana: Table<AccountRow>;
  readonly solanaByProject: Index<AccountRow>;
  readonly solanaByName: UniqueIndex<AccountRow>;
  readonly solanaByPolicy: Index<AccountRow>;
  /** By address. */
  readonly smart: Table<SmartAccountRow>;
  readonly smartByProject: Index<SmartAccountRow>;
  readonly smartByName: UniqueIndex<SmartAccountRow>;
  readonly smartByOwner: Index<SmartAccountRow>;
}

export function createAccounts(): AccountsState {
  const evm = new Table<AccountRow>();
  const solana = new Table<AccountRow>();
  const smart = new Table<SmartAccountRow>();
  return {
    evm,
    evmByProject: evm.index(({ project }) => project),
    evmByName: evm.unique(nameKey),
    evmByPolicy: evm.index(({ policy }) => policy),
    solana,
    solanaByProject: solana.index(({ project }) => project),
    solanaByName: solana.unique(nameKey),
    solanaByPolicy: solana.index(({ policy }) => policy),
    smart,
    smartByProject: smart.index(({ project }) => project),
    smartByName: smart.unique(nameKey),
    smartByOwner: smart.index(({ owner }) => owner),
  };
}

/** A name within its project; `undefined` for an account without a name. */
export function nameKey({
  project,
  name,
}: {
  readonly project: string;
  readonly name?: string | undefined;
}): string | undefined {
  return name === undefined ? undefined : `${project} ${name}`;
}
