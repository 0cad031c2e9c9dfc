import type {
  AmqpBindings,
  BrokerBindings,
  KafkaBindings,
  MqttBindings,
  NatsBindings,
} from '../../../runtime/broker/bindings.js';
import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import type { Bindings, Channel, Flow, Message } from '../../model/message.js';
import type { Json } from '../../model/schema.js';

/** A member of a binding that publishers and subscribers do not use. */
export const ignoredBinding: DiagnosticType<{ default: { protocol: string; member: string } }> =
  defineWarning('ignored-binding', {
    default: ({ protocol, member }) =>
      `publishers and subscribers do not use "${member}" of the binding for "${protocol}"`,
  });

type JsonObject = { readonly [name: string]: Json };

/** Members of one binding that have been read, and those that nobody asked for. */
interface BindingReader {
  text(name: string): string | undefined;
  integer(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  object(name: string): JsonObject | undefined;
  texts(name: string): readonly string[] | undefined;
}

/** Reads what the bindings of a channel and its operation demand. Members that nothing implements are reported. */
export function planBindings(
  channel: Channel,
  flow: Flow | undefined,
  reporter: Reporter,
): BrokerBindings {
  const read = <Result extends object>(
    protocol: string,
    channelReader: (binding: BindingReader) => Partial<Result>,
    operationReader: (binding: BindingReader) => Partial<Result>,
  ): Partial<Result> => ({
    ...readBinding(channel.bindings, protocol, channelReader, channel, reporter),
    ...readBinding(flow?.bindings ?? {}, protocol, operationReader, flow ?? channel, reporter),
  });
  const none = (): Record<string, never> => ({});
  const nats = read<NatsBindings>('nats', none, (binding) =>
    optional({ queue: binding.text('queue') }),
  );
  const mqtt: MqttBindings = read<MqttBindings>('mqtt', none, mqttOperation);
  const mqtt5: MqttBindings = read<MqttBindings>('mqtt5', none, mqttOperation);
  const amqp: AmqpBindings = read<AmqpBindings>('amqp', amqpChannel, amqpOperation);
  const kafka: KafkaBindings = read<KafkaBindings>(
    'kafka',
    (binding) => optional({ topic: binding.text('topic') }),
    (binding) =>
      optional({
        groupId: onlyValue(binding.object('groupId')),
        clientId: onlyValue(binding.object('clientId')),
      }),
  );
  return optional({
    nats: unlessEmpty(nats),
    mqtt: unlessEmpty({ ...mqtt, ...mqtt5 }),
    amqp: unlessEmpty(amqp),
    kafka: unlessEmpty(kafka),
  });
}

/** Reads what the bindings of a message demand. Members that nothing implements are reported. */
export function planMessageBindings(message: Message, reporter: Reporter): BrokerBindings {
  const read = <Result extends object>(
    protocol: string,
    reader: (binding: BindingReader) => Partial<Result>,
  ): Partial<Result> => readBinding(message.bindings, protocol, reader, message, reporter);
  const none = (): Record<string, never> => ({});
  read('nats', none);
  read('kafka', none);
  const mqtt = { ...read('mqtt', mqttMessage), ...read('mqtt5', mqttMessage) };
  const amqp = read<AmqpBindings>('amqp', (binding) =>
    optional({ messageType: binding.text('messageType') }),
  );
  return optional({ mqtt: unlessEmpty(mqtt), amqp: unlessEmpty(amqp) });
}

function mqttMessage(binding: BindingReader): MqttBindings {
  const format = binding.integer('payloadFormatIndicator');
  return optional({ payloadFormatIndicator: format === 0 || format === 1 ? format : undefined });
}

function mqttOperation(binding: BindingReader): MqttBindings {
  const qos = binding.integer('qos');
  return optional({
    qos: qos === 0 || qos === 1 || qos === 2 ? qos : undefined,
    retain: binding.flag('retain'),
    messageExpiryInterval: binding.integer('messageExpiryInterval'),
  });
}

const exchangeTypes = ['topic', 'direct', 'fanout', 'default', 'headers'] as const;

function amqpChannel(binding: BindingReader): AmqpBindings {
  const is = binding.text('is');
  const exchange = binding.object('exchange');
  const queue = binding.object('queue');
  const type = exchangeTypes.find((each) => each === exchange?.['type']);
  return optional({
    exchange:
      exchange === undefined || is === 'queue'
        ? undefined
        : {
            name: textOf(exchange['name']) ?? '',
            type: type ?? 'topic',
            ...optional({
              durable: flagOf(exchange['durable']),
              autoDelete: flagOf(exchange['autoDelete']),
            }),
          },
    queue:
      queue === undefined
        ? undefined
        : {
            name: textOf(queue['name']) ?? '',
            ...optional({
              durable: flagOf(queue['durable']),
              exclusive: flagOf(queue['exclusive']),
              autoDelete: flagOf(queue['autoDelete']),
            }),
          },
  });
}

function amqpOperation(binding: BindingReader): AmqpBindings {
  const mode = binding.integer('deliveryMode');
  return optional({
    expiration: binding.integer('expiration'),
    cc: binding.texts('cc'),
    bcc: binding.texts('bcc'),
    priority: binding.integer('priority'),
    deliveryMode: mode === 1 || mode === 2 ? mode : undefined,
    mandatory: binding.flag('mandatory'),
    ack: binding.flag('ack'),
  });
}

/** Reads a binding, and reports the members that the reader has not asked for. */
function readBinding<Result>(
  bindings: Bindings,
  protocol: string,
  reader: (binding: BindingReader) => Result,
  { origin }: Pick<Channel, 'origin'>,
  reporter: Reporter,
): Partial<Result> {
  const binding = bindings[protocol];
  if (!isObject(binding)) return {};
  const asked = new Set(['bindingVersion']);
  const member = (name: string): Json | undefined => {
    asked.add(name);
    return Object.hasOwn(binding, name) ? binding[name] : undefined;
  };
  const result = reader({
    text: (name) => textOf(member(name)),
    integer: (name) => {
      const value = member(name);
      return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
    },
    flag: (name) => flagOf(member(name)),
    object: (name) => {
      const value = member(name);
      return isObject(value) ? value : undefined;
    },
    texts: (name) => {
      const value = member(name);
      return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
    },
  });
  for (const name of Object.keys(binding))
    if (!asked.has(name) && !name.startsWith('x-'))
      reporter.report(ignoredBinding.default({ protocol, member: name }), origin);
  return result;
}

/** Kafka describes ids as schemas; one with a single value is that value. */
function onlyValue(schema: JsonObject | undefined): string | undefined {
  const { const: constant, enum: values } = schema ?? {};
  if (typeof constant === 'string') return constant;
  return Array.isArray(values) && values.length === 1 ? textOf(values[0]) : undefined;
}

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function flagOf(value: Json | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** An object without the members that are `undefined`. */
function optional<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Name in keyof Value]?: Exclude<Value[Name], undefined>;
  };
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
