import type { JsonValue } from '../../core/descriptor.js';
import type { AcknowledgementDescriptor, ControlDescriptor } from '../descriptor.js';
import type { Channel } from '../feed.js';
import { compileTemplate, type Template, type TemplateValues } from '../template.js';
import type { Refusal } from './options.js';
import type { ReadRequest } from './read-request.js';

/** What somebody has subscribed to: one channel, its keys, none for the whole of it. */
export interface Subscribed {
  readonly channel: Channel;
  readonly keys: readonly string[];
}

/** Writes what a server says about requests, in the document's form. */
export interface Answers {
  /** Texts that acknowledge a request, beside everything that is subscribed to now. */
  readonly acknowledge: (
    kind: 'subscribe' | 'unsubscribe',
    request: ReadRequest,
    now: readonly Subscribed[],
  ) => readonly string[];
  /** The text of an error; `undefined` where the description has none. */
  readonly error: (refusal: Refusal, id: unknown) => string | undefined;
}

interface Prepared {
  readonly each: 'request' | 'channel' | 'key';
  readonly template: Template;
  readonly item: Template | undefined;
}

/** The answers that a description wants. */
export function createAnswers(control: ControlDescriptor | undefined): Answers {
  const subscribed = prepare(control?.subscribed);
  const unsubscribed = prepare(control?.unsubscribed) ?? subscribed;
  const { template } = control?.error ?? {};
  const failure = template === undefined ? undefined : compileTemplate(template);
  // Not everything that is wrong has a reason, and its message is said all the same.
  const unexplained = template === undefined ? undefined : compileTemplate(withoutReason(template));
  return {
    acknowledge(kind, { entries, id }, now) {
      const answer = kind === 'subscribe' ? subscribed : unsubscribed;
      if (answer === undefined) return [];
      const list = (): JsonValue =>
        now.flatMap((one) => answer.item?.render(valuesOf(one, id, undefined)) ?? []);
      const write = (one: Subscribed | undefined, key: string | undefined): string => {
        const values = one === undefined ? undefined : valuesOf(one, id, key);
        return JSON.stringify(
          answer.template.render((hole) => {
            if (hole === 'subscriptions') return list();
            return hole === 'id' ? jsonOf(id) : values?.(hole);
          }),
        );
      };
      if (answer.each === 'request') return [write(undefined, undefined)];
      return entries.flatMap((entry) =>
        answer.each === 'channel' || entry.keys.length === 0
          ? [write(entry, undefined)]
          : entry.keys.map((key) => write(entry, key)),
      );
    },
    error({ message, reason, code = 'forbidden' }, id) {
      const said: Readonly<Record<string, JsonValue | undefined>> = { message, reason, code };
      const filled = reason === undefined ? unexplained : failure;
      const value = filled?.render((hole) => (hole === 'id' ? jsonOf(id) : said[hole]));
      return value === undefined ? undefined : JSON.stringify(value);
    },
  };
}

/** A template whose texts do not wait for a reason: of `{message}: {reason}` the message is left. */
function withoutReason(template: JsonValue): JsonValue {
  if (typeof template === 'string')
    return template === '{reason}' ? template : template.replace(/[^{}]*\{reason\}/g, '');
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((item: JsonValue) => withoutReason(item));
  return Object.fromEntries(
    Object.entries(template).map(([name, member]) => [name, withoutReason(member as JsonValue)]),
  );
}

function prepare(answer: AcknowledgementDescriptor | undefined): Prepared | undefined {
  if (answer === undefined) return undefined;
  return {
    each: answer.each ?? 'request',
    template: compileTemplate(answer.template),
    item: answer.item === undefined ? undefined : compileTemplate(answer.item),
  };
}

function valuesOf(
  { channel, keys }: Subscribed,
  id: unknown,
  key: string | undefined,
): TemplateValues {
  const { name, echo = name, keys: division } = channel.descriptor;
  return (hole) => {
    if (hole === 'channel') return echo;
    if (hole === 'id') return jsonOf(id);
    if (hole === 'key') return key ?? (keys.length === 1 ? keys[0] : undefined);
    const isKeys = hole === 'keys' || (division !== undefined && hole === `keys.${division.name}`);
    return isKeys && keys.length > 0 ? keys : undefined;
  };
}

/** A request's number is whatever JSON it was. */
function jsonOf(id: unknown): JsonValue | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
