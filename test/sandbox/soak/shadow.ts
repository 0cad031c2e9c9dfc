import {
  type Engine as AnyEngine,
  Engine,
  type Entry,
  timer,
} from '../../../sandbox/domain/engine.js';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { bookOrders, marketOf } from '../../../sandbox/domain/orders/queries.js';
import { deriveKey } from '../../../sandbox/domain/random.js';
import {
  type DomainState,
  type SandboxSubjects,
  subjects,
} from '../../../sandbox/domain/subjects.js';
import { decodeCanonical, encodeCanonical } from '../../../sandbox/domain/value.js';
import { conservationFaults } from '../exchange/conservation.js';
import type { BookRow, EngineBook, ProcessOptions, StoredTexts } from './messages.js';
import { heapInUse, onQuestion, tell } from './messages.js';

/**
 * A process that decides the stored commands again. Its state is that of the sandbox, and it has nothing else: no connections, no surfaces.
 * What the sandbox keeps by design, it keeps, too, so whatever the sandbox has more and more of is a leak.
 */
const { seed } = JSON.parse(process.argv[2] ?? '') as ProcessOptions;
const engine: AnyEngine<SandboxSubjects> = new Engine<SandboxSubjects>(
  subjects,
  deriveKey(Buffer.from(seed), 'entries'),
);
const faults: string[] = [];
let onApplied: () => void = () => undefined;

process.on('message', (told: StoredTexts | { readonly ask: string }) => {
  if (!('texts' in told)) return;
  for (const text of told.texts) decideAgain(text);
  onApplied();
});

onQuestion(async (question) => {
  if (question.ask === 'stop') process.disconnect();
  if (question.ask !== 'judge') return;
  while (engine.number < question.number)
    await new Promise<void>((resolve) => {
      onApplied = resolve;
    });
  const { state } = engine;
  tell({
    tell: 'judgement',
    heap: await heapInUse(),
    books: [...state.orders.markets.rows()].map(({ product }) => bookOf(state, product)),
    faults: [...faults.splice(0), ...conservationFaults(state)],
    rows: rowsOf(state),
  });
});

/** Decides a command as the sandbox did: the entry must be the one that it stored (P8). */
function decideAgain(text: string): void {
  const { number, at, surface, caller, command } = decodeCanonical(text) as Entry;
  const entry = surface === timer ? engine.executeDue(at) : executed(at, surface, caller, command);
  if (entry === undefined || encodeCanonical(entry) !== text)
    faults.push(`entry ${number} is decided differently the second time`);
}

function executed(
  now: number,
  surface: string,
  caller: string,
  command: Entry['command'],
): Entry | undefined {
  const outcome = engine.execute({ surface, caller, now, command });
  return outcome.ok ? outcome.entry : undefined;
}

function bookOf({ orders }: DomainState, product: string): EngineBook {
  const rows = (side: 'buy' | 'sell'): readonly BookRow[] =>
    bookOrders(orders, product, side).map(({ id, price = 0n, shown }) => [
      printDecimal(price),
      printDecimal(shown),
      id,
    ]);
  const { sequence, reports } = marketOf(orders, product);
  return { product, sequence, reports, bids: rows('buy'), asks: rows('sell') };
}

function rowsOf({ orders, ledger }: DomainState): Readonly<Record<string, number>> {
  let open = 0;
  for (const { status } of orders.orders.rows())
    if (status === 'open' || status === 'active') open += 1;
  return {
    orders: orders.orders.size,
    open,
    trades: orders.trades.size,
    ledger: ledger.entries.size,
  };
}
