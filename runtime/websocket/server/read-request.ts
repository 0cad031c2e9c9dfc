import type { RequestReaderDescriptor } from '../descriptor.js';
import type { Channel, Feed } from '../feed.js';
import { compilePointer, type Getter } from '../../core/pointer.js';
import type { Refusal } from './options.js';

/** A parsed request. */
export interface ParsedRequest {
  readonly entries: readonly ParsedEntry[];
  /** Parts of the credential; `undefined` if the request contains none. */
  readonly auth: Readonly<Record<string, unknown>> | undefined;
  /** Identifier that replies repeat. */
  readonly id: unknown;
}

/** One channel of a request. */
export interface ParsedEntry {
  readonly channel: Channel;
  /** Keys of the entry and of the whole message, without duplicates. */
  readonly keys: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Parses requests of one type. */
export type RequestReader = (value: unknown) => ParsedRequest | { readonly refusal: Refusal };

type Getters = readonly (readonly [name: string, get: Getter])[];

/** Creates a parser for requests by the pointers of the description. */
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
    const rawKeys = get.find(([name]) => name === channel.descriptor.keys?.name)?.[1](value);
    if (rawKeys === undefined || rawKeys === null) return [];
    const list: readonly unknown[] = Array.isArray(rawKeys) ? rawKeys : [rawKeys];
    return list.every((key) => typeof key === 'string' && key !== '' && key.length <= maxKeyLength)
      ? (list as readonly string[])
      : undefined;
  };

  return (value) => {
    const list: unknown = entriesOf === undefined ? [value] : entriesOf(value);
    if (!Array.isArray(list) || list.length === 0) return refuse('The request names no channels');
    const entries: ParsedEntry[] = [];
    for (const entry of list as readonly unknown[]) {
      const name = typeof entry === 'string' ? entry : nameOf(entry);
      if (typeof name !== 'string') return refuse('The request has a channel without a name');
      const channel = feed.channelNamed(name);
      // Client input is truncated in error messages.
      if (channel === undefined) return refuse(`${name.slice(0, 64)} is not a valid channel`);
      const ownKeys = keysOf(keys, channel, entry);
      const commonKeys = keysOf(sharedKeys, channel, value);
      if (ownKeys === undefined || commonKeys === undefined) {
        return refuse(`${channel.descriptor.keys?.name ?? 'keys'} must be a list of strings`);
      }
      const entryOptions = valuesOf(options, entry);
      entries.push({
        channel,
        keys: [...new Set([...ownKeys, ...commonKeys])],
        options: entryOptions,
      });
    }
    const credential = valuesOf(auth, value);
    return {
      entries,
      auth: Object.keys(credential).length === 0 ? undefined : credential,
      id: idOf?.(value),
    };
  };
}

/** Maximum length of a key in characters: longer than any real one. */
const maxKeyLength = 256;

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
