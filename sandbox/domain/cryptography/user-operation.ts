import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { type AbiValue, encodeArguments } from './abi.js';
import { numberOf, printHex, wordOf } from './hex.js';
import { bytesOf, selector } from './smart-account.js';

/** A call of a smart account. */
export interface SmartAccountCall {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** A user operation as the entry point of ERC-4337, version 0.7, hashes it. Bytes are hexadecimal with the prefix `0x`. */
export interface PackedUserOperation {
  readonly sender: string;
  readonly nonce: bigint;
  /** What deploys the account; `0x` if it is deployed. */
  readonly initCode: string;
  readonly callData: string;
  readonly gas: UserOperationGas;
  readonly paymasterAndData: string;
}

/** Limits and prices of gas. */
export interface UserOperationGas {
  readonly verificationGasLimit: bigint;
  readonly callGasLimit: bigint;
  readonly preVerificationGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
}

/** The hash of a user operation: what the owner of the account signs. */
export function userOperationHash(
  { sender, nonce, initCode, callData, gas, paymasterAndData }: PackedUserOperation,
  entryPoint: string,
  chainId: bigint,
): string {
  const packed = encodeArguments([
    numberOf(bytesOf(sender)),
    nonce,
    hashOf(initCode),
    hashOf(callData),
    pair(gas.verificationGasLimit, gas.callGasLimit),
    gas.preVerificationGas,
    pair(gas.maxPriorityFeePerGas, gas.maxFeePerGas),
    hashOf(paymasterAndData),
  ]);
  const bound = [numberOf(keccak_256(packed)), numberOf(bytesOf(entryPoint)), chainId];
  return printHex(keccak_256(encodeArguments(bound)));
}

/** What the account is called with: `execute(address,uint256,bytes)`, or `executeBatch` for several calls. */
export function callDataOf(calls: readonly SmartAccountCall[]): string {
  const [first, ...others] = calls.map(({ to, value, data }): readonly AbiValue[] => [
    numberOf(bytesOf(to)),
    value,
    bytesOf(data),
  ]);
  if (first !== undefined && others.length === 0)
    return printHex(
      concatBytes(selector('execute(address,uint256,bytes)'), encodeArguments(first)),
    );
  const list = [first ?? [], ...others].map((tuple) => ({ tuple }));
  const signature = 'executeBatch((address,uint256,bytes)[])';
  return printHex(concatBytes(selector(signature), encodeArguments([{ list }])));
}

/** What a bundler calls the entry point with: `handleOps` for one operation. */
export function handleOpsCall(
  { sender, nonce, initCode, callData, gas, paymasterAndData }: PackedUserOperation,
  signature: string,
  beneficiary: string,
): string {
  const tuple: readonly AbiValue[] = [
    numberOf(bytesOf(sender)),
    nonce,
    bytesOf(initCode),
    bytesOf(callData),
    pair(gas.verificationGasLimit, gas.callGasLimit),
    gas.preVerificationGas,
    pair(gas.maxPriorityFeePerGas, gas.maxFeePerGas),
    bytesOf(paymasterAndData),
    bytesOf(signature),
  ];
  const operation = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)';
  const name = selector(`handleOps(${operation}[],address)`);
  const values = [{ list: [{ tuple }] }, numberOf(bytesOf(beneficiary))];
  return printHex(concatBytes(name, encodeArguments(values)));
}

function hashOf(hex: string): bigint {
  return numberOf(keccak_256(bytesOf(hex)));
}

/** Two numbers of 128 bits in one word. */
function pair(high: bigint, low: bigint): bigint {
  return numberOf(wordOf((high << 128n) | low));
}
