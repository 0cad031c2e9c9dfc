import type { ItemCall, ItemStream, StreamedItemCall } from '../core/call.js';
import type { Violation } from '../core/check.js';
import {
  type Client,
  type Connection,
  connection,
  outcomeCheckOf,
} from '../core/client/connection.js';
import { itemStream } from '../core/client/item-stream.js';
import {
  isJudging,
  type Judge,
  type Judged,
  judgeResponse,
  refused,
  settleViolations,
} from '../core/client/judge.js';
import { bind, bindStreamed, type ByClient } from '../core/client/bind.js';
import { type CallArguments, createCall, splitArguments } from '../core/client/operation-call.js';
import type { Answers, DecodeContent, Parts, Read } from '../core/client/parts.js';
import type { Prepared } from '../core/client/prepare.js';
import type { ContentDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { readJson } from '../core/integers.js';
import { formsOf, isItemCodec, itemViolations, onlyForm, within } from '../core/items/forms.js';
import { createItemReader } from '../core/items/read-items.js';
import type { Redactor } from '../core/redact.js';
import type { WireResponse } from '../core/wire.js';
import { merged } from './operation.js';
import { streamedOperation } from './streamed-operation.js';

/**
 * The function of an operation whose answer is a stream of items: called it gives all of them, its `stream` gives one after another.
 * Where the operation has other contents, the call gives those, and asks for nothing else.
 */
export function itemOperation<Arguments extends readonly unknown[], Value, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): ItemCall<Arguments, Value, Item, Outcome> {
  const prepared = preparingItems(descriptor, parts);
  const call = createCall<Arguments, Value, Outcome>(descriptor, (at, args) =>
    at.perform(at, descriptor, prepared(at).whole, args, at.judge && judgeItems),
  );
  return Object.assign(call, {
    stream: (...args: Arguments) => streamCall<Item>(descriptor, prepared, args),
  });
}

/** `bind` for such an operation. */
export function bindItems<Arguments extends unknown[], Value, Item, Outcome>(
  client: Client,
  call: ItemCall<ByClient<Arguments>, Value, Item, Outcome>,
): ItemCall<Arguments, Value, Item, Outcome> {
  const stream = (...args: Arguments): ItemStream<Item> => call.stream(client, ...args);
  return Object.assign(bind(client, call), { stream });
}

/** {@link itemOperation} for one that may answer with bytes as well. */
export function streamedItemOperation<Arguments extends readonly unknown[], Value, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): StreamedItemCall<Arguments, Value, Item, Outcome> {
  const { open } = streamedOperation<Arguments, Value, Outcome>(descriptor, ...parts);
  return Object.assign(itemOperation<Arguments, Value, Item, Outcome>(descriptor, ...parts), {
    open,
  });
}

/** {@link bindItems} for such an operation. */
export function bindStreamedItems<Arguments extends unknown[], Value, Item, Outcome>(
  client: Client,
  call: StreamedItemCall<ByClient<Arguments>, Value, Item, Outcome>,
): StreamedItemCall<Arguments, Value, Item, Outcome> {
  const { open } = bindStreamed(client, call);
  return Object.assign(bindItems(client, call), { open });
}

function streamCall<Item>(
  descriptor: OperationDescriptor,
  prepared: (at: Connection) => PreparedItems,
  args: readonly unknown[],
): ItemStream<Item> {
  const { client, rest } = splitArguments(descriptor, args);
  return itemStream<Item>(() => {
    const at = client[connection];
    const { encode, decode, credentials } = prepared(at).stream;
    const request = encode(at, rest);
    const { options } = rest;
    return { connection: at, operation: descriptor, request, options, decode, credentials };
  });
}

/** Closures for both forms of a call. */
interface PreparedItems {
  readonly whole: Prepared;
  readonly stream: Prepared;
}

function preparingItems(
  descriptor: OperationDescriptor,
  parts: readonly Parts[],
): (at: Connection) => PreparedItems {
  const isStream = ({ codec }: ContentDescriptor): boolean => isItemCodec(codec);
  const others = successContents(descriptor).some((content) => !isStream(content));
  const takesWhole = (content: ContentDescriptor): boolean => !others || !isStream(content);
  const all = merged(parts);
  let made: PreparedItems | undefined;
  return (at) =>
    (made ??= {
      whole: preparedFor(at, descriptor, all, takesWhole),
      stream: preparedFor(at, descriptor, all, isStream),
    });
}

function preparedFor(
  at: Connection,
  descriptor: OperationDescriptor,
  parts: Parts,
  takes: (content: ContentDescriptor) => boolean,
): Prepared {
  const { answers } = parts;
  const { encode, decode, credentials } = at.prepare(descriptor, {
    ...parts,
    ...(answers && { answers: { ...answers, read: readingItems(answers, takes) } }),
  });
  const accept = acceptOf(descriptor, takes);
  return {
    encode: (by, args) => encode(by, asksItself(args) ? args : asking(args, accept)),
    decode,
    credentials,
  };
}

/** Reads what is taken of success: all items of a stream, and everything else as ever. */
function readingItems(
  { read }: Answers,
  takes: (content: ContentDescriptor) => boolean,
): DecodeContent {
  return (content, media, bytes, ok, at) => {
    if (ok && !takes(content)) return undefined;
    return (ok ? decodeWhole(content, bytes) : undefined) ?? read(content, media, bytes, ok, at);
  };
}

function successContents({ outcomes }: OperationDescriptor): readonly ContentDescriptor[] {
  return outcomes.filter(isSuccess).flatMap(({ contents = [] }) => contents);
}

function isSuccess({ status }: OperationDescriptor['outcomes'][number]): boolean {
  return String(status).startsWith('2') || status === 'default';
}

/** Contents of success that are taken, and whatever a failure is said in. */
function acceptOf(
  descriptor: OperationDescriptor,
  takes: (content: ContentDescriptor) => boolean,
): string {
  const failures = descriptor.outcomes.filter((outcome) => !isSuccess(outcome));
  const contents = [
    ...successContents(descriptor).filter(takes),
    ...failures.flatMap((outcome) => outcome.contents ?? []),
  ];
  return [...new Set(contents.map(({ mediaType }) => mediaType))].join(', ');
}

function asksItself({ input, options }: CallArguments): boolean {
  const inParts = typeof input === 'object' && input !== null && 'headers' in input;
  return [options.headers, inParts ? input.headers : undefined].some((headers) =>
    Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'accept'),
  );
}

function asking(args: CallArguments, accept: string): CallArguments {
  const { options } = args;
  return { ...args, options: { ...options, headers: { ...options.headers, Accept: accept } } };
}

function decodeWhole(content: ContentDescriptor, bytes: Uint8Array): Read | undefined {
  if (!isItemCodec(content.codec)) return undefined;
  const state = { lastEventId: '', retry: undefined };
  const reader = createItemReader({ content, limit: Infinity, state, read: readJson });
  const values: unknown[] = [];
  for (const item of [...reader.push(bytes), ...reader.end()]) {
    if (item === undefined) break;
    if ('fault' in item) return item;
    values.push(item.value);
  }
  return { value: values };
}

const judgeItems: Judge = (at, descriptor, judged, response, redactor) =>
  refused(response, judgeWhole(at, descriptor, judged, response, redactor));

/** Looks at the items of an answer that was read whole, and at everything else as ever. */
function judgeWhole(
  at: Connection,
  descriptor: OperationDescriptor,
  judged: Judged,
  response: WireResponse,
  redactor: Redactor | undefined,
): readonly Violation[] | undefined {
  const violations = judgeResponse(at, descriptor, judged, response, redactor);
  const { declared, outcome } = judged;
  if (violations !== undefined || declared?.content === undefined || !isJudging(at))
    return violations;
  const content = descriptor.outcomes[declared.outcome]?.contents?.[declared.content];
  const checks = outcomeCheckOf(at, descriptor, declared.outcome)?.items?.[declared.content];
  const items: unknown = outcome.value;
  if (content === undefined || checks === undefined || !Array.isArray(items)) return undefined;
  const all = items.flatMap((item: unknown, index) =>
    itemViolations(content, checks, formsOfValue(content, item), item).map((violation) =>
      within(`/${index}`, violation),
    ),
  );
  return settleViolations(at, descriptor, all, items, response, redactor);
}

/** What an event was read as: text stays text, and what was JSON is hardly ever a text again. */
function formsOfValue({ events }: ContentDescriptor, item: unknown): readonly number[] {
  if (events === undefined || typeof item !== 'object' || item === null) return onlyForm;
  const name = 'event' in item && typeof item.event === 'string' ? item.event : undefined;
  const forms = formsOf(events, name);
  const isText = 'data' in item && typeof item.data === 'string';
  const fitting = forms.filter((form) => events[form]?.data === (isText ? 'text' : 'json'));
  return fitting.length > 0 ? fitting : forms;
}
