import type { DomainState } from '../../../sandbox/domain/subjects.js';

/** What contradicts that money is conserved (P1), and that every hold is explained (P2). */
export function conservationFaults({
  ledger,
  transfers,
  wrappedAssets,
  orders,
}: DomainState): readonly string[] {
  const found: string[] = [];
  const sums = new Map<string, bigint>();
  const holds = new Map<string, bigint>();
  const add = (map: Map<string, bigint>, key: string, amount: bigint): void =>
    void map.set(key, (map.get(key) ?? 0n) + amount);
  for (const { status, travel, type, profile, currency, total } of transfers.transfers.rows())
    if (travel === 'waiting' || (type === 'withdrawal' && status === 'created'))
      add(holds, `${profile} ${currency}`, total);
  for (const { status, profile, from, amount } of wrappedAssets.stakeWraps.rows())
    if (status === 'pending') add(holds, `${profile} ${from}`, amount);
  for (const { profile, product, side, hold } of orders.orders.rows())
    add(holds, `${profile} ${product.split('-')[side === 'buy' ? 1 : 0] ?? ''}`, hold);
  for (const { id, profile, currency, balance, hold } of ledger.accounts.rows()) {
    const about = `${profile} ${currency}`;
    add(sums, currency, balance);
    const last = ledger.entriesByAccount.last(id)?.balance ?? 0n;
    if (balance !== last) found.push(`the balance of ${about} is not that of its last entry`);
    if (hold !== (holds.get(about) ?? 0n)) found.push(`the hold of ${about} is not explained`);
    if (!profile.startsWith('house:') && (hold < 0n || balance < hold))
      found.push(`${about} has less than is held`);
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) found.push(`the accounts in ${currency} do not sum to zero`);
  return found;
}
