import type {
  MarketDataIncrementalRefresh,
  MarketDataSnapshotFullRefresh,
} from '@platform/exchange-fix-market-data';
import { parseDecimal } from '../../../sandbox/domain/numbers.js';

/** A change of a book over FIX. */
export type BookChange = MarketDataIncrementalRefresh['mdEntries'][number];

/** A book that a client builds from what it receives. */
export class ClientBook {
  readonly #orders: { readonly id: string; readonly side: string; price: string; size: string }[] =
    [];
  /** Changes that do not follow from what it had. */
  readonly faults: BookChange[] = [];
  number = 0;

  /** Takes a message. What is about no book is ignored. */
  receive(message: { readonly type: string }): void {
    if (isSnapshot(message)) this.#start(message);
    if (isRefresh(message)) for (const change of message.mdEntries) this.#apply(change);
  }

  #start({ mdEntries, rptSeq }: MarketDataSnapshotFullRefresh): void {
    for (const { mdEntryType: side, mdEntryId, mdEntryPx = '', mdEntrySize = '' } of mdEntries)
      if (mdEntryId !== undefined)
        this.#orders.push({ id: mdEntryId, side, price: mdEntryPx, size: mdEntrySize });
    this.number = rptSeq;
  }

  #apply(change: BookChange): void {
    const { mdUpdateAction, mdEntryType: side, mdEntryId: id = '', rptSeq } = change;
    const { mdEntryPx: price = '', mdEntrySize: size = '' } = change;
    if (rptSeq !== this.number + 1) this.faults.push(change);
    this.number = rptSeq;
    if (side === '2') return;
    const index = this.#orders.findIndex((order) => order.id === id);
    const known = this.#orders[index];
    if ((known === undefined) !== (mdUpdateAction === '0')) this.faults.push(change);
    if (mdUpdateAction === '0') this.#orders.push({ id, side, price, size });
    else if (mdUpdateAction === '2') this.#orders.splice(index, 1);
    else if (known !== undefined) Object.assign(known, { price, size });
  }

  /** Orders of both sides, best first, and by time at each price. */
  get lines(): readonly string[] {
    const sorted = this.#orders.toSorted((left, right) => {
      if (left.side !== right.side) return left.side < right.side ? -1 : 1;
      const difference = Number(
        (parseDecimal(left.price) ?? 0n) - (parseDecimal(right.price) ?? 0n),
      );
      return left.side === '0' ? -difference : difference;
    });
    return sorted.map(({ id, side, price, size }) => `${side} ${id} ${size} @ ${price}`);
  }
}

function isSnapshot(message: { readonly type: string }): message is MarketDataSnapshotFullRefresh {
  return message.type === 'MarketDataSnapshotFullRefresh';
}

function isRefresh(message: { readonly type: string }): message is MarketDataIncrementalRefresh {
  return message.type === 'MarketDataIncrementalRefresh';
}
