import type { JsonValue } from '../../core/descriptor.js';
import type { AddressValues } from '../address-value.js';
import type { Channel } from '../feed.js';
import { compileTemplate } from '../template.js';
import type { AnyHandler, ServerSettings } from './options.js';

/** Dependencies of a channel's heartbeats. */
export interface HeartbeatParts {
  readonly channel: Channel;
  readonly settings: ServerSettings;
  readonly handler: AnyHandler | undefined;
  /** Address parameters of the room. */
  readonly parameters: AddressValues;
  /** Keys with at least one subscriber. */
  readonly keys: () => readonly string[];
  readonly publish: (key: string | undefined, value: unknown) => void;
}

/** Sends heartbeats to the subscribers of a channel. */
export interface Heartbeat {
  /** Reports that the channel has got its first subscriber, or lost its last. */
  setActive(hasSubscribers: boolean): void;
  /** Reports a heartbeat message from the program, which replaces the next automatic one. */
  published(key: string | undefined, message: string): void;
}

/**
 * Creates the heartbeats of a channel: while it has subscribers, one per interval and subscribed key, or a single one
 * if the message has no key.
 *
 * Returns `undefined` if the description has no heartbeat, or if the program does not supply the required properties.
 */
export function createHeartbeat(parts: HeartbeatParts): Heartbeat | undefined {
  const { channel, settings, handler, parameters, keys, publish } = parts;
  const { heartbeat, keys: division, messages } = channel.descriptor;
  if (heartbeat === undefined) return undefined;
  const { message: name, interval, template, isPartial = false } = heartbeat;
  const isSupplied = handler?.heartbeat !== undefined;
  if (!isSupplied && (template === undefined || isPartial)) return undefined;
  const compiled = template === undefined ? undefined : compileTemplate(template);
  const hasKey = division !== undefined && messages[name]?.key !== null;
  const { timers } = settings;
  const recentKeys = new Set<string | undefined>();
  let timer: unknown;

  const createMessage = (key: string | undefined): unknown => {
    const base = compiled?.render((placeholder) => (placeholder === 'key' ? key : undefined));
    if (!isSupplied) return base;
    const supplied = handler.heartbeat?.(key, parameters);
    return isObject(base) && isObject(supplied) ? { ...base, ...supplied } : supplied;
  };
  const send = (key: string | undefined): void => {
    if (recentKeys.has(key) || recentKeys.has(undefined)) return;
    try {
      const value = createMessage(key);
      if (value !== undefined) publish(key, value);
    } catch (error) {
      settings.emit({ kind: 'heartbeat-failed', channel: channel.key, key, error });
    }
  };
  const beat = (): void => {
    timer = timers.setTimeout(beat, interval);
    for (const key of hasKey ? keys() : [undefined]) send(key);
    recentKeys.clear();
  };
  return {
    setActive(hasSubscribers) {
      if (hasSubscribers) {
        timer ??= timers.setTimeout(beat, interval);
      } else {
        timers.clearTimeout(timer);
        timer = undefined;
        recentKeys.clear();
      }
    },
    published(key, message) {
      if (message === name && timer !== undefined) recentKeys.add(key);
    },
  };
}

function isObject(value: unknown): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
