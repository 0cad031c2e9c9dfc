import {
  createExchangeFix42OrderEntryInitiator,
  type ExchangeFix42OrderEntryTypes,
  type NewOrderSingle as NewOrderSingle42,
} from '@platform/exchange-fix-4.2';
import {
  createExchangeFix50OrderEntryInitiator,
  type ExchangeFix50OrderEntryTypes,
  logonKey,
  type NewOrderSingle,
  OrdType,
  Side,
} from '@platform/exchange-fix-5.0';
import {
  createExchangeFixMarketDataIncrementsInitiator,
  createExchangeFixMarketDataSnapshotsInitiator,
  type ExchangeFixMarketDataIncrementsTypes,
  type ExchangeFixMarketDataSnapshotsTypes,
} from '@platform/exchange-fix-market-data';
import type {
  FixHeader,
  FixInitiator,
  FixInitiatorOptions,
  FixOtherField,
  FixTypes,
} from '@tallystick/runtime/fix';
import { systemTimers } from '@tallystick/runtime';
import type { ConnectionStore } from '@tallystick/runtime/http/server';
import { openFix } from '@tallystick/runtime/fix/node';
import type { ExchangeKeyScope } from '@platform/exchange';
import type { Commands } from '../../../sandbox/domain/subjects.js';
import type { Journal, StoredEntry } from '../../../sandbox/journal/journal.js';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { Connections } from '../../../sandbox/server/connections.js';
import { type Core, openCore } from '../../../sandbox/server/core.js';
import type { FixOptions, FixPorts } from '../../../sandbox/fix-options.js';
import { FixServers } from '../../../sandbox/start-fix.js';
import {
  type ExchangeSecrets,
  exchangeSecretsOf,
} from '../../../sandbox/surfaces/exchange/credentials.js';

import { RawFix } from './raw-fix.js';

/** A profile with money and a key. */
export interface Owner {
  readonly user: string;
  readonly profile: string;
  /** Name of the key. */
  readonly key: string;
}

/** Options of a session. */
export interface JoinOptions<Types extends FixTypes> {
  readonly logonFields?: readonly FixOtherField[];
  readonly session?: NonNullable<FixInitiatorOptions<Types>['session']>;
  readonly reconnect?: NonNullable<FixInitiatorOptions<Types>['reconnect']>;
  readonly sign?: NonNullable<FixInitiatorOptions<Types>['sign']>;
  readonly open?: NonNullable<FixInitiatorOptions<Types>['open']>;
}

/** Product of all orders of tests, unless they say otherwise. */
export const product = 'BTC-USD';

/** A ClOrdID: a UUID in lower case. */
export function uuid(number: number): string {
  return `7d2c3f0a-3c3e-4b8e-9a55-${String(number).padStart(12, '0')}`;
}

/** A limit order over FIX 5.0 to buy one for 100, unless the changes say otherwise. */
export function limitOrder(number: number, changes: object = {}): NewOrderSingle {
  const order = {
    type: 'NewOrderSingle',
    clOrdId: uuid(number),
    symbol: product,
    side: Side.Buy,
    ordType: OrdType.Limit,
    price: '100',
    orderQty: '1',
    ...changes,
  };
  return order as NewOrderSingle;
}

/** The same over FIX 4.2. */
export function limitOrder42(number: number, changes: object = {}): NewOrderSingle42 {
  // The fields of the order are the same in both versions.
  return limitOrder(number, changes) as object as NewOrderSingle42;
}

/** Messages that a session has received since it was joined. */
export class Inbox<Message extends { readonly type: string }> {
  readonly messages: Message[] = [];
  readonly headers: FixHeader[] = [];
  #wake: () => void = () => undefined;

  add(message: Message, header: FixHeader): void {
    this.messages.push(message);
    this.headers.push(header);
    this.#wake();
  }

  /** Resolves to the first messages, as soon as there are so many. */
  async first(count: number): Promise<readonly Message[]> {
    while (this.messages.length < count)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.messages.slice(0, count);
  }

  /** Removes and returns the first messages, as soon as there are so many. */
  async take(count: number): Promise<readonly Message[]> {
    const taken = await this.first(count);
    this.messages.splice(0, count);
    this.headers.splice(0, count);
    return taken;
  }
}

/** The client's side of a session, with what it has received. */
export interface Desk<Types extends FixTypes> {
  readonly fix: FixInitiator<Types>;
  readonly inbox: Inbox<Types['toClient']>;
}

export type Desk50 = Desk<ExchangeFix50OrderEntryTypes>;
export type Desk42 = Desk<ExchangeFix42OrderEntryTypes>;
export type SnapshotsDesk = Desk<ExchangeFixMarketDataSnapshotsTypes>;
export type IncrementsDesk = Desk<ExchangeFixMarketDataIncrementsTypes>;

/** Options of {@link openFixWorld}. */
export interface FixWorldOptions {
  readonly journal?: Journal;
  readonly fix?: FixOptions;
  readonly hasRateLimits?: boolean;
  /** Counts the connections of several processes. */
  readonly connectionStore?: ConnectionStore;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Time of the clock, which only the test moves, in milliseconds. */
  readonly now?: number;
}

/** A Saturday, on which no session ends by the schedule. */
export const saturday: number = Date.UTC(2026, 10, 21, 12);

/** The state machine and the FIX surfaces, without the others. Close it at the end of the test. */
export async function openFixWorld(options: FixWorldOptions = {}): Promise<FixWorld> {
  const { journal = memoryJournal(), fix = {}, host = '127.0.0.1', now = saturday } = options;
  const { hasRateLimits = true, connectionStore } = options;
  const core = await openCore({
    journal,
    seed: Buffer.from('test'),
    time: 'manual',
    timers: { ...systemTimers, now: () => now },
    onFailure: () => undefined,
  });
  await core.lead();
  const servers = new FixServers(
    core,
    { host, fix, hasRateLimits, ...(connectionStore === undefined ? {} : { connectionStore }) },
    new Connections(),
  );
  await servers.start();
  await servers.lead();
  return new FixWorld(core, servers);
}

const origin = { surface: 'test', caller: 'test' };

export class FixWorld {
  readonly core: Core;
  readonly servers: FixServers;
  readonly #desks: { close(): Promise<void> }[] = [];

  constructor(core: Core, servers: FixServers) {
    this.core = core;
    this.servers = servers;
  }

  /** Executes a command that must be accepted, and returns its result. */
  ok<Name extends keyof Commands & string>(
    type: Name,
    data: Commands[Name]['data'],
  ): Commands[Name]['result'] {
    const outcome = this.core.loop.execute(type, data, origin);
    if (outcome.ok) return outcome.result;
    throw new Error(`${type} was refused: ${JSON.stringify(outcome.refusal)}`);
  }

  /** Creates a user with a rich profile and a key. */
  owner(options: { readonly permissions?: readonly ExchangeKeyScope[] } = {}): Owner {
    const { id: organization } = this.ok('tenancy.create-organization', { name: 'Acme' });
    const user = this.ok('users.create', { organization, name: 'Ada', country: 'US' });
    return this.#rich(user.id, user.profile.id, options);
  }

  /** Creates another rich profile of a user, with a key. */
  sibling({ user }: Owner): Owner {
    const { id } = this.ok('users.create-profile', { user, name: 'other' });
    return this.#rich(user, id);
  }

  /** Creates another key of a profile. */
  anotherKey(
    { user, profile }: Owner,
    options: {
      readonly permissions?: readonly ExchangeKeyScope[];
      readonly addresses?: readonly string[];
    } = {},
  ): Owner {
    const { permissions = ['view', 'trade'], addresses } = options;
    const { name } = this.ok('users.create-key', {
      profile,
      label: 'test',
      permissions,
      addresses,
    });
    return { user, profile, key: name };
  }

  #rich(
    user: string,
    profile: string,
    options: { readonly permissions?: readonly ExchangeKeyScope[] } = {},
  ): Owner {
    for (const [currency, amount] of [
      ['USD', '10000000'],
      ['BTC', '1000'],
      ['ETH', '1000'],
    ] as const)
      this.ok('ledger.credit', { profile, currency, amount });
    return this.anotherKey({ user, profile, key: '' }, options);
  }

  /** Places an order as another surface would. */
  place(
    { profile }: Owner,
    order: Partial<Commands['orders.place']['data']>,
  ): Commands['orders.place']['result'] {
    return this.ok('orders.place', {
      profile,
      product,
      side: 'buy',
      type: 'limit',
      surface: 'exchange',
      ...order,
    });
  }

  join50({ key }: Owner, options: JoinOptions<ExchangeFix50OrderEntryTypes> = {}): Promise<Desk50> {
    return this.#join(
      (base) =>
        createExchangeFix50OrderEntryInitiator({ ...this.#own('orders-5.0', key), ...base }),
      [[553, key]],
      options,
    );
  }

  join42({ key }: Owner, options: JoinOptions<ExchangeFix42OrderEntryTypes> = {}): Promise<Desk42> {
    return this.#join(
      (base) =>
        createExchangeFix42OrderEntryInitiator({ ...this.#own('orders-4.2', key), ...base }),
      [],
      options,
    );
  }

  joinSnapshots(
    { key }: Owner,
    options: JoinOptions<ExchangeFixMarketDataSnapshotsTypes> = {},
  ): Promise<SnapshotsDesk> {
    return this.#join(
      (base) =>
        createExchangeFixMarketDataSnapshotsInitiator({ ...this.#own('snapshots', key), ...base }),
      [[553, key]],
      options,
    );
  }

  joinIncrements(
    { key }: Owner,
    options: JoinOptions<ExchangeFixMarketDataIncrementsTypes> = {},
  ): Promise<IncrementsDesk> {
    return this.#join(
      (base) =>
        createExchangeFixMarketDataIncrementsInitiator({
          ...this.#own('increments', key),
          ...base,
        }),
      [[553, key]],
      options,
    );
  }

  /** A connection that sends whatever a test says. */
  raw(gateway: keyof FixPorts, { key }: Owner): Promise<RawFix> {
    const beginString = gateway === 'orders-4.2' ? 'FIX.4.2' : 'FIXT.1.1';
    const port = this.servers.ports[gateway] ?? 0;
    return RawFix.open(port, beginString, key, () => this.core.timers.now());
  }

  /** What the owner of a key signs with. */
  secrets({ key }: Owner): ExchangeSecrets {
    return exchangeSecretsOf(this.core, key);
  }

  /** Another world on what the journal has stored by now, as a process that follows one that was killed. */
  async reopen(): Promise<FixWorld> {
    const stored: StoredEntry[] = [];
    for await (const entry of this.core.journal.read(1)) stored.push(entry);
    const journal = memoryJournal();
    await journal.append(stored);
    return openFixWorld({ journal, now: this.core.timers.now() });
  }

  /** Moves the clock, in milliseconds. */
  step(milliseconds: number): void {
    this.core.setClock({ mode: 'frozen', at: this.core.loop.now + milliseconds * 1000 }, '');
  }

  /** Closes all sessions. */
  async leave(): Promise<void> {
    await Promise.all(this.#desks.map((desk) => desk.close().catch(() => undefined)));
  }

  async close(): Promise<void> {
    await this.leave();
    await this.servers.close();
    await this.core.close();
  }

  /** Address and credentials of a session. */
  #own(
    gateway: keyof FixPorts,
    key: string,
  ): {
    readonly open: ReturnType<typeof openFix>;
    readonly address: { readonly host: string; readonly port: number };
    readonly senderCompId: string;
    readonly sign: NonNullable<FixInitiatorOptions<FixTypes>['sign']>;
    readonly timers: Core['timers'];
    readonly reconnect: false;
  } {
    const signer = logonKey({ key, ...exchangeSecretsOf(this.core, key) });
    return {
      open: openFix(),
      address: { host: '127.0.0.1', port: this.servers.ports[gateway] ?? 0 },
      senderCompId: key,
      sign: (field) => signer.sign(field),
      timers: this.core.timers,
      reconnect: false,
    };
  }

  async #join<Types extends FixTypes>(
    create: (base: JoinOptions<Types>) => FixInitiator<Types>,
    fields: readonly FixOtherField[],
    { logonFields = [], ...options }: JoinOptions<Types>,
  ): Promise<Desk<Types>> {
    const fix = create({ ...options, logonFields: [...fields, ...logonFields] });
    this.#desks.push(fix);
    const inbox = new Inbox<Types['toClient']>();
    void (async () => {
      for await (const { message, header } of fix.messages()) inbox.add(message, header);
    })();
    await fix.opened();
    return { fix, inbox };
  }
}
