import type { JsonValue } from '../../core/descriptor.js';
import type { AcknowledgementDescriptor, ControlDescriptor } from '../descriptor.js';
import type { Channel } from '../feed.js';
import type { WriteJson } from '../frame.js';
import {
  compileTemplate,
  type Template,
  type TemplateValue,
  type TemplateValues,
} from '../template.js';
import type { Refusal } from './options.js';
import type { ParsedRequest } from './read-request.js';

/** A subscription to some keys of a channel; without keys, to the whole channel. */
export interface SubscribedKeys {
  readonly channel: Channel;
  readonly keys: readonly string[];
}

/** Writes replies to requests in the format of the description. */
export interface ControlReplies {
  /** Texts that acknowledge a request. `now` contains all current subscriptions. */
  readonly acknowledge: (
    kind: 'subscribe' | 'unsubscribe',
    request: ParsedRequest,
    now: readonly SubscribedKeys[],
  ) => readonly string[];
  /** Text of an error message; `undefined` if the description has none. */
  readonly error: (refusal: Refusal, id: unknown, correlationId: string) => string | undefined;
}

interface Prepared {
  readonly each: 'request' | 'channel' | 'key';
  readonly template: Template;
  readonly item: Template | undefined;
}

/** Prepares the replies that the description defines. */
export function createReplies(
  control: ControlDescriptor | undefined,
  writeJson: WriteJson,
): ControlReplies {
  const subscribed = prepare(control?.subscribed);
  const unsubscribed = prepare(control?.unsubscribed) ?? subscribed;
  const { template } = control?.error ?? {};
  const failure = template === undefined ? undefined : compileTemplate(template);
  // An error without a reason is still reported by its message.
  const failureWithoutReason =
    template === undefined ? undefined : compileTemplate(withoutReason(template));
  return {
    acknowledge(kind, { entries, id }, now) {
      const acknowledgement = kind === 'subscribe' ? subscribed : unsubscribed;
      if (acknowledgement === undefined) return [];
      const list = (): TemplateValue =>
        now.flatMap(
          (subscription) =>
            acknowledgement.item?.render(valuesOf(subscription, id, undefined)) ?? [],
        );
      const write = (subscription: SubscribedKeys | undefined, key: string | undefined): string => {
        const values = subscription === undefined ? undefined : valuesOf(subscription, id, key);
        return writeJson(
          acknowledgement.template.render((placeholder) => {
            if (placeholder === 'subscriptions') return list();
            return placeholder === 'id' ? jsonOf(id) : values?.(placeholder);
          }),
        );
      };
      if (acknowledgement.each === 'request') return [write(undefined, undefined)];
      return entries.flatMap((entry) =>
        acknowledgement.each === 'channel' || entry.keys.length === 0
          ? [write(entry, undefined)]
          : entry.keys.map((key) => write(entry, key)),
      );
    },
    error({ message, reason, code = 'forbidden' }, id, correlationId) {
      const values: Readonly<Record<string, TemplateValue | undefined>> = {
        message,
        reason,
        code,
        correlationId,
      };
      const errorTemplate = reason === undefined ? failureWithoutReason : failure;
      const value = errorTemplate?.render((placeholder) =>
        placeholder === 'id' ? jsonOf(id) : values[placeholder],
      );
      return value === undefined ? undefined : writeJson(value);
    },
  };
}

/** Removes the reason from a template: `{message}: {reason}` becomes `{message}`. */
function withoutReason(template: JsonValue): JsonValue {
  if (typeof template === 'string')
    return template === '{reason}' ? template : template.replace(/[^{}]*\{reason\}/g, '');
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((item: JsonValue) => withoutReason(item));
  return Object.fromEntries(
    Object.entries(template).map(([name, member]) => [name, withoutReason(member as JsonValue)]),
  );
}

function prepare(acknowledgement: AcknowledgementDescriptor | undefined): Prepared | undefined {
  if (acknowledgement === undefined) return undefined;
  return {
    each: acknowledgement.each ?? 'request',
    template: compileTemplate(acknowledgement.template),
    item: acknowledgement.item === undefined ? undefined : compileTemplate(acknowledgement.item),
  };
}

function valuesOf(
  { channel, keys }: SubscribedKeys,
  id: unknown,
  key: string | undefined,
): TemplateValues {
  const { name, echo = name, keys: division } = channel.descriptor;
  return (placeholder) => {
    if (placeholder === 'channel') return echo;
    if (placeholder === 'id') return jsonOf(id);
    if (placeholder === 'key') return key ?? (keys.length === 1 ? keys[0] : undefined);
    const isKeys =
      placeholder === 'keys' || (division !== undefined && placeholder === `keys.${division.name}`);
    return isKeys && keys.length > 0 ? keys : undefined;
  };
}

/** Returns a request's identifier if it is a string or an integer. */
function jsonOf(id: unknown): TemplateValue | undefined {
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint'
    ? id
    : undefined;
}
