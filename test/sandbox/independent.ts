import { createECDH, createPublicKey, verify } from 'node:crypto';
import elliptic from 'elliptic';
import sha3 from 'js-sha3';

/**
 * Libraries that share no code with the sandbox, by which tests verify what it signs. The declarations of some of them do not compile
 * without `skipLibCheck`, so the parts that tests use are declared here.
 */

type Hex = `0x${string}`;

/** Members of a transaction of EIP-1559. */
export interface TransactionFields {
  readonly type?: 'eip1559' | 'eip2930' | 'legacy';
  readonly chainId: number;
  readonly nonce?: number;
  readonly maxPriorityFeePerGas?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly gasPrice?: bigint;
  readonly gas?: bigint;
  readonly to?: string | null;
  readonly value?: bigint;
  readonly data?: string;
  readonly accessList?: readonly {
    readonly address: string;
    readonly storageKeys: readonly string[];
  }[];
}

interface Viem {
  getAddress(address: string): Hex;
  serializeTransaction(fields: TransactionFields): Hex;
  parseTransaction(serialized: string): TransactionFields & {
    readonly r: Hex;
    readonly s: Hex;
    readonly yParity: number;
  };
  recoverTransactionAddress(options: { readonly serializedTransaction: string }): Promise<Hex>;
  encodeFunctionData(options: {
    readonly abi: unknown;
    readonly functionName?: string;
    readonly args: readonly unknown[];
  }): Hex;
  parseAbi(lines: readonly string[]): unknown;
  getContractAddress(
    options:
      | { readonly from: string; readonly nonce: bigint }
      | {
          readonly opcode: 'CREATE2';
          readonly from: string;
          readonly salt: string;
          readonly bytecodeHash: string;
        },
  ): Hex;
  encodeAbiParameters(types: readonly { readonly type: string }[], values: readonly unknown[]): Hex;
  keccak256(bytes: string): Hex;
}

interface ViemAccountAbstraction {
  getUserOperationHash(options: {
    readonly chainId: number;
    readonly entryPointAddress: string;
    readonly entryPointVersion: '0.7';
    readonly userOperation: Readonly<Record<string, unknown>>;
  }): Hex;
}

interface ViemAccounts {
  privateKeyToAccount(key: string): {
    readonly address: Hex;
    sign(options: { readonly hash: string }): Promise<Hex>;
  };
}

const name = { viem: 'viem', abstraction: 'viem/account-abstraction', accounts: 'viem/accounts' };

export const viem = (await import(name.viem)) as Viem;
export const viemAccountAbstraction = (await import(name.abstraction)) as ViemAccountAbstraction;
export const viemAccounts = (await import(name.accounts)) as ViemAccounts;

/** Keccak-256 by js-sha3. */
export function keccak(bytes: Uint8Array): Buffer {
  return Buffer.from(sha3.keccak_256.arrayBuffer(bytes));
}

/** The address that signed a hash, by `elliptic`. */
export function recoverByElliptic(
  hash: Uint8Array,
  { r, s, parity }: { readonly r: string; readonly s: string; readonly parity: number },
): string {
  const curve = new elliptic.ec('secp256k1');
  const signature = { r: r.slice(2), s: s.slice(2) };
  const point = curve.recoverPubKey(hash, signature, parity) as { encode(form: 'hex'): string };
  return addressOfPoint(point.encode('hex'));
}

/** The address of an uncompressed public key. */
function addressOfPoint(hex: string): string {
  return `0x${keccak(Buffer.from(hex.slice(2), 'hex'))
    .toString('hex')
    .slice(-40)}`;
}

/** True if a signature of Ed25519 is valid, by OpenSSL. */
export function verifyByOpenSsl(
  message: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): boolean {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  const der = Buffer.concat([prefix, publicKey]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}

/** The address of a private key of secp256k1, by OpenSSL and js-sha3. */
export function addressByOpenSsl(privateKey: Uint8Array): string {
  const ecdh = createECDH('secp256k1');
  ecdh.setPrivateKey(privateKey);
  return addressOfPoint(ecdh.getPublicKey('hex'));
}

/** True if OpenSSL accepts a signature of secp256k1 over the SHA-256 digest of a message. It cannot verify other digests. */
export function verifyDigestByOpenSsl(
  message: Uint8Array,
  privateKey: Uint8Array,
  { r, s }: { readonly r: bigint; readonly s: bigint },
): boolean {
  const ecdh = createECDH('secp256k1');
  ecdh.setPrivateKey(privateKey);
  const prefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
  const der = Buffer.concat([prefix, ecdh.getPublicKey()]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signature = Buffer.from(
    [r, s].map((each) => each.toString(16).padStart(64, '0')).join(''),
    'hex',
  );
  return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** Parts of `@solana/web3.js`. */
interface SolanaWeb3 {
  readonly PublicKey: new (address: string | Uint8Array) => SolanaPublicKey;
  readonly Keypair: { fromSeed(seed: Uint8Array): { readonly publicKey: SolanaPublicKey } };
  readonly SystemProgram: {
    transfer(options: {
      readonly fromPubkey: SolanaPublicKey;
      readonly toPubkey: SolanaPublicKey;
      readonly lamports: bigint;
    }): SolanaInstruction;
  };
  readonly TransactionInstruction: new (fields: SolanaInstruction) => SolanaInstruction;
  readonly AddressLookupTableAccount: new (fields: object) => object;
  readonly Transaction: {
    new (fields: { readonly feePayer: SolanaPublicKey; readonly recentBlockhash: string }): {
      add(...instructions: SolanaInstruction[]): void;
      serialize(options: {
        readonly requireAllSignatures: boolean;
        readonly verifySignatures: boolean;
      }): Buffer;
    };
    from(bytes: Uint8Array): {
      readonly signatures: readonly { readonly signature: Buffer | null }[];
      serializeMessage(): Buffer;
      verifySignatures(requireAll: boolean): boolean;
    };
  };
  readonly TransactionMessage: new (fields: {
    readonly payerKey: SolanaPublicKey;
    readonly recentBlockhash: string;
    readonly instructions: readonly SolanaInstruction[];
  }) => { compileToV0Message(tables?: readonly object[]): object };
  readonly VersionedTransaction: {
    new (message: object): { serialize(): Uint8Array };
    deserialize(bytes: Uint8Array): {
      readonly signatures: readonly Uint8Array[];
      readonly message: { serialize(): Uint8Array };
    };
  };
}

export interface SolanaPublicKey {
  toBase58(): string;
  toBytes(): Uint8Array;
}

export interface SolanaInstruction {
  readonly programId: SolanaPublicKey;
  readonly keys: readonly {
    readonly pubkey: SolanaPublicKey;
    readonly isSigner: boolean;
    readonly isWritable: boolean;
  }[];
  readonly data: Buffer;
}

const solanaName: string = '@solana/web3.js';
const loaded = (await import(solanaName)) as SolanaWeb3 & { readonly default?: SolanaWeb3 };
export const solana: SolanaWeb3 = loaded.default ?? loaded;

interface EthereumJs {
  createEVM(options: { readonly common: object }): Promise<{
    readonly stateManager: {
      putAccount(address: object, account: object): Promise<void>;
      putCode(address: object, code: Uint8Array): Promise<void>;
    };
    runCall(options: { readonly to: object; readonly data: Uint8Array }): Promise<{
      readonly execResult: { readonly returnValue: Uint8Array; readonly exceptionError?: unknown };
    }>;
  }>;
}

interface EthereumJsCommon {
  readonly Mainnet: object;
  createCustomCommon(custom: { readonly chainId: number }, base: object): object;
}

interface EthereumJsUtil {
  createAddressFromString(address: string): object;
  createAccount(data: object): object;
}

const ethereum = {
  evm: '@ethereumjs/evm',
  common: '@ethereumjs/common',
  util: '@ethereumjs/util',
};

/** Runs the code of a contract on a chain, in `@ethereumjs/evm`. Returns what the contract returned. */
export async function runContract(
  code: string,
  {
    address,
    chainId,
    data,
  }: {
    readonly address: string;
    readonly chainId: number;
    readonly data: string;
  },
): Promise<string> {
  const { createEVM } = (await import(ethereum.evm)) as EthereumJs;
  const { createCustomCommon, Mainnet } = (await import(ethereum.common)) as EthereumJsCommon;
  const { createAddressFromString, createAccount } = (await import(
    ethereum.util
  )) as EthereumJsUtil;
  const evm = await createEVM({ common: createCustomCommon({ chainId }, Mainnet) });
  const to = createAddressFromString(address);
  await evm.stateManager.putAccount(to, createAccount({}));
  await evm.stateManager.putCode(to, bytesOf(code));
  const { execResult } = await evm.runCall({ to, data: bytesOf(data) });
  if (execResult.exceptionError !== undefined) throw new Error(String(execResult.exceptionError));
  return `0x${Buffer.from(execResult.returnValue).toString('hex')}`;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));
}
