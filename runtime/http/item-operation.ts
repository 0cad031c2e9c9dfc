import type { ItemStream } from '../core/call.js';
import { clientConfig } from '../core/client/client-config.js';
import { itemStream } from '../core/client/item-stream.js';
import {
  outcomeCheckOf,
  usesViolations,
  type ResponseValidator,
  validateResponse,
  rejection,
  handleViolations,
} from '../core/client/responses/validate-response.js';
import { createCall, splitArguments } from '../core/client/operation-call.js';
import { invalidRequest } from '../core/client/invalid-request.js';
import type {
  ResponseCodec,
  DecodeContent,
  Negotiate,
  Capabilities,
  Read,
} from '../core/client/capabilities.js';
import type { ContentDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { readJson } from '../core/integers.js';
import {
  eventTypes,
  isItemCodec,
  itemViolations,
  soleItemType,
  violationBelow,
} from '../core/items/item-types.js';
import { createItemReader } from '../core/items/read-items.js';
import { type Codecs, merged, preparing, type Preparing } from './operation.js';
import { streamedOperation } from './streamed-operation.js';

/**
 * Creates the client function of an operation whose response is a stream of items.
 *
 * Calling it collects all items; its `stream` yields them one by one. If the operation also declares other contents,
 * the call requests and returns only those.
 */
export function itemOperation<Type>(descriptor: OperationDescriptor, codecs: Codecs = []): Type {
  const prepared = preparingItems(descriptor, codecs);
  const call = createCall(descriptor, (config, args) =>
    config.pipeline.perform(
      config,
      descriptor,
      prepared.collected(config, args.options.accept),
      args,
      validateItems,
    ),
  );
  return Object.assign(call, {
    stream: (...args: readonly unknown[]) => streamCall<unknown>(descriptor, prepared, args),
  }) as Type;
}

/** Like {@link itemOperation}, for an operation whose response may also be bytes. */
export function streamedItemOperation<Type>(
  descriptor: OperationDescriptor,
  codecs: Codecs = [],
): Type {
  const { open } = streamedOperation(descriptor, codecs) as { readonly open: unknown };
  return Object.assign(itemOperation(descriptor, codecs) as object, { open }) as Type;
}

function streamCall<Item>(
  descriptor: OperationDescriptor,
  prepared: PreparingItems,
  args: readonly unknown[],
): ItemStream<Item> {
  const { client, rest } = splitArguments(descriptor, args);
  return itemStream<Item>(() => {
    const config = client[clientConfig];
    const { encode, decode, credentials } = prepared.stream(config, rest.options.accept);
    const request = encode(config, rest);
    const { options } = rest;
    return {
      config,
      operation: descriptor,
      request,
      options,
      decode,
      credentials,
    };
  });
}

/** Closures for the two forms of a call: all items at once, or one by one. */
interface PreparingItems {
  readonly collected: Preparing;
  readonly stream: Preparing;
}

function preparingItems(descriptor: OperationDescriptor, parts: Codecs): PreparingItems {
  const isStream = ({ codec }: ContentDescriptor): boolean => isItemCodec(codec);
  const others = successContents(descriptor).some((content) => !isStream(content));
  const isCollected = (content: ContentDescriptor): boolean => !others || !isStream(content);
  return {
    collected: preparing(descriptor, [restrictedTo(descriptor, parts, isCollected)]),
    stream: preparing(descriptor, [
      restrictedTo(descriptor, parts, isStream),
      { negotiate: noChoice },
    ]),
  };
}

/** The method `stream` always requests items, so it has no option `accept`. */
const noChoice: Negotiate = (operation, parts, accept) => {
  if (accept === undefined) return parts;
  throw invalidRequest(operation, '"accept" is not an option of "stream"');
};

/** Restricts an operation's capabilities to some of its success contents. */
function restrictedTo(
  descriptor: OperationDescriptor,
  capabilities: Codecs,
  accepts: (content: ContentDescriptor) => boolean,
): Capabilities {
  const parts = merged(capabilities);
  const { answers } = parts;
  return {
    ...parts,
    accept: acceptOf(descriptor, accepts),
    ...(answers && { answers: { ...answers, read: readingItems(answers, accepts) } }),
  };
}

/** Decodes the selected success contents, streams of items completely. Other contents are decoded as usual. */
function readingItems(
  { read }: ResponseCodec,
  accepts: (content: ContentDescriptor) => boolean,
): DecodeContent {
  return (content, media, bytes, ok, config) => {
    if (ok && !accepts(content)) return undefined;
    return (
      (ok ? decodeCollected(content, bytes) : undefined) ?? read(content, media, bytes, ok, config)
    );
  };
}

function successContents({ outcomes }: OperationDescriptor): readonly ContentDescriptor[] {
  return outcomes.filter(isSuccess).flatMap(({ contents = [] }) => contents);
}

function isSuccess({ status }: OperationDescriptor['outcomes'][number]): boolean {
  return String(status).startsWith('2') || status === 'default';
}

/** Media types for `Accept`: the selected success contents and all contents of failures. */
function acceptOf(
  descriptor: OperationDescriptor,
  accepts: (content: ContentDescriptor) => boolean,
): string {
  const failures = descriptor.outcomes.filter((outcome) => !isSuccess(outcome));
  const contents = [
    ...successContents(descriptor).filter(accepts),
    ...failures.flatMap((outcome) => outcome.contents ?? []),
  ];
  return [...new Set(contents.map(({ mediaType }) => mediaType))].join(', ');
}

function decodeCollected(content: ContentDescriptor, bytes: Uint8Array): Read | undefined {
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

/** Validates the items of a response that was read completely, and everything else as usual. */
const validateItems: ResponseValidator = (config, descriptor, decoded, response, redactor) => {
  const invalid = validateResponse(config, descriptor, decoded, response, redactor);
  const { declared, outcome } = decoded;
  if (invalid !== undefined || declared?.content === undefined || !usesViolations(config))
    return invalid;
  const content = descriptor.outcomes[declared.outcome]?.contents?.[declared.content];
  const checks = outcomeCheckOf(config, descriptor, declared.outcome)?.items?.[declared.content];
  const items: unknown = outcome.value;
  if (content === undefined || checks === undefined || !Array.isArray(items)) return undefined;
  const all = items.flatMap((item: unknown, index) =>
    itemViolations(content, checks, variantsOfValue(content, item), item).map((violation) =>
      violationBelow(`/${index}`, violation),
    ),
  );
  return rejection(response, handleViolations(config, descriptor, all, items, response, redactor));
};

/** Candidate types of an event. Text was declared as text; a JSON event hardly ever decodes to a string. */
function variantsOfValue({ events }: ContentDescriptor, item: unknown): readonly number[] {
  if (events === undefined || typeof item !== 'object' || item === null) return soleItemType;
  const name = 'event' in item && typeof item.event === 'string' ? item.event : undefined;
  const variants = eventTypes(events, name);
  const isText = 'data' in item && typeof item.data === 'string';
  const fitting = variants.filter(
    (variant) => events[variant]?.data === (isText ? 'text' : 'json'),
  );
  return fitting.length > 0 ? fitting : variants;
}
