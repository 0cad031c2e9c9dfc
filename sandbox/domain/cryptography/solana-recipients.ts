import type { SolanaInstruction, SolanaMessage } from './solana-transaction.js';

/** Programs whose transfers are recognised, with the place of the recipient among an instruction's accounts, by kind of instruction. */
const systemProgram = '11111111111111111111111111111111';
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];

/** Instructions of the system program: CreateAccount, Transfer, CreateAccountWithSeed, WithdrawNonceAccount, TransferWithSeed. */
const systemRecipients: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 1],
  [3, 1],
  [5, 1],
  [11, 2],
]);

/** Instructions of the token programs: Transfer, Approve, MintTo, CloseAccount, and the checked ones. */
const tokenRecipients: ReadonlyMap<number, number> = new Map([
  [3, 1],
  [4, 1],
  [7, 1],
  [9, 1],
  [12, 2],
  [13, 2],
  [14, 1],
]);

/**
 * The recipients of a transaction, which `solAddress` compares (policies-7): the destination of each transfer of the native asset and of
 * tokens; for every other instruction, all accounts that it can change and that do not sign, because it may send them anything. `null`
 * stands for a recipient in a lookup table.
 */
export function recipientsOf({ instructions }: SolanaMessage): readonly (string | null)[] {
  return [...new Set(instructions.flatMap(recipientsOfInstruction))];
}

function recipientsOfInstruction(instruction: SolanaInstruction): readonly (string | null)[] {
  const { accounts } = instruction;
  const place = placeOfRecipient(instruction);
  const recipient = place === undefined ? undefined : accounts[place];
  if (recipient !== undefined) return [recipient.address];
  return accounts
    .filter(({ isSigner, isWritable }) => isWritable && !isSigner)
    .map(({ address }) => address);
}

function placeOfRecipient({ program, data }: SolanaInstruction): number | undefined {
  const [kind = -1, ...rest] = data;
  if (tokenPrograms.includes(program)) return tokenRecipients.get(kind);
  const isSystem = program === systemProgram && rest.slice(0, 3).join() === '0,0,0';
  return isSystem ? systemRecipients.get(kind) : undefined;
}
