import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { FeedBook, FeedControl } from '../../model/feed.js';
import type { Channel, Message } from '../../model/message.js';
import type { SchemaId } from '../../model/schema.js';
import { feedsOf, messageOf, streamOf } from '../feeds.js';
import { unresolvedToken, schemasAt } from '../message-pointer.js';
import type { Rule } from '../rule.js';
import { allowsType, itemSchemas } from '../applicable-schemas.js';

const feedPointer: DiagnosticType<{
  default: { message: string; name: string };
  channel: { pointer: string };
  list: { pointer: string; message: string };
  row: { pointer: string; name: string };
}> = defineError('feed-pointer', {
  default: ({ message, name }) => `the message "${message}" has no "${name}"`,
  channel: ({ pointer }) => `no message of the channel has "${pointer}"`,
  list: ({ pointer, message }) => `"${pointer}" of the message "${message}" is not a list`,
  row: ({ pointer, name }) => `a row of "${pointer}" has no "${name}"`,
});

/** The pointers of feed extensions lead to members of the messages. */
export const feedPointerRule: Rule = {
  diagnostics: [feedPointer],
  check(api, reporter) {
    for (const { channels, control } of feedsOf(api)) {
      for (const channel of channels) {
        const stream = streamOf(api, channel);
        checkKeys(api, channel, stream, reporter);
        checkSequence(api, channel, stream, reporter);
        checkConflate(api, channel, stream, reporter);
        if (channel.feed.book !== undefined) checkBook(api, channel.feed.book, reporter);
      }
      if (control !== undefined) checkControl(api, control, reporter);
    }
  },
};

function checkKeys(
  api: Api,
  { feed: { subscription } }: Channel,
  stream: readonly Message[],
  reporter: Reporter,
): void {
  if (subscription === undefined) return;
  const { keys, messageKeys, match, origin } = subscription;
  const pointers = new Map(messageKeys);
  for (const message of stream) {
    const pointer = pointers.get(message.key);
    if (pointer === null) continue;
    if (pointer !== undefined) {
      expect(api, message, pointer, childOrigin(origin, 'messages'), reporter);
    } else if (keys !== undefined) {
      const hint =
        'write the pointer to the key of this message under "messages", or null if it has none';
      expect(api, message, keys.pointer, childOrigin(origin, 'keys', 'pointer'), reporter, hint);
    }
  }
  for (const condition of match) {
    if ('present' in condition) continue;
    for (const message of stream)
      expect(api, message, condition.pointer, childOrigin(origin, 'match'), reporter);
  }
}

function checkSequence(
  api: Api,
  { feed: { sequence } }: Channel,
  stream: readonly Message[],
  reporter: Reporter,
): void {
  if (sequence === undefined || sequence.mode === 'none') return;
  const pointers = new Map(sequence.messages);
  for (const message of stream) {
    const pointer = pointers.get(message.key);
    if (pointer === null) continue;
    const origin = childOrigin(sequence.origin, pointer === undefined ? 'pointer' : 'messages');
    const hint =
      'write the pointer to the number of this message under "messages", or null if it has none';
    expect(api, message, pointer ?? sequence.pointer, origin, reporter, hint);
  }
}

function checkConflate(
  api: Api,
  { feed: { conflate } }: Channel,
  stream: readonly Message[],
  reporter: Reporter,
): void {
  const { key, list, origin } = conflate ?? {};
  if (origin === undefined) return;
  for (const message of key === undefined ? [] : stream)
    expect(api, message, key ?? '', childOrigin(origin, 'key'), reporter);
  if (list === undefined) return;
  const isPresent = stream.some(
    (message) => unresolvedToken(api.schemas, message, 'payload', list) === undefined,
  );
  if (!isPresent && stream.length > 0)
    reporter.report(feedPointer.channel({ pointer: list }), childOrigin(origin, 'list'));
}

function checkBook(api: Api, book: FeedBook, reporter: Reporter): void {
  const { origin, snapshot } = book;
  const snapshotMessage =
    snapshot.message === undefined ? undefined : messageOf(api, snapshot.message);
  const snapshotOrigin = childOrigin(origin, 'snapshot');
  if (snapshotMessage !== undefined) {
    if (snapshot.sequence !== undefined)
      expect(
        api,
        snapshotMessage,
        snapshot.sequence,
        childOrigin(snapshotOrigin, 'sequence'),
        reporter,
      );
    checkRows(
      api,
      snapshotMessage,
      snapshot,
      ['bids', 'asks'],
      ['price', 'size', 'id'],
      snapshotOrigin,
      reporter,
    );
  }
  if (book.kind === 'levels') {
    const message = messageOf(api, book.update.message);
    const updateOrigin = childOrigin(origin, 'update');
    const isList = 'changes' in book.update;
    const lists = isList ? ['changes'] : ['bids', 'asks'];
    const inRow = isList ? ['side', 'price', 'size'] : ['price', 'size'];
    if (message !== undefined)
      checkRows(api, message, book.update, lists, inRow, updateOrigin, reporter);
    return;
  }
  for (const { message: key, values } of book.updates) {
    const message = messageOf(api, key);
    if (message === undefined) continue;
    for (const [name, pointer] of Object.entries(values)) {
      if (name === 'bid' || name === 'ask') continue;
      expect(api, message, pointer, childOrigin(origin, 'updates', message.name, name), reporter);
    }
  }
}

/** Checks pointers to lists of rows, and pointers within a row. */
function checkRows(
  api: Api,
  message: Message,
  pointers: object,
  lists: readonly string[],
  inRow: readonly string[],
  origin: Origin,
  reporter: Reporter,
): void {
  const pointerOf = (name: string): string | undefined => {
    const value: unknown = Object.getOwnPropertyDescriptor(pointers, name)?.value;
    return typeof value === 'string' ? value : undefined;
  };
  for (const list of lists) {
    const pointer = pointerOf(list);
    if (pointer === undefined || message.payload === undefined) continue;
    if (!expect(api, message, pointer, childOrigin(origin, list), reporter)) continue;
    const resolved = schemasAt(api.schemas, [message.payload], pointer);
    const schemas: readonly SchemaId[] = 'schemas' in resolved ? resolved.schemas : [];
    if (schemas.length > 0 && !schemas.some((id) => allowsType(api.schemas, id, 'array'))) {
      reporter.report(
        feedPointer.list({ pointer, message: message.name }),
        childOrigin(origin, list),
      );
      continue;
    }
    const rows = schemas.flatMap((id) => itemSchemas(api.schemas, id));
    for (const name of rows.length === 0 ? [] : inRow) {
      const rowPointer = pointerOf(name);
      const target =
        rowPointer === undefined ? undefined : schemasAt(api.schemas, rows, rowPointer);
      if (target === undefined || !('missing' in target)) continue;
      reporter.report(
        feedPointer.row({ pointer, name: target.missing.name }),
        childOrigin(origin, name),
        didYouMean(target.missing.name, target.missing.known),
      );
    }
  }
}

function checkControl(api: Api, control: FeedControl, reporter: Reporter): void {
  for (const name of ['subscribe', 'unsubscribe'] as const) {
    const request = control[name];
    const message = request === undefined ? undefined : messageOf(api, request.message);
    if (request === undefined || message === undefined) continue;
    const origin = childOrigin(request.origin, 'read');
    const { entries, channel, keys, options, sharedKeys, auth, id } = request.read;
    const single: readonly (readonly [string, string | undefined])[] = [
      ['entries', entries],
      ['id', id],
      ...(entries === undefined ? ([['channel', channel]] as const) : []),
    ];
    for (const [member, pointer] of single) {
      if (pointer !== undefined)
        expect(api, message, pointer, childOrigin(origin, member), reporter);
    }
    const maps = { sharedKeys, auth, ...(entries === undefined ? { keys, options } : {}) };
    for (const [member, pointers] of Object.entries(maps)) {
      for (const [key, pointer] of Object.entries(pointers ?? {}))
        expect(api, message, pointer, childOrigin(origin, member, key), reporter);
    }
  }
  for (const name of ['subscribed', 'unsubscribed'] as const) {
    const reply = control[name];
    const message = reply === undefined ? undefined : messageOf(api, reply.message);
    if (reply === undefined || message === undefined) continue;
    for (const pointer of Object.keys(reply.match ?? {}))
      expect(api, message, pointer, childOrigin(reply.origin, 'match', pointer), reporter);
    if (reply.list !== undefined)
      expect(api, message, reply.list.items, childOrigin(reply.origin, 'list', 'items'), reporter);
  }
  const { error } = control;
  const message = error === undefined ? undefined : messageOf(api, error.message);
  if (error === undefined || message === undefined) return;
  for (const name of ['text', 'reason', 'code'] as const) {
    const pointer = error[name];
    if (pointer !== undefined)
      expect(api, message, pointer, childOrigin(error.origin, name), reporter);
  }
}

/** Reports a pointer that does not resolve in a message. Returns true if it does. */
function expect(
  api: Api,
  message: Message,
  pointer: string,
  origin: Origin,
  reporter: Reporter,
  hint?: string,
): boolean {
  const missing = unresolvedToken(api.schemas, message, 'payload', pointer);
  if (missing === undefined) return true;
  const suggestion = didYouMean(missing.name, missing.known);
  reporter.report(
    feedPointer.default({ message: message.name, name: missing.name }),
    origin,
    suggestion.hint !== undefined || hint === undefined ? suggestion : { hint },
  );
  return false;
}
