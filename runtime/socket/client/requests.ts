import type { Timers } from '../../core/clock.js';
import type { JsonValue } from '../../core/descriptor.js';
import type {
  AcknowledgementDescriptor,
  ControlDescriptor,
  RequestDescriptor,
} from '../descriptor.js';
import { FeedError } from '../errors.js';
import type { Channel, Role } from '../feed.js';
import { compilePointer, type Getter } from '../../core/pointer.js';
import { compileTemplate, type Template, type TemplateValues } from '../template.js';

/** What is asked for: to join or to leave one channel, for some keys or as a whole. */
export interface Wish {
  readonly kind: 'subscribe' | 'unsubscribe';
  readonly channel: Channel;
  readonly keys: readonly string[];
  readonly auth?: Readonly<Record<string, JsonValue>>;
  readonly options?: Readonly<Record<string, JsonValue>>;
}

/** Writes requests, and finds out which of them a message answers. */
export interface Requests {
  /** Sends what is wished; resolves when it is granted. Rejects with a {@link FeedError}. */
  readonly ask: (wish: Wish) => Promise<void>;
  /** Looks whether a message answers something. Answers whether it did. */
  readonly answer: (role: Role, message: string, value: unknown) => boolean;
  /** Rejects whatever is open. */
  readonly abandon: (error: FeedError) => void;
}

interface Open {
  readonly wish: Wish;
  readonly id: number;
  /** What is still to be granted; one `undefined` for a request without keys. */
  readonly waiting: Set<string | undefined>;
  readonly grant: () => void;
  readonly refuse: (error: FeedError) => void;
}

/** How one kind of answer is recognised. */
interface Answer {
  readonly message: string;
  readonly match: readonly (readonly [Getter, Template])[];
  readonly list: AcknowledgementDescriptor['list'];
}

/** The requests of one client. `send` puts a text on the wire. */
export function createRequests(
  control: ControlDescriptor,
  send: (text: string) => void,
  timers: Timers,
  timeout: number,
): Requests {
  let counter = 0;
  const open = new Set<Open>();
  const requests = {
    subscribe: prepareRequest(control.subscribe),
    unsubscribe: prepareRequest(control.unsubscribe),
  };
  const granted = prepareAnswer(control.subscribed);
  const left = prepareAnswer(control.unsubscribed ?? control.subscribed);
  const answers = { subscribe: granted, unsubscribe: left };
  const failure = control.error;
  const errorMatch = prepareMatch(failure?.match);
  const [textOf, reasonOf] = [failure?.text, failure?.reason].map((pointer) =>
    pointer === undefined ? () => undefined : compilePointer(pointer),
  );

  const askOnce = (wish: Wish): Promise<void> => {
    const template = requests[wish.kind];
    // A feed that one can not unsubscribe from goes on sending what nobody listens to.
    if (template === undefined) return Promise.resolve();
    counter += 1;
    const id = counter;
    const text = template.render(valuesOf(wish, id, undefined));
    if (answers[wish.kind] === undefined) {
      send(JSON.stringify(text));
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        open.delete(request);
        timers.clearTimeout(alarm);
      };
      const request: Open = {
        wish,
        id,
        waiting: new Set(wish.keys.length === 0 ? [undefined] : wish.keys),
        grant() {
          settle();
          resolve();
        },
        refuse(error) {
          settle();
          reject(error);
        },
      };
      const alarm = timers.setTimeout(() => {
        request.refuse(
          new FeedError('timeout', `Nobody answered: ${wish.kind} ${wish.channel.key}`),
        );
      }, timeout);
      open.add(request);
      send(JSON.stringify(text));
    });
  };

  return {
    ask(wish) {
      const isForOneKey = requests[wish.kind]?.holes.has('key') === true && wish.keys.length > 0;
      if (!isForOneKey) return askOnce(wish);
      return Promise.all(wish.keys.map((key) => askOnce({ ...wish, keys: [key] }))).then(
        () => undefined,
      );
    },
    answer(role, message, value) {
      if (role === 'error' && failure?.message === message) {
        for (const request of open) {
          if (!matchesAny(errorMatch, request, value)) continue;
          const text = textOfError(textOf?.(value), reasonOf?.(value));
          request.refuse(new FeedError('refused', text, { answer: value }));
          return true;
        }
      }
      let isAnswer = false;
      for (const request of open) {
        const answer = answers[request.wish.kind];
        if (answer?.message !== message) continue;
        const isGranted = grantedBy(answer, request, value);
        if (isGranted) {
          request.grant();
          isAnswer = true;
          // Without anything to tell them by, one answer is for one request.
          if (answer.list === undefined && answer.match.length === 0) break;
        } else if (isGranted === undefined) isAnswer = true;
      }
      return isAnswer;
    },
    abandon(error) {
      for (const request of open) request.refuse(error);
    },
  };
}

/** What an error of a feed says, on one line. */
export function textOfError(text: unknown, reason: unknown): string {
  const parts = [text, reason].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? 'The feed reports an error' : parts.join(': ');
}

function prepareRequest(request: RequestDescriptor | undefined): Template | undefined {
  return request === undefined ? undefined : compileTemplate(request.template);
}

function prepareAnswer(answer: AcknowledgementDescriptor | undefined): Answer | undefined {
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

function valuesOf(wish: Wish, id: number, key: string | undefined): TemplateValues {
  const { channel, keys, auth = {}, options = {} } = wish;
  const own = channel.descriptor.keys?.name;
  const one = key ?? (keys.length === 1 ? keys[0] : undefined);
  return (hole) => {
    if (hole === 'channel') return channel.descriptor.name;
    if (hole === 'id') return id;
    if (hole === 'key') return one;
    if (hole === 'keys' || (own !== undefined && hole === `keys.${own}`)) {
      return keys.length === 0 ? undefined : keys;
    }
    const [group = '', name = ''] = split(hole);
    const values = group === 'auth' ? auth : group === 'options' ? options : {};
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
}

function split(hole: string): readonly string[] {
  const dot = hole.indexOf('.');
  return dot === -1 ? [hole] : [hole.slice(0, dot), hole.slice(dot + 1)];
}

function matchesAny(match: Answer['match'], request: Open, value: unknown): boolean {
  return [...request.waiting].some((key) => matches(match, request, key, value));
}

function matches(
  match: Answer['match'],
  { wish, id }: Open,
  key: string | undefined,
  value: unknown,
): boolean {
  return match.every(([get, template]) => {
    const wanted = template.render(valuesOf(wish, id, key));
    const found = get(value);
    if (wanted === undefined || wanted === found) return true;
    // The channel may be answered by any of its names.
    return (
      wanted === wish.channel.descriptor.name &&
      typeof found === 'string' &&
      wish.channel.names.has(found)
    );
  });
}

/** Whether a request is granted now; `undefined` where the message answers a part of it. */
function grantedBy(answer: Answer, request: Open, value: unknown): boolean | undefined {
  if (answer.list !== undefined) return isListed(answer.list, request.wish, value);
  let isPart = false;
  for (const key of request.waiting) {
    if (!matches(answer.match, request, key, value)) continue;
    request.waiting.delete(key);
    isPart = true;
  }
  return request.waiting.size === 0 || (isPart ? undefined : false);
}

/** Whether everything that was asked for is listed, or nothing is that was left. */
function isListed(
  { items, channel, keys = {} }: NonNullable<AcknowledgementDescriptor['list']>,
  wish: Wish,
  value: unknown,
): boolean {
  const listed = compilePointer(items)(value);
  const own = wish.channel.descriptor.keys?.name;
  const pointer = own !== undefined && Object.hasOwn(keys, own) ? keys[own] : undefined;
  const nameOf = compilePointer(channel);
  const keysOf = pointer === undefined ? undefined : compilePointer(pointer);
  const found = new Set<unknown>();
  let isThere = false;
  for (const item of Array.isArray(listed) ? listed : []) {
    const name: unknown = typeof item === 'string' ? item : nameOf(item);
    if (typeof name !== 'string' || !wish.channel.names.has(name)) continue;
    isThere = true;
    const list = keysOf?.(item);
    for (const key of Array.isArray(list) ? list : [list]) found.add(key);
  }
  if (wish.kind === 'subscribe') return isThere && wish.keys.every((key) => found.has(key));
  return !isThere || (wish.keys.length > 0 && !wish.keys.some((key) => found.has(key)));
}
