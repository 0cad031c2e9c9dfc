import { didYouMean } from '../../../../core/suggestion.js';
import type {
  BookChanges,
  BookOrderUpdate,
  BookResync,
  BookSides,
  BookSnapshot,
  FeedBook,
} from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import { member } from '../../json.js';
import { asNode, mapAt, objectAt, optional, placeAt, requiredText } from '../../openapi/node.js';
import type { Node } from '../../openapi/node.js';
import { checkExtension, extensionAt, refuse } from '../extension.js';
import { messageAt, messageNamed, pointerAt, requiredPointer } from './members.js';

const SIDES = ['bids', 'asks', 'price', 'size'] as const;
const CHANGES = ['changes', 'side', 'bid', 'ask', 'price', 'size'] as const;
const UPDATES = {
  add: ['id', 'side', 'bid', 'ask', 'price', 'size'],
  remove: ['id'],
  reduce: ['id', 'size'],
  change: ['id', 'size', 'price'],
} as const;
const KINDS = Object.keys(UPDATES) as readonly (keyof typeof UPDATES)[];

/** `x-book` of a channel, its form checked; what its pointers lead to is linted. */
export function readBook(channel: Node, messages: readonly ChannelMessage[]): FeedBook | undefined {
  const node = extensionAt(channel, 'x-book', ['snapshot', 'update', 'updates', 'resync']);
  if (node === undefined) return undefined;
  const isOfOrders = Object.hasOwn(node.value, 'updates');
  if (isOfOrders === Object.hasOwn(node.value, 'update')) {
    return refuse(
      node,
      [],
      '"x-book" has not exactly one of "update" and "updates"',
      '"update" is for price levels, "updates" for single orders',
    );
  }
  const resync = readResync(node);
  const snapshot = readSnapshot(node, messages, isOfOrders);
  if (snapshot !== undefined && resync === 'resubscribe' && snapshot.message === undefined) {
    return refuse(node, ['snapshot'], 'the snapshot of a book that resubscribes has no "message"');
  }
  const kept = isOfOrders ? readUpdates(node, messages) : readUpdate(node, messages);
  if (snapshot === undefined || resync === undefined || kept === undefined) return undefined;
  return { ...kept, snapshot, resync, origin: node.origin };
}

function readResync(book: Node): FeedBook['resync'] | undefined {
  const value = member(book.value, 'resync') ?? 'resubscribe';
  if (value === 'resubscribe') return value;
  const place = placeAt(book, 'resync');
  if (typeof value === 'string' || place === undefined) {
    return refuse(book, ['resync'], '"resync" is neither "resubscribe" nor an operation');
  }
  const node = asNode(place, '"resync"');
  if (node === undefined) return undefined;
  checkExtension(node, ['operation', 'parameters'], '"resync"');
  const operation = requiredText(node, 'operation', '"resync"');
  const parameters = readParameters(node);
  return operation === undefined ? undefined : { operation, parameters, origin: node.origin };
}

function readParameters(resync: Node): BookResync['parameters'] {
  return Object.fromEntries(
    mapAt(resync, 'parameters').flatMap(([name, { value, origin, reporter }]) => {
      if (typeof value !== 'object' && typeof value !== 'bigint') return [[name, value] as const];
      reporter.error(
        'invalid-extension',
        origin,
        `the parameter "${name}" is no text, number or flag`,
      );
      return [];
    }),
  );
}

function readSnapshot(
  book: Node,
  messages: readonly ChannelMessage[],
  isOfOrders: boolean,
): BookSnapshot | undefined {
  const node = objectAt(book, 'snapshot');
  if (node === undefined) {
    return Object.hasOwn(book.value, 'snapshot')
      ? undefined
      : refuse(book, [], '"x-book" has no "snapshot"');
  }
  const known = ['message', 'sequence', ...SIDES, ...(isOfOrders ? ['id'] : [])];
  checkExtension(node, known, '"snapshot"');
  const sides = readSides(node, '"snapshot"');
  const message = Object.hasOwn(node.value, 'message')
    ? messageAt(node, 'message', messages, '"snapshot"')
    : undefined;
  const id = isOfOrders ? requiredPointer(node, 'id', '"snapshot"') : undefined;
  if (sides === undefined || (isOfOrders && id === undefined)) return undefined;
  return {
    ...optional('message', message),
    ...optional('sequence', pointerAt(node, 'sequence')),
    ...optional('id', id),
    ...sides,
  };
}

function readSides(node: Node, what: string): BookSides | undefined {
  const [bids, asks, price, size] = SIDES.map((name) => requiredPointer(node, name, what));
  if (bids === undefined || asks === undefined || price === undefined) return undefined;
  return size === undefined ? undefined : { bids, asks, price, size };
}

type Kept =
  | Pick<Extract<FeedBook, { kind: 'levels' }>, 'kind' | 'update'>
  | Pick<Extract<FeedBook, { kind: 'orders' }>, 'kind' | 'updates'>;

function readUpdate(book: Node, messages: readonly ChannelMessage[]): Kept | undefined {
  const node = objectAt(book, 'update');
  if (node === undefined) return undefined;
  const isList = Object.hasOwn(node.value, 'changes');
  checkExtension(node, ['message', ...(isList ? CHANGES : SIDES)], '"update"');
  const message = messageAt(node, 'message', messages, '"update"');
  const rows = isList ? readChanges(node) : readSides(node, '"update"');
  if (message === undefined || rows === undefined) return undefined;
  return { kind: 'levels', update: { message, ...rows } };
}

function readChanges(node: Node): BookChanges | undefined {
  const [changes, side, price, size] = (['changes', 'side', 'price', 'size'] as const).map((name) =>
    requiredPointer(node, name, '"update"'),
  );
  const bid = requiredText(node, 'bid', '"update"');
  const ask = requiredText(node, 'ask', '"update"');
  if (changes === undefined || side === undefined || price === undefined) return undefined;
  if (size === undefined || bid === undefined || ask === undefined) return undefined;
  return { changes, side, bid, ask, price, size };
}

function readUpdates(book: Node, messages: readonly ChannelMessage[]): Kept | undefined {
  const map = objectAt(book, 'updates');
  if (map === undefined) return undefined;
  const updates = mapAt(book, 'updates').flatMap(([name, place]): readonly BookOrderUpdate[] => {
    if (name === 'x-basis') return [];
    const message = messageNamed(map, [name], name, messages);
    const node = asNode(place, 'an update');
    const values = node === undefined ? undefined : readOrderUpdate(node);
    return message === undefined || values === undefined ? [] : [{ message, ...values }];
  });
  return { kind: 'orders', updates };
}

function readOrderUpdate(node: Node): Omit<BookOrderUpdate, 'message'> | undefined {
  const text = requiredText(node, 'does', 'an update');
  const does = KINDS.find((each) => each === text);
  if (text === undefined) return undefined;
  if (does === undefined) {
    const hint = didYouMean(text, KINDS).hint ?? `it may be ${KINDS.join(', ')}`;
    return refuse(node, ['does'], `"${text}" is nothing that a message does to an order`, hint);
  }
  const names: readonly string[] = UPDATES[does];
  checkExtension(node, ['does', ...names], `an update that does "${does}"`);
  const demanded = does === 'change' ? ['id'] : names;
  if (
    does === 'change' &&
    !Object.hasOwn(node.value, 'size') &&
    !Object.hasOwn(node.value, 'price')
  )
    return refuse(node, [], 'an update that does "change" has neither "size" nor "price"');
  const values = names.flatMap((name): [string, string | undefined][] => {
    if (!Object.hasOwn(node.value, name) && !demanded.includes(name)) return [];
    return [
      [
        name,
        name === 'bid' || name === 'ask'
          ? requiredText(node, name, 'an update')
          : requiredPointer(node, name, 'an update'),
      ],
    ];
  });
  const given = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length < values.length ? undefined : { does, values: Object.fromEntries(given) };
}
