import type { FeedDescriptor, Socket, SocketEvents } from '@tallystick/runtime/websocket';
import { feedServer, type FeedServer, type Subscriber } from '@tallystick/runtime/websocket/server';
import { manualTimers, settled, type ManualTimers } from './http-client-fixture.js';

/** Messages of the fixture's channel. `seq` counts all published messages. */
export type Entry =
  /** Sets rows of one key; `part` is what messages may be conflated by. */
  | {
      readonly type: 'update';
      readonly key: string;
      readonly seq: number;
      readonly part: string;
      readonly rows: readonly (readonly [row: string, seq: number])[];
    }
  /** Empties one key. */
  | { readonly type: 'clear'; readonly key: string; readonly seq: number }
  /** Empties every key. */
  | { readonly type: 'clearAll'; readonly seq: number }
  /** Replaces what is known of one key. */
  | {
      readonly type: 'snapshot';
      readonly key: string;
      readonly seq: number;
      readonly rows: readonly (readonly [row: string, seq: number])[];
    };

export interface EntryTypes {
  readonly entries: { readonly keys: 'optional'; readonly message: Entry };
}

export type ChannelForm = Pick<
  FeedDescriptor['channels'][string],
  'interval' | 'conflate' | 'slowConsumer'
>;

/** A feed of one channel whose keys are optional. */
export function entriesFeed(form: ChannelForm): FeedDescriptor {
  const read = {
    entries: '/channels',
    channel: '/name',
    keys: { keys: '/keys' },
  };
  const kinds = ['subscribe', 'unsubscribe', 'done', 'update', 'clear', 'clearAll', 'snapshot'];
  const request = (type: string) => ({
    message: type,
    template: { type, channels: [{ name: '{channel}', keys: '{keys}' }] },
    read,
  });
  return {
    title: 'Entries',
    version: '1.0.0',
    servers: [{ url: 'ws://entries.example' }],
    variables: {},
    messages: Object.fromEntries(
      kinds.map((kind) => [kind, { match: [{ pointer: '/type', const: kind }] }]),
    ),
    channels: {
      entries: {
        name: 'entries',
        messages: { update: {}, clear: {}, clearAll: { key: null }, snapshot: {} },
        keys: { name: 'keys', pointer: '/key' },
        auth: 'none',
        ...form,
      },
    },
    control: {
      subscribe: request('subscribe'),
      unsubscribe: request('unsubscribe'),
      subscribed: { message: 'done', template: { type: 'done' } },
    },
  };
}

/** A client of the fixture: the messages it received, and its requests. */
export interface Listener {
  /** Number of its connection. */
  readonly id: number;
  readonly received: Entry[];
  /** Bytes that the network has not taken. */
  stuck: number;
  closed: { readonly code: number; readonly reason: string } | undefined;
  readonly say: (type: 'subscribe' | 'unsubscribe', keys: readonly string[]) => Promise<void>;
  readonly events: SocketEvents;
}

export type Snapshot = (
  key: string | undefined,
  subscriber: Subscriber,
) => readonly Entry[] | Promise<readonly Entry[]>;

/** A server of the feed on a clock that a test advances. */
export function createEntriesFixture(
  form: ChannelForm,
  snapshot?: Snapshot,
): {
  readonly server: FeedServer<EntryTypes>;
  readonly timers: ManualTimers;
  readonly connect: (onEntry?: (entry: Entry) => void) => Listener;
} {
  const timers = manualTimers();
  const server = feedServer<EntryTypes>(
    entriesFeed(form),
    { entries: snapshot === undefined ? {} : { snapshot } },
    { timers, pingInterval: 1e9 },
  );
  let count = 0;
  return {
    server,
    timers,
    connect(onEntry) {
      count += 1;
      const received: Entry[] = [];
      const take = (text: string): void => {
        const entry = JSON.parse(text) as Entry | { readonly type: 'done' };
        if (entry.type === 'done') return;
        received.push(entry);
        onEntry?.(entry);
      };
      const end = (code: number, reason: string): void => {
        if (listener.closed !== undefined) return;
        listener.closed = { code, reason };
        queueMicrotask(() => listener.events.closed({ code, reason }));
      };
      const socket: Socket = {
        send: (frame) => take(String(frame)),
        sendShared: ({ frame }) => take(String(frame)),
        get buffered() {
          return listener.stuck;
        },
        close: (code = 1005, reason = '') => end(code, reason),
        terminate: () => end(1006, ''),
      };
      const nothing = (): void => undefined;
      const listener: Listener = {
        id: count,
        received,
        stuck: 0,
        closed: undefined,
        events: { frame: nothing, alive: nothing, drained: nothing, closed: nothing },
        async say(type, keys) {
          listener.events.frame(JSON.stringify({ type, channels: [{ name: 'entries', keys }] }));
          await settled();
        },
      };
      const request = {
        scheme: 'ws',
        authority: 'entries.example',
        target: '/',
        headers: [],
        protocols: [],
      } as const;
      Object.assign(listener, { events: server.accept(request, socket) });
      return listener;
    },
  };
}

export function update(
  key: string,
  seq: number,
  part = 'p',
  rows: readonly string[] = ['r'],
): Entry & { readonly type: 'update' } {
  return { type: 'update', key, seq, part, rows: rows.map((row) => [row, seq] as const) };
}
