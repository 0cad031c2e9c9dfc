import type { RequestReaderDescriptor } from '../descriptor.js';
import type { Channel, Feed } from '../feed.js';
import { compilePointer, type Getter } from '../../core/pointer.js';
import type { Refusal } from './options.js';

/** What a request asks for. */
export interface ReadRequest {
  readonly entries: readonly ReadEntry[];
  /** What proves who asks; `undefined` where the request shows nothing. */
  readonly auth: Readonly<Record<string, unknown>> | undefined;
  /** The number that answers repeat. */
  readonly id: unknown;
}

/** One channel of a request. */
export interface ReadEntry {
  readonly channel: Channel;
  /** Its own and those of the whole message, each once. */
  readonly keys: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Reads requests of one kind. */
export type RequestReader = (value: unknown) => ReadRequest | { readonly refusal: Refusal };

type Getters = readonly (readonly [name: string, get: Getter])[];

/** A reader of requests, as the description says where things stand. */
export function requestReader(feed: Feed, reader: RequestReaderDescriptor): RequestReader {
  const entriesOf = reader.entries === undefined ? undefined : compilePointer(reader.entries);
  const nameOf = compilePointer(reader.channel);
  const idOf = reader.id === undefined ? undefined : compilePointer(reader.id);
  const [keys, sharedKeys, auth, options] = [
    reader.keys,
    reader.sharedKeys,
    reader.auth,
    reader.options,
  ].map(compileAll);

  const keysOf = (
    get: Getters = [],
    channel: Channel,
    value: unknown,
  ): readonly string[] | undefined => {
    const found = get.find(([name]) => name === channel.descriptor.keys?.name)?.[1](value);
    if (found === undefined || found === null) return [];
    const list: readonly unknown[] = Array.isArray(found) ? found : [found];
    return list.every((key) => typeof key === 'string' && key !== '' && key.length <= longestKey)
      ? (list as readonly string[])
      : undefined;
  };

  return (value) => {
    const list: unknown = entriesOf === undefined ? [value] : entriesOf(value);
    if (!Array.isArray(list) || list.length === 0) return refuse('No channels are named');
    const entries: ReadEntry[] = [];
    for (const entry of list as readonly unknown[]) {
      const name = typeof entry === 'string' ? entry : nameOf(entry);
      if (typeof name !== 'string') return refuse('A channel has no name');
      const channel = feed.channelNamed(name);
      // What a client wrote is not repeated at length.
      if (channel === undefined) return refuse(`${name.slice(0, 64)} is not a valid channel`);
      const own = keysOf(keys, channel, entry);
      const shared = keysOf(sharedKeys, channel, value);
      if (own === undefined || shared === undefined) {
        return refuse(`${channel.descriptor.keys?.name ?? 'keys'} must be a list of texts`);
      }
      const wishes = valuesOf(options, entry);
      entries.push({ channel, keys: [...new Set([...own, ...shared])], options: wishes });
    }
    const shown = valuesOf(auth, value);
    return {
      entries,
      auth: Object.keys(shown).length === 0 ? undefined : shown,
      id: idOf?.(value),
    };
  };
}

/** Longer ones are no product of anybody's. */
const longestKey = 256;

function refuse(reason: string): { readonly refusal: Refusal } {
  return { refusal: { message: 'Failed to subscribe', reason, code: 'invalid-request' } };
}

function compileAll(pointers: { readonly [name: string]: string } = {}): Getters {
  return Object.entries(pointers).map(([name, pointer]) => [name, compilePointer(pointer)]);
}

function valuesOf(getters: Getters = [], value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    getters.flatMap(([name, get]) => {
      const found = get(value);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
