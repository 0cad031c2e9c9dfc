import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recipientsOf } from '../../sandbox/domain/cryptography/solana-recipients.js';
import { readSolanaTransaction } from '../../sandbox/domain/cryptography/solana-transaction.js';
import { randomRuns } from '../rounds.js';
import {
  solana,
  type SolanaInstruction,
  type SolanaPublicKey,
  verifyByOpenSsl,
} from './independent.js';
import { World } from './world.js';

const blockhash = keyOf(99).toBase58();
const tokenProgram = new solana.PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const otherProgram = keyOf(98);

/** A key that only this test knows, by its number. */
function keyOf(number: number): SolanaPublicKey {
  return solana.Keypair.fromSeed(new Uint8Array(32).fill(number)).publicKey;
}

function transfer(from: SolanaPublicKey, to: SolanaPublicKey): SolanaInstruction {
  return solana.SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 5n });
}

/** An instruction of another program: accounts with what it may do to them. */
function instruction(
  programId: SolanaPublicKey,
  data: readonly number[],
  ...accounts: readonly (readonly [SolanaPublicKey, 'writable' | 'readonly', 'signer'?])[]
): SolanaInstruction {
  const keys = accounts.map(([pubkey, use, signer]) => ({
    pubkey,
    isSigner: signer === 'signer',
    isWritable: use === 'writable',
  }));
  return new solana.TransactionInstruction({ programId, keys, data: Buffer.from(data) });
}

function legacy(payer: SolanaPublicKey, ...instructions: SolanaInstruction[]): string {
  const transaction = new solana.Transaction({ feePayer: payer, recentBlockhash: blockhash });
  transaction.add(...instructions);
  const options = { requireAllSignatures: false, verifySignatures: false };
  return transaction.serialize(options).toString('base64');
}

function version0(
  payer: SolanaPublicKey,
  instructions: readonly SolanaInstruction[],
  table: readonly SolanaPublicKey[] = [],
): string {
  const message = new solana.TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions,
  }).compileToV0Message(
    table.length === 0
      ? []
      : [
          new solana.AddressLookupTableAccount({
            key: keyOf(97),
            state: {
              deactivationSlot: 2n ** 64n - 1n,
              lastExtendedSlot: 0,
              lastExtendedSlotStartIndex: 0,
              addresses: table,
            },
          }),
        ],
  );
  return Buffer.from(new solana.VersionedTransaction(message).serialize()).toString('base64');
}

function newAccount(world: World, accountPolicy?: string): SolanaPublicKey {
  const { address } = world.ok('accounts.create-solana', { project: 'p', accountPolicy });
  return new solana.PublicKey(address);
}

function sign(world: World, account: SolanaPublicKey, transaction: string): string {
  const data = { project: 'p', address: account.toBase58(), transaction };
  const outcome = world.send('accounts.sign-solana', data);
  return outcome.ok ? outcome.result.signedTransaction : outcome.refusal.code;
}

function recipients(payer: SolanaPublicKey, transaction: string): readonly (string | null)[] {
  return recipientsOf(readSolanaTransaction(transaction, payer.toBase58()).message);
}

describe('Solana', () => {
  test('accounts-5: legacy messages and those of version 0 are signed, as independent libraries verify', () => {
    const world = new World();
    const account = newAccount(world);
    const to = keyOf(1);
    for (const transaction of [
      legacy(account, transfer(account, to)),
      version0(account, [transfer(account, to)]),
      version0(account, [transfer(account, to)], [to]),
    ]) {
      const signed = Buffer.from(sign(world, account, transaction), 'base64');
      expect(sign(world, account, transaction)).toBe(signed.toString('base64'));
      const { signatures, message } = solana.VersionedTransaction.deserialize(signed);
      const bytes = message.serialize();
      expect(verifyByOpenSsl(bytes, account.toBytes(), signatures[0] ?? Buffer.alloc(0))).toBe(
        true,
      );
      const given = solana.VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
      expect(Buffer.from(bytes)).toEqual(Buffer.from(given.message.serialize()));
    }
    const signed = sign(world, account, legacy(account, transfer(account, to)));
    const parsed = solana.Transaction.from(Buffer.from(signed, 'base64'));
    expect(parsed.verifySignatures(true)).toBe(true);
  });

  test('accounts-5: each signer has its place, and other signatures stay', () => {
    const world = new World();
    const [payer, second] = [newAccount(world), newAccount(world)];
    const transaction = legacy(payer, transfer(second, keyOf(1)));
    const once = sign(world, second, transaction);
    const both = sign(world, payer, once);
    const { signatures } = solana.Transaction.from(Buffer.from(once, 'base64'));
    expect(signatures.map(({ signature }) => signature !== null)).toEqual([false, true]);
    expect(solana.Transaction.from(Buffer.from(both, 'base64')).verifySignatures(true)).toBe(true);
  });

  test('accounts-5: anything else is malformed', () => {
    const world = new World();
    const account = newAccount(world);
    const good = legacy(account, transfer(account, keyOf(1)));
    const bytes = Buffer.from(good, 'base64');
    const changed = (change: (copy: Buffer) => void): string => {
      const copy = Buffer.from(bytes);
      change(copy);
      return copy.toString('base64');
    };
    const cases: readonly (readonly [string, string])[] = [
      ['%', 'It is not base64.'],
      ['', 'It ends too early.'],
      [bytes.subarray(0, -1).toString('base64'), 'It ends too early.'],
      [Buffer.concat([bytes, Buffer.of(0)]).toString('base64'), 'It has trailing bytes.'],
      [Buffer.alloc(1233).toString('base64'), 'It has more than 1232 bytes.'],
      [legacy(keyOf(2), transfer(keyOf(2), keyOf(1))), 'The account is none of its signers.'],
      [changed((copy) => (copy[65] = 2)), 'It has 1 places for signatures, and 2 signers.'],
      [changed((copy) => (copy[65] = 0x81)), 'Its version 1 is unknown'],
      [changed((copy) => (copy[66] = 1)), 'The counts of its header'],
      [changed((copy) => (copy[0] = 0)), 'its'],
    ];
    for (const [transaction, problem] of cases.slice(0, -1)) {
      const data = { project: 'p', address: account.toBase58(), transaction };
      const refusal = world.refused('accounts.sign-solana', data);
      expect(refusal).toMatchObject({ code: 'malformed-transaction' });
      expect(JSON.stringify(refusal.data), transaction).toContain(problem);
    }
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const transaction = changed((copy) => (copy[at] = byte));
        expect(sign(world, account, transaction)).toMatch(
          /^(?:malformed-transaction|[A-Za-z0-9+/]{200,}=*)$/,
        );
      }),
      randomRuns(300),
    );
  });

  test('policies-7: recipients are destinations of transfers, and whatever else can be changed', () => {
    const payer = keyOf(1);
    const [to, mint, token, program] = [keyOf(2), keyOf(3), keyOf(4), keyOf(5)];
    const names = (...keys: SolanaPublicKey[]): string[] => keys.map((key) => key.toBase58());
    const source = keyOf(6);
    expect(recipients(payer, legacy(payer, transfer(payer, to)))).toEqual(names(to));
    const checked = instruction(
      tokenProgram,
      [12, 1, 0, 0, 0, 0, 0, 0, 0, 6],
      [source, 'writable'],
      [mint, 'readonly'],
      [token, 'writable'],
      [payer, 'readonly', 'signer'],
    );
    expect(recipients(payer, version0(payer, [transfer(payer, to), checked]))).toEqual(
      names(to, token),
    );
    const unknown = instruction(
      otherProgram,
      [1],
      [source, 'writable'],
      [program, 'readonly'],
      [payer, 'writable', 'signer'],
    );
    expect(recipients(payer, legacy(payer, unknown))).toEqual(names(source));
    expect(recipients(payer, legacy(payer, instruction(otherProgram, [1])))).toEqual([]);
    const lookedUp = version0(payer, [transfer(payer, to)], [to]);
    expect(recipients(payer, lookedUp)).toEqual([null]);
  });

  test('policies-8: the policies about Solana transactions decide', () => {
    const world = new World();
    const [friend, stranger] = [keyOf(1), keyOf(2)];
    const { id } = world.ok('policies.create', {
      project: 'p',
      scope: 'account',
      rules: [
        {
          action: 'accept',
          operation: 'signSolTransaction',
          criteria: [{ type: 'solAddress', addresses: [friend.toBase58()], operator: 'in' }],
        },
      ],
    });
    const account = newAccount(world, id);
    const [toFriend, toStranger] = [transfer(account, friend), transfer(account, stranger)];
    expect(sign(world, account, legacy(account, toFriend))).toMatch(/^[A-Za-z0-9+/]{200,}=*$/);
    expect(sign(world, account, legacy(account, toFriend, toStranger))).toBe('policy-rejects');
    expect(sign(world, account, version0(account, [toFriend], [friend]))).toBe('policy-rejects');
    expect(sign(world, account, '')).toBe('malformed-transaction');
  });
});
