import type { JsonValue } from '../../core/descriptor.js';
import type { AddressValues } from '../address-value.js';
import type { Channel } from '../feed.js';
import { compileTemplate } from '../template.js';
import type { AnyHandler, ServerSettings } from './options.js';

/** What heartbeats of a channel are sent with. */
export interface BeatParts {
  readonly channel: Channel;
  readonly settings: ServerSettings;
  readonly handler: AnyHandler | undefined;
  /** Of the room that it is sent to. */
  readonly parameters: AddressValues;
  /** Keys that somebody takes. */
  readonly keys: () => readonly string[];
  readonly publish: (key: string | undefined, value: unknown) => void;
}

/** Shows the subscribers of a channel that it lives. */
export interface Beat {
  /** Somebody takes the channel, or nobody does any more. */
  occupied(isTaken: boolean): void;
  /** The program has sent a message itself: a heartbeat needs no other. */
  published(key: string | undefined, message: string): void;
}

/**
 * A channel's heartbeats: while anybody takes it, one in each interval for each key that is taken, or one for all where the message has no
 * key. `undefined` where the description has none, or the program does not supply what only it knows.
 */
export function createBeat(parts: BeatParts): Beat | undefined {
  const { channel, settings, handler, parameters, keys, publish } = parts;
  const { heartbeat, keys: division, messages } = channel.descriptor;
  if (heartbeat === undefined) return undefined;
  const { message: name, interval, template, isPartial = false } = heartbeat;
  const isSupplied = handler?.heartbeat !== undefined;
  if (!isSupplied && (template === undefined || isPartial)) return undefined;
  const known = template === undefined ? undefined : compileTemplate(template);
  const hasKey = division !== undefined && messages[name]?.key !== null;
  const { timers } = settings;
  const fresh = new Set<string | undefined>();
  let alarm: unknown;

  const make = (key: string | undefined): unknown => {
    const base = known?.render((hole) => (hole === 'key' ? key : undefined));
    if (!isSupplied) return base;
    const supplied = handler.heartbeat?.(key, parameters);
    return isMembers(base) && isMembers(supplied) ? { ...base, ...supplied } : supplied;
  };
  const send = (key: string | undefined): void => {
    if (fresh.has(key) || fresh.has(undefined)) return;
    try {
      const value = make(key);
      if (value !== undefined) publish(key, value);
    } catch (error) {
      settings.announce({ kind: 'heartbeat-failed', channel: channel.key, key, error });
    }
  };
  const beat = (): void => {
    alarm = timers.setTimeout(beat, interval);
    for (const key of hasKey ? keys() : [undefined]) send(key);
    fresh.clear();
  };
  return {
    occupied(isTaken) {
      if (isTaken) {
        alarm ??= timers.setTimeout(beat, interval);
      } else {
        timers.clearTimeout(alarm);
        alarm = undefined;
        fresh.clear();
      }
    },
    published(key, message) {
      if (message === name && alarm !== undefined) fresh.add(key);
    },
  };
}

function isMembers(value: unknown): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
