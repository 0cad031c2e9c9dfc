import type { FixClient, FixEvent, FixHandledMessage, FixTypes } from '@tallystick/runtime/fix';
import type { DisconnectScope, SessionRow } from '../../domain/sessions/state.js';
import type { Connections } from '../../server/connections.js';
import type { Core } from '../../server/core.js';
import { mayUse, type Trader } from '../fix/credentials.js';
import { Output } from '../fix/output.js';
import type { OrderCommands, OrderOutcome } from './commands.js';
import type { OpenSession, Router } from './router.js';
import { type OrderRefusal, refusalText } from './say.js';
import type {
  CancelMessage,
  OrderMessage,
  RefusedChange,
  ReplaceMessage,
  StatusMessage,
  Version,
} from './version.js';

/** Whose session it is, and what its Logon asks for. */
export interface OrderTrader extends Trader {
  readonly cancels: DisconnectScope | undefined;
  readonly dropCopy: boolean;
}

type Client<Types extends FixTypes> = FixClient<Types, OrderTrader>;
type Inbound = Pick<FixHandledMessage, 'header'>;

/** A session, and how to send on it. */
interface Seat<Types extends FixTypes> extends OpenSession {
  reply(...messages: readonly Types['toClient'][]): void;
  end(): void;
}

/** A batch: its identifier, and its orders or cancellations. */
interface BatchMessage<Item> {
  readonly batchId: string;
  readonly orders: readonly Item[];
}

/** Why no order of a batch is executed if they are of several products. */
const mixed: OrderRefusal = {
  code: 'form',
  data: { member: 'NoOrders (73)', problem: 'must be of one product' },
};

/** What a {@link Gateway} is made of. */
export interface GatewayParts<Types extends FixTypes> {
  readonly core: Core;
  readonly version: Version<Types>;
  readonly router: Router;
  readonly commands: OrderCommands;
  readonly connections: Connections;
}

/**
 * The sessions of one version. A message is one command, or one for each order of a batch. What it changes is reported by the
 * {@link Router}, from the journal; what it does not change is answered here, when everything that the answer reflects is durable.
 */
export class Gateway<Types extends FixTypes> {
  readonly #core: Core;
  readonly #version: Version<Types>;
  readonly #router: Router;
  readonly #commands: OrderCommands;
  readonly #seats = new Map<object, Seat<Types>>();
  readonly #connections: Connections;

  constructor({ core, version, router, commands, connections }: GatewayParts<Types>) {
    this.#core = core;
    this.#version = version;
    this.#router = router;
    this.#connections = connections;
    this.#commands = commands;
  }

  /** The session of a client. */
  sessionOf(client: Client<Types>): SessionRow {
    return this.#seatOf(client).row;
  }

  /** Answers when everything that was decided until now is durable. */
  reply(client: Client<Types>, message: Types['toClient']): void {
    const seat = this.#seatOf(client);
    this.#afterCommit(() => seat.reply(message));
  }

  /** Sends a message to the sessions that it concerns. */
  tell(concerns: (session: SessionRow) => boolean, message: Types['toClient']): void {
    for (const seat of this.#seats.values()) if (concerns(seat.row)) seat.reply(message);
  }

  /** Opens and ends sessions with their connections (fix-11). */
  event(event: FixEvent, client: Client<Types> | undefined): void {
    if (client === undefined) return;
    if (event.kind === 'logon') this.#open(client);
    if (event.kind === 'disconnected') this.#end(client);
  }

  /** D: places an order (fix-3). */
  place(client: Client<Types>, message: OrderMessage, { header }: Inbound): void {
    const seat = this.#seatOf(client);
    const outcome = this.#commands.place(seat.row, message);
    if (!outcome.ok)
      this.#afterCommit(() =>
        seat.reply(this.#refusedOrder(seat, message, outcome.refusal, header.msgSeqNum)),
      );
  }

  /** G: modifies an order (fix-4). */
  replace(client: Client<Types>, message: ReplaceMessage): void {
    const seat = this.#seatOf(client);
    const outcome = this.#commands.replace(seat.row, message);
    if (!outcome.ok) this.#refuseChange(seat, 'modification', message, outcome.refusal);
  }

  /** F: cancels an order (fix-4). */
  cancel(client: Client<Types>, message: CancelMessage): void {
    const seat = this.#seatOf(client);
    const outcome = this.#cancel(seat, message);
    if (!outcome.ok) this.#refuseChange(seat, 'cancellation', message, outcome.refusal);
  }

  /** H: reports the status of an order (fix-5). Returns false if the key may not read. */
  status(client: Client<Types>, message: StatusMessage, { header }: Inbound): boolean {
    const seat = this.#seatOf(client);
    if (client.principal === undefined || !mayUse(this.#core, client.principal, 'view'))
      return false;
    const execId = execIdOf(seat.row, header.msgSeqNum);
    const change = this.#commands.status(seat.row, message, execId);
    const reply =
      change === undefined
        ? [this.#version.unknownOrder({ ...message, execId })]
        : this.#version.reports(change);
    this.#afterCommit(() => seat.reply(...reply));
    return true;
  }

  /** U6: places the orders of a batch, each by itself (fix-7). */
  placeBatch(client: Client<Types>, batch: BatchMessage<OrderMessage>, { header }: Inbound): void {
    const seat = this.#seatOf(client);
    const refused = this.#eachOf(
      batch,
      (message) => this.#commands.place(seat.row, message),
      (message, refusal, index) =>
        this.#refusedOrder(seat, message, refusal, header.msgSeqNum, index),
    );
    this.#answerBatch(seat, 'orders', batch, refused);
  }

  /** U4: cancels the orders of a batch, each by itself (fix-7). */
  cancelBatch(client: Client<Types>, batch: BatchMessage<CancelMessage>): void {
    const seat = this.#seatOf(client);
    const refused = this.#eachOf(
      batch,
      (message) => this.#cancel(seat, message),
      (message, refusal) => this.#version.refusedChange({ kind: 'cancellation', message, refusal }),
    );
    this.#answerBatch(seat, 'cancellations', batch, refused);
  }

  /**
   * q: cancels the open orders that were placed since the Logon (fix-8). `report` is the reply, which precedes the reports of the orders;
   * it is made with the text if there are none.
   */
  cancelSession(
    client: Client<Types>,
    report: (text?: string) => Types['toClient'],
  ): OrderRefusal | undefined {
    const seat = this.#seatOf(client);
    const outcome = this.#commands.cancelSession(seat.row);
    if (!outcome.ok) return outcome.refusal;
    if (outcome.entry === undefined) this.#afterCommit(() => seat.reply(report('no open orders')));
    else this.#router.precede(outcome.entry, () => seat.reply(report()));
    return undefined;
  }

  #open(client: Client<Types>): void {
    const { principal } = client;
    if (principal === undefined) return;
    const { keyName: key, profile, user, cancels, dropCopy } = principal;
    const { gateway } = this.#version;
    const opened = this.#core.loop.execute(
      'sessions.open',
      { gateway, key, profile, cancels, dropCopy },
      { surface: gateway, caller: key },
    );
    if (!opened.ok) return void client.logout('Forbidden');
    const output = new Output(client);
    const send = (message: Types['toClient'], header = {}): void =>
      output.send(() => client.send(message, header));
    const seat: Seat<Types> = {
      row: opened.result,
      user,
      tell: (change) => {
        const header = this.#version.header(change);
        for (const report of this.#version.reports(change)) send(report, header);
      },
      reply: (...messages) => {
        for (const message of messages) send(message);
      },
      end: () => output.end(),
    };
    this.#seats.set(client, seat);
    this.#router.add(seat);
    const { kind } = this.#version;
    const { openedAt } = opened.result;
    const session = { kind, openedAt, profile, keyName: key, dropCopy, cancels };
    this.#connections.opened(client, { ...session, subscriptions: [] });
  }

  #end(client: Client<Types>): void {
    const seat = this.#seats.get(client);
    if (seat === undefined) return;
    this.#seats.delete(client);
    this.#connections.closed(client);
    seat.end();
    this.#router.remove(seat);
    endSession(this.#core, seat.row);
  }

  #seatOf(client: Client<Types>): Seat<Types> {
    const seat = this.#seats.get(client);
    if (seat === undefined) throw new Error('A message arrived outside a session.');
    return seat;
  }

  #cancel(seat: Seat<Types>, message: CancelMessage): OrderOutcome {
    const outcome = this.#commands.cancel(seat.row, message);
    if (outcome.ok && outcome.entry !== undefined)
      this.#router.request(outcome.entry, message.clOrdId);
    return outcome;
  }

  #refusedOrder(
    { row }: Seat<Types>,
    message: OrderMessage,
    refusal: OrderRefusal,
    ...numbers: readonly number[]
  ): Types['toClient'] {
    return this.#version.refusedOrder({ message, refusal, execId: execIdOf(row, ...numbers) });
  }

  #refuseChange(
    seat: Seat<Types>,
    kind: RefusedChange['kind'],
    message: CancelMessage,
    refusal: OrderRefusal,
  ): void {
    const reply = this.#version.refusedChange({ kind, message, refusal });
    this.#afterCommit(() => seat.reply(reply));
  }

  /** Executes each item of a batch. Returns the replies to those that were refused; all are if they are not of one product. */
  #eachOf<Item extends { readonly symbol: string }>(
    { orders }: BatchMessage<Item>,
    execute: (item: Item) => OrderOutcome,
    refuse: (item: Item, refusal: OrderRefusal, index: number) => Types['toClient'],
  ): readonly RefusedItem<Types>[] {
    const isMixed = new Set(orders.map(({ symbol }) => symbol)).size > 1;
    return orders.flatMap((item, index) => {
      const outcome: OrderOutcome = isMixed ? { ok: false, refusal: mixed } : execute(item);
      if (outcome.ok) return [];
      return [{ refusal: outcome.refusal, reply: refuse(item, outcome.refusal, index) }];
    });
  }

  #answerBatch(
    seat: Seat<Types>,
    kind: 'orders' | 'cancellations',
    { batchId, orders }: BatchMessage<unknown>,
    refused: readonly RefusedItem<Types>[],
  ): void {
    const [first] = refused;
    if (first === undefined) return;
    const replies =
      refused.length === orders.length
        ? [this.#version.refusedBatch(kind, batchId, refusalText(first.refusal))]
        : refused.map(({ reply }) => reply);
    this.#afterCommit(() => seat.reply(...replies));
  }

  /** Acts when everything that was decided until now is durable. If that fails, the process ends. */
  #afterCommit(act: () => void): void {
    this.#core.loop.settled().then(act, () => undefined);
  }
}

interface RefusedItem<Types extends FixTypes> {
  readonly refusal: OrderRefusal;
  readonly reply: Types['toClient'];
}

/** Ends a session, whose orders are cancelled if its Logon asked for that. */
export function endSession({ loop }: Core, { id, gateway, key }: SessionRow): void {
  loop.execute('sessions.end', { id }, { surface: gateway, caller: key });
}

/** ExecID (17) of a reply that no event has: the session and the number of the message, so that a resend repeats it (fix-10). */
function execIdOf({ id }: SessionRow, ...numbers: readonly number[]): string {
  return [id, ...numbers].join('-');
}
