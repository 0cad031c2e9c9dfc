import type { Timers } from '../../core/clock.js';
import type { JsonValue } from '../../core/descriptor.js';
import type {
  AcknowledgementDescriptor,
  ControlDescriptor,
  RequestDescriptor,
} from '../descriptor.js';
import { isSameId } from '../correlate.js';
import { FeedError } from '../errors.js';
import type { Channel, Role } from '../feed.js';
import type { WriteJson } from '../frame.js';
import { compilePointer, type Getter } from '../../core/pointer.js';
import {
  compileTemplate,
  type Template,
  type TemplateMembers,
  type TemplateValues,
} from '../template.js';

/** A request to subscribe or unsubscribe keys of a channel, or the whole channel. */
export interface SubscriptionChange {
  readonly kind: 'subscribe' | 'unsubscribe';
  readonly channel: Channel;
  readonly keys: readonly string[];
  readonly auth?: Readonly<Record<string, JsonValue>>;
  readonly options?: TemplateMembers;
}

/** Writes subscription requests, and recognises their replies. */
export interface SubscriptionProtocol {
  /** Sends a request. Resolves when it is granted; rejects with a {@link FeedError}. */
  readonly send: (change: SubscriptionChange) => Promise<void>;
  /** Passes a message to the requests that it replies to. Returns false if there is none. */
  readonly receiveReply: (role: Role, message: string, value: unknown) => boolean;
  /** Rejects all pending requests. */
  readonly abandon: (error: FeedError) => void;
}

interface PendingChange {
  readonly change: SubscriptionChange;
  readonly id: number;
  /** Keys that have not been granted; a single `undefined` for a request without keys. */
  readonly waiting: Set<string | undefined>;
  readonly grant: () => void;
  readonly refuse: (error: FeedError) => void;
}

/** Recognition of one type of reply. */
interface Acknowledgement {
  readonly message: string;
  readonly match: readonly (readonly [Getter, Template])[];
  readonly list: AcknowledgementDescriptor['list'];
}

/** Creates the subscription protocol of one client. */
export function createSubscriptionProtocol(
  control: ControlDescriptor,
  send: (text: string) => void,
  writeJson: WriteJson,
  timers: Timers,
  timeout: number,
): SubscriptionProtocol {
  let counter = 0;
  const pending = new Set<PendingChange>();
  const requests = {
    subscribe: prepareRequest(control.subscribe),
    unsubscribe: prepareRequest(control.unsubscribe),
  };
  const granted = prepareAnswer(control.subscribed);
  const revoked = prepareAnswer(control.unsubscribed ?? control.subscribed);
  const acknowledgements = { subscribe: granted, unsubscribe: revoked };
  const failure = control.error;
  const errorMatch = prepareMatch(failure?.match);
  const [textOf, reasonOf] = [failure?.text, failure?.reason].map((pointer) =>
    pointer === undefined ? () => undefined : compilePointer(pointer),
  );

  const sendOnce = (change: SubscriptionChange): Promise<void> => {
    const template = requests[change.kind];
    // A feed without unsubscribe requests continues to send messages, which are ignored.
    if (template === undefined) return Promise.resolve();
    counter += 1;
    const id = counter;
    const text = template.render(valuesOf(change, id, undefined));
    if (acknowledgements[change.kind] === undefined) {
      send(writeJson(text));
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        pending.delete(request);
        timers.clearTimeout(timer);
      };
      const request: PendingChange = {
        change,
        id,
        waiting: new Set(change.keys.length === 0 ? [undefined] : change.keys),
        grant() {
          settle();
          resolve();
        },
        refuse(error) {
          settle();
          reject(error);
        },
      };
      const timer = timers.setTimeout(() => {
        request.refuse(
          new FeedError('timeout', `The feed did not reply: ${change.kind} ${change.channel.key}`),
        );
      }, timeout);
      pending.add(request);
      send(writeJson(text));
    });
  };

  return {
    send(change) {
      const isForOneKey =
        requests[change.kind]?.placeholders.has('key') === true && change.keys.length > 0;
      if (!isForOneKey) return sendOnce(change);
      return Promise.all(change.keys.map((key) => sendOnce({ ...change, keys: [key] }))).then(
        () => undefined,
      );
    },
    receiveReply(role, message, value) {
      if (role === 'error' && failure?.message === message) {
        for (const request of pending) {
          if (!matchesAny(errorMatch, request, value)) continue;
          const text = textOfError(textOf?.(value), reasonOf?.(value));
          request.refuse(new FeedError('refused', text, { answer: value }));
          return true;
        }
      }
      let isAnswer = false;
      for (const request of pending) {
        const answer = acknowledgements[request.change.kind];
        if (answer?.message !== message) continue;
        const isGranted = grantedBy(answer, request, value);
        if (isGranted) {
          request.grant();
          isAnswer = true;
          // Without conditions, one reply belongs to one request.
          if (answer.list === undefined && answer.match.length === 0) break;
        } else if (isGranted === undefined) isAnswer = true;
      }
      return isAnswer;
    },
    abandon(error) {
      for (const request of pending) request.refuse(error);
    },
  };
}

/** Formats an error message of a feed on one line. */
export function textOfError(text: unknown, reason: unknown): string {
  const parts = [text, reason].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? 'The feed reported an error' : parts.join(': ');
}

function prepareRequest(request: RequestDescriptor | undefined): Template | undefined {
  return request === undefined ? undefined : compileTemplate(request.template);
}

function prepareAnswer(answer: AcknowledgementDescriptor | undefined): Acknowledgement | undefined {
  if (answer === undefined) return undefined;
  return { message: answer.message, match: prepareMatch(answer.match), list: answer.list };
}

function prepareMatch(
  match: { readonly [pointer: string]: JsonValue } = {},
): readonly (readonly [Getter, Template])[] {
  return Object.entries(match).map(([pointer, value]) => [
    compilePointer(pointer),
    compileTemplate(value),
  ]);
}

function valuesOf(change: SubscriptionChange, id: number, key: string | undefined): TemplateValues {
  const { channel, keys, auth = {}, options = {} } = change;
  const keysName = channel.descriptor.keys?.name;
  const singleKey = key ?? (keys.length === 1 ? keys[0] : undefined);
  return (placeholder) => {
    if (placeholder === 'channel') return channel.descriptor.name;
    if (placeholder === 'id') return id;
    if (placeholder === 'key') return singleKey;
    if (placeholder === 'keys' || (keysName !== undefined && placeholder === `keys.${keysName}`)) {
      return keys.length === 0 ? undefined : keys;
    }
    const [group = '', name = ''] = split(placeholder);
    const values = group === 'auth' ? auth : group === 'options' ? options : {};
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
}

function split(placeholder: string): readonly string[] {
  const dot = placeholder.indexOf('.');
  return dot === -1 ? [placeholder] : [placeholder.slice(0, dot), placeholder.slice(dot + 1)];
}

function matchesAny(
  match: Acknowledgement['match'],
  request: PendingChange,
  value: unknown,
): boolean {
  return [...request.waiting].some((key) => matches(match, request, key, value));
}

function matches(
  match: Acknowledgement['match'],
  { change, id }: PendingChange,
  key: string | undefined,
  value: unknown,
): boolean {
  return match.every(([get, template]) => {
    const expected = template.render(valuesOf(change, id, key));
    const listedKeys = get(value);
    if (expected === undefined || isSameId(expected, listedKeys)) return true;
    // A reply may use any name of the channel.
    return (
      expected === change.channel.descriptor.name &&
      typeof listedKeys === 'string' &&
      change.channel.names.has(listedKeys)
    );
  });
}

/** True if the request is granted; `undefined` if the message grants a part of it. */
function grantedBy(
  answer: Acknowledgement,
  request: PendingChange,
  value: unknown,
): boolean | undefined {
  if (answer.list !== undefined) return isListed(answer.list, request.change, value);
  let isPart = false;
  for (const key of request.waiting) {
    if (!matches(answer.match, request, key, value)) continue;
    request.waiting.delete(key);
    isPart = true;
  }
  return request.waiting.size === 0 || (isPart ? undefined : false);
}

/** True if everything requested is listed, or if nothing that was unsubscribed is. */
function isListed(
  { items, channel, keys = {} }: NonNullable<AcknowledgementDescriptor['list']>,
  change: SubscriptionChange,
  value: unknown,
): boolean {
  const listed = compilePointer(items)(value);
  const keysName = change.channel.descriptor.keys?.name;
  const pointer =
    keysName !== undefined && Object.hasOwn(keys, keysName) ? keys[keysName] : undefined;
  const nameOf = compilePointer(channel);
  const keysOf = pointer === undefined ? undefined : compilePointer(pointer);
  const listedKeys = new Set<unknown>();
  let isChannelListed = false;
  for (const item of Array.isArray(listed) ? listed : []) {
    const name: unknown = typeof item === 'string' ? item : nameOf(item);
    if (typeof name !== 'string' || !change.channel.names.has(name)) continue;
    isChannelListed = true;
    const list = keysOf?.(item);
    for (const key of Array.isArray(list) ? list : [list]) listedKeys.add(key);
  }
  if (change.kind === 'subscribe')
    return isChannelListed && change.keys.every((key) => listedKeys.has(key));
  return (
    !isChannelListed || (change.keys.length > 0 && !change.keys.some((key) => listedKeys.has(key)))
  );
}
