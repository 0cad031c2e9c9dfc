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
import { bind, bindStreamed } from '../core/client/bind.js';
import { createCall, splitArguments } from '../core/client/operation-call.js';
import { invalidRequest } from '../core/client/invalid-request.js';
import type { Answers, DecodeContent, Negotiate, Parts, Read } from '../core/client/parts.js';
import type { ContentDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { readJson } from '../core/integers.js';
import { formsOf, isItemCodec, itemViolations, onlyForm, within } from '../core/items/forms.js';
import { createItemReader } from '../core/items/read-items.js';
import type { Redactor } from '../core/redact.js';
import type { WireResponse } from '../core/wire.js';
import { merged, preparing, type Preparing } from './operation.js';
import { streamedOperation } from './streamed-operation.js';

/** What is assignable to every {@link ItemCall}, as `UntypedClientCall` is to every `ClientCall`. */
export type UntypedItemCall = ItemCall<readonly unknown[], never, never, never>;

/** What is assignable to every {@link StreamedItemCall}. */
export type UntypedStreamedItemCall = StreamedItemCall<readonly unknown[], never, never, never>;

/**
 * The function of an operation whose answer is a stream of items: called it gives all of them, its `stream` gives one after another.
 * Where the operation has other contents, the call gives those, and asks for nothing else.
 */
export function itemOperation(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): UntypedItemCall;
export function itemOperation<Arguments extends readonly unknown[], Value, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): ItemCall<Arguments, Value, Item, Outcome>;
export function itemOperation<Arguments extends readonly unknown[], Value, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): ItemCall<Arguments, Value, Item, Outcome> {
  const prepared = preparingItems(descriptor, parts);
  const call = createCall<Arguments, Value, Outcome>(descriptor, (at, args) =>
    at.perform(
      at,
      descriptor,
      prepared.whole(at, args.options.accept),
      args,
      at.judge && judgeItems,
    ),
  );
  return Object.assign(call, {
    stream: (...args: Arguments) => streamCall<Item>(descriptor, prepared, args),
  });
}

/** `bind` for such an operation. */
export function bindItems(
  client: Client,
  call: ItemCall<never, unknown, unknown, unknown>,
): UntypedItemCall {
  const { stream } = call as UntypedItemCall;
  return Object.assign(bind(client, call), {
    stream: (...args: readonly unknown[]) => stream(client, ...args),
  });
}

/** {@link itemOperation} for one that may answer with bytes as well. */
export function streamedItemOperation(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): UntypedStreamedItemCall;
export function streamedItemOperation<Arguments extends readonly unknown[], Value, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): StreamedItemCall<Arguments, Value, Item, Outcome>;
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
export function bindStreamedItems(
  client: Client,
  call: StreamedItemCall<never, unknown, unknown, unknown>,
): UntypedStreamedItemCall {
  const { open } = bindStreamed(client, call);
  return Object.assign(bindItems(client, call), { open });
}

function streamCall<Item>(
  descriptor: OperationDescriptor,
  prepared: PreparingItems,
  args: readonly unknown[],
): ItemStream<Item> {
  const { client, rest } = splitArguments(descriptor, args);
  return itemStream<Item>(() => {
    const at = client[connection];
    const { encode, decode, credentials } = prepared.stream(at, rest.options.accept);
    const request = encode(at, rest);
    const { options } = rest;
    return { connection: at, operation: descriptor, request, options, decode, credentials };
  });
}

/** Closures for both forms of a call. */
interface PreparingItems {
  readonly whole: Preparing;
  readonly stream: Preparing;
}

function preparingItems(descriptor: OperationDescriptor, parts: readonly Parts[]): PreparingItems {
  const isStream = ({ codec }: ContentDescriptor): boolean => isItemCodec(codec);
  const others = successContents(descriptor).some((content) => !isStream(content));
  const takesWhole = (content: ContentDescriptor): boolean => !others || !isStream(content);
  return {
    whole: preparing(descriptor, [taking(descriptor, parts, takesWhole)]),
    stream: preparing(descriptor, [taking(descriptor, parts, isStream), { negotiate: noChoice }]),
  };
}

/** Items come as the stream that they are. */
const noChoice: Negotiate = (operation, parts, accept) => {
  if (accept === undefined) return parts;
  throw invalidRequest(operation, '"accept" is no option of "stream"');
};

/** The parts of an operation that takes some contents of success. */
function taking(
  descriptor: OperationDescriptor,
  given: readonly Parts[],
  takes: (content: ContentDescriptor) => boolean,
): Parts {
  const parts = merged(given);
  const { answers } = parts;
  return {
    ...parts,
    accept: acceptOf(descriptor, takes),
    ...(answers && { answers: { ...answers, read: readingItems(answers, takes) } }),
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
