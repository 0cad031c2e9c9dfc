import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
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
import { asNode, mapAt, objectAt, optional, childAt, requiredText } from '../../openapi/node.js';
import type { ObjectNode } from '../../openapi/node.js';
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

/** Reads `x-book` of a channel and checks its form. The targets of its pointers are checked by lint rules. */
export function readBook(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
): FeedBook | undefined {
  const node = extensionAt(channel, 'x-book', ['snapshot', 'update', 'updates', 'resync']);
  if (node === undefined) return undefined;
  const isOrderBook = Object.hasOwn(node.value, 'updates');
  if (isOrderBook === Object.hasOwn(node.value, 'update')) {
    return refuse(
      node,
      [],
      invalidExtension.exactlyOne({ what: '"x-book"', names: ['update', 'updates'] }),
      '"update" is for price levels, "updates" for single orders',
    );
  }
  const resync = readResync(node);
  const snapshot = readSnapshot(node, messages, isOrderBook);
  if (snapshot !== undefined && resync === 'resubscribe' && snapshot.message === undefined) {
    return refuse(
      node,
      ['snapshot'],
      invalidExtension.missing({
        what: 'the snapshot of a book that resubscribes',
        name: 'message',
      }),
    );
  }
  const updates = isOrderBook ? readUpdates(node, messages) : readUpdate(node, messages);
  if (snapshot === undefined || resync === undefined || updates === undefined) return undefined;
  return { ...updates, snapshot, resync, origin: node.origin };
}

function readResync(book: ObjectNode): FeedBook['resync'] | undefined {
  const value = member(book.value, 'resync') ?? 'resubscribe';
  if (value === 'resubscribe') return value;
  const valueNode = childAt(book, 'resync');
  if (typeof value === 'string' || valueNode === undefined) {
    return refuse(
      book,
      ['resync'],
      invalidExtension.value({ what: '"resync"', expected: '"resubscribe" or an operation' }),
    );
  }
  const node = asNode(valueNode, '"resync"');
  if (node === undefined) return undefined;
  checkExtension(node, ['operation', 'parameters'], '"resync"');
  const operation = requiredText(node, 'operation', '"resync"');
  const parameters = readParameters(node);
  return operation === undefined ? undefined : { operation, parameters, origin: node.origin };
}

function readParameters(resync: ObjectNode): BookResync['parameters'] {
  return Object.fromEntries(
    mapAt(resync, 'parameters').flatMap(([name, { value, origin, reporter }]) => {
      if (typeof value !== 'object' && typeof value !== 'bigint') return [[name, value] as const];
      reporter.report(
        invalidExtension.value({
          what: `the parameter "${name}"`,
          expected: 'a string, a number or a boolean',
        }),
        origin,
      );
      return [];
    }),
  );
}

function readSnapshot(
  book: ObjectNode,
  messages: readonly ChannelMessage[],
  isOrderBook: boolean,
): BookSnapshot | undefined {
  const node = objectAt(book, 'snapshot');
  if (node === undefined) {
    return Object.hasOwn(book.value, 'snapshot')
      ? undefined
      : refuse(book, [], invalidExtension.missing({ what: '"x-book"', name: 'snapshot' }));
  }
  const known = ['message', 'sequence', ...SIDES, ...(isOrderBook ? ['id'] : [])];
  checkExtension(node, known, '"snapshot"');
  const sides = readSides(node, '"snapshot"');
  const message = Object.hasOwn(node.value, 'message')
    ? messageAt(node, 'message', messages, '"snapshot"')
    : undefined;
  const id = isOrderBook ? requiredPointer(node, 'id', '"snapshot"') : undefined;
  if (sides === undefined || (isOrderBook && id === undefined)) return undefined;
  return {
    ...optional('message', message),
    ...optional('sequence', pointerAt(node, 'sequence')),
    ...optional('id', id),
    ...sides,
  };
}

function readSides(node: ObjectNode, what: string): BookSides | undefined {
  const [bids, asks, price, size] = SIDES.map((name) => requiredPointer(node, name, what));
  if (bids === undefined || asks === undefined || price === undefined) return undefined;
  return size === undefined ? undefined : { bids, asks, price, size };
}

type BookUpdates =
  | Pick<Extract<FeedBook, { kind: 'levels' }>, 'kind' | 'update'>
  | Pick<Extract<FeedBook, { kind: 'orders' }>, 'kind' | 'updates'>;

function readUpdate(
  book: ObjectNode,
  messages: readonly ChannelMessage[],
): BookUpdates | undefined {
  const node = objectAt(book, 'update');
  if (node === undefined) return undefined;
  const isList = Object.hasOwn(node.value, 'changes');
  checkExtension(node, ['message', ...(isList ? CHANGES : SIDES)], '"update"');
  const message = messageAt(node, 'message', messages, '"update"');
  const rows = isList ? readChanges(node) : readSides(node, '"update"');
  if (message === undefined || rows === undefined) return undefined;
  return { kind: 'levels', update: { message, ...rows } };
}

function readChanges(node: ObjectNode): BookChanges | undefined {
  const [changes, side, price, size] = (['changes', 'side', 'price', 'size'] as const).map((name) =>
    requiredPointer(node, name, '"update"'),
  );
  const bid = requiredText(node, 'bid', '"update"');
  const ask = requiredText(node, 'ask', '"update"');
  if (changes === undefined || side === undefined || price === undefined) return undefined;
  if (size === undefined || bid === undefined || ask === undefined) return undefined;
  return { changes, side, bid, ask, price, size };
}

function readUpdates(
  book: ObjectNode,
  messages: readonly ChannelMessage[],
): BookUpdates | undefined {
  const map = objectAt(book, 'updates');
  if (map === undefined) return undefined;
  const updates = mapAt(book, 'updates').flatMap(
    ([name, valueNode]): readonly BookOrderUpdate[] => {
      if (name === 'x-basis') return [];
      const message = messageNamed(map, [name], name, messages);
      const node = asNode(valueNode, 'an update');
      const values = node === undefined ? undefined : readOrderUpdate(node);
      return message === undefined || values === undefined ? [] : [{ message, ...values }];
    },
  );
  return { kind: 'orders', updates };
}

function readOrderUpdate(node: ObjectNode): Omit<BookOrderUpdate, 'message'> | undefined {
  const text = requiredText(node, 'does', 'an update');
  const does = KINDS.find((each) => each === text);
  if (text === undefined) return undefined;
  if (does === undefined) {
    const { hint } = didYouMean(text, KINDS);
    return refuse(node, ['does'], invalidExtension.choice({ name: 'does', values: KINDS }), hint);
  }
  const names: readonly string[] = UPDATES[does];
  checkExtension(node, ['does', ...names], `an update that does "${does}"`);
  const required = does === 'change' ? ['id'] : names;
  if (
    does === 'change' &&
    !Object.hasOwn(node.value, 'size') &&
    !Object.hasOwn(node.value, 'price')
  )
    return refuse(
      node,
      [],
      invalidExtension.missingOneOf({
        what: 'an update that does "change"',
        names: ['size', 'price'],
      }),
    );
  const values = names.flatMap((name): [string, string | undefined][] => {
    if (!Object.hasOwn(node.value, name) && !required.includes(name)) return [];
    return [
      [
        name,
        name === 'bid' || name === 'ask'
          ? requiredText(node, name, 'an update')
          : requiredPointer(node, name, 'an update'),
      ],
    ];
  });
  const present = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return present.length < values.length ? undefined : { does, values: Object.fromEntries(present) };
}
