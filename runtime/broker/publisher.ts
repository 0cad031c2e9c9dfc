import { systemTimers, type Timers } from '../core/clock.js';
import { randomUuid, systemRandom, type RandomSource } from '../core/random.js';
import { compileAddress, type AddressParameters, type BrokerAddress } from './address.js';
import { mergeBindings } from './bindings.js';
import { BrokerError, type Broker, type OutgoingMessage } from './broker.js';
import {
  createCodec,
  type BrokerValidation,
  type HeaderValues,
  type MessageCodec,
} from './codec.js';
import type {
  AddressParts,
  BrokerChecks,
  BrokerDescriptor,
  BrokerOperationDescriptor,
} from './descriptor.js';
import {
  intercept,
  type MessageContext,
  type PublishInterceptor,
  type ReplyInterceptor,
} from './interceptors.js';
import { locateParameters, parametersIn, type LocatedParameter } from './located-parameters.js';
import { createRequester, type ReplyRoute, type Requester } from './requester.js';
import type { SchemaRegistryOptions } from './schema-registry.js';

/** Options of a publisher. */
export interface PublisherOptions extends SchemaRegistryOptions {
  /** Validates messages before they are sent, and replies after they arrive. Default: `full`. */
  readonly validation?: BrokerValidation;
  /** Functions around each message that is sent, outermost first: for tracing, envelopes, metrics. */
  readonly interceptors?: readonly PublishInterceptor[];
  /** Functions that each reply to a request passes, in their order, before it is checked: for envelopes. */
  readonly replyInterceptors?: readonly ReplyInterceptor[];
  /** Source of message ids. Default: Web Crypto. */
  readonly random?: RandomSource;
  readonly timers?: Timers;
}

/** Options of one message. */
export interface PublishOptions<
  Headers extends object = HeaderValues,
  Name extends string = string,
> {
  /** Headers as the description names them. */
  readonly headers?: Headers;
  /** Identifies the message. A random UUID by default. Repeat it to send the same message again. */
  readonly id?: string;
  /** Messages with the same key stay in order. */
  readonly key?: string;
  /** Selects one of several messages of the operation, if its payload alone does not. */
  readonly message?: Name;
  readonly signal?: AbortSignal;
}

/** Options of one request. */
export interface RequestOptions<
  Headers extends object = HeaderValues,
  Name extends string = string,
> extends PublishOptions<Headers, Name> {
  /** Milliseconds to wait for the reply. Default: 30,000. */
  readonly timeout?: number;
}

/** One operation, prepared for a broker. */
export interface PreparedOperation {
  readonly descriptor: BrokerOperationDescriptor;
  readonly address: BrokerAddress;
  /** Parameters of the address that are a part of each message. */
  readonly located: readonly LocatedParameter[];
  readonly codec: MessageCodec;
  /** Absent if the operation has no reply. */
  readonly replies?: ReplyRoute;
  readonly context: MessageContext;
}

/** Base class of generated publishers: sends the messages of a description. */
export class Publisher {
  readonly #broker: Broker;
  readonly #prepare: (operation: string) => PreparedOperation;
  readonly #interceptors: readonly PublishInterceptor[];
  readonly #random: RandomSource;
  readonly #requester: Requester;
  /** Lookups of messages that have not been sent, so that no later message overtakes them. */
  #lookups: Promise<void> | undefined;

  constructor(
    descriptor: BrokerDescriptor,
    checks: BrokerChecks,
    broker: Broker,
    options: PublisherOptions = {},
  ) {
    const { validation = 'full', interceptors = [], random = systemRandom } = options;
    this.#broker = broker;
    this.#random = random;
    this.#prepare = createPreparation(descriptor, checks, broker, validation, options);
    this.#interceptors = interceptors;
    this.#requester = createRequester({
      broker,
      timers: options.timers ?? systemTimers,
      interceptors: options.replyInterceptors ?? [],
    });
  }

  /**
   * Sends a message of an operation, and waits until the broker has confirmed it.
   *
   * @throws {BrokerError} `invalid-message` or `invalid-address` before anything is sent, `not-sent` if the broker refused it
   */
  protected async publish(
    operation: string,
    parameters: AddressParameters,
    payload: unknown,
    options: PublishOptions<object> = {},
  ): Promise<void> {
    const lookups = this.#lookUp(operation, parameters, payload, options);
    if (lookups !== undefined) await lookups;
    const message = this.#message(operation, parameters, payload, options);
    await this.#sender(operation)(message);
  }

  /**
   * Sends a request, and waits for its reply.
   *
   * @throws {BrokerError} as `publish`, and `no-reply` if none arrives in time
   */
  protected async request<Reply>(
    operation: string,
    parameters: AddressParameters,
    payload: unknown,
    options: RequestOptions<object> = {},
  ): Promise<Reply> {
    const { replies } = this.#prepare(operation);
    const lookups = this.#lookUp(operation, parameters, payload, options);
    if (lookups !== undefined) await lookups;
    const correlationId = randomUuid(this.#random);
    const message = {
      correlationId,
      ...this.#message(operation, parameters, payload, options, correlationId),
    };
    const reply = await this.#requester.request(replies, message, options, this.#sender(operation));
    return reply as Reply;
  }

  /** Sends the messages of an operation through the interceptors. */
  #sender(operation: string): (message: OutgoingMessage) => Promise<void> {
    if (this.#interceptors.length === 0) return (message) => this.#broker.publish(message);
    return intercept(this.#interceptors, this.#prepare(operation).context, (message) =>
      this.#broker.publish(message),
    );
  }

  /** Looks up what a message needs, after what the messages before it need. `undefined` if there is nothing to wait for. */
  #lookUp(
    operation: string,
    parameters: AddressParameters,
    payload: unknown,
    { message: name, headers = {} }: PublishOptions<object>,
  ): Promise<void> | undefined {
    const prepared = this.#prepare(operation);
    const own = prepared.codec.prepareToEncode?.(
      payload,
      addressOf(prepared, parameters, payload, headers),
      name,
    );
    const earlier = this.#lookups;
    if (own === undefined && earlier === undefined) return undefined;
    const turn = Promise.all([own, earlier]).then(() => undefined);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#lookups === settled) this.#lookups = undefined;
      });
    this.#lookups = settled;
    return turn;
  }

  #message(
    operation: string,
    parameters: AddressParameters,
    payload: unknown,
    {
      headers = {},
      id = randomUuid(this.#random),
      key,
      message: name,
      signal,
    }: PublishOptions<object>,
    correlationId?: string,
  ): OutgoingMessage {
    const prepared = this.#prepare(operation);
    const { descriptor, codec } = prepared;
    const to = addressOf(prepared, parameters, payload, headers);
    const encoded = codec.encode(payload, { ...headers }, to, { name, correlationId });
    const bindings = mergeBindings(descriptor.bindings, encoded.bindings);
    const hasHeaders = Object.keys(encoded.headers).length > 0;
    if (hasHeaders && !('headers' in this.#broker.abilities))
      throw new BrokerError(
        'unsupported',
        `Messages over ${this.#broker.protocol} have no headers`,
      );
    return {
      address: to,
      payload: encoded.payload,
      headers: encoded.headers,
      contentType: encoded.contentType,
      id,
      ...(encoded.correlationId === undefined || !('replies' in this.#broker.abilities)
        ? {}
        : { correlationId: encoded.correlationId }),
      ...(key === undefined ? {} : { key }),
      ...(signal === undefined ? {} : { signal }),
      ...(bindings === undefined ? {} : { bindings }),
    };
  }
}

/** The address of a message, with the parameters that are a part of it. */
function addressOf(
  { address, located }: PreparedOperation,
  parameters: AddressParameters,
  payload: unknown,
  headers: object,
): string {
  if (located.length === 0) return address.write(parameters);
  const own = parametersIn(located, { payload, headers: { ...headers } });
  return address.write({ ...parameters, ...own });
}

/** Returns a function that prepares each operation once. */
export function createPreparation(
  descriptor: BrokerDescriptor,
  checks: BrokerChecks,
  { addresses, protocol, abilities }: Broker,
  validation: BrokerValidation,
  registries: SchemaRegistryOptions,
): (operation: string) => PreparedOperation {
  const prepared = new Map<string, PreparedOperation>();
  return (name) => {
    const known = prepared.get(name);
    if (known !== undefined) return known;
    const operation = Object.hasOwn(descriptor.operations, name)
      ? descriptor.operations[name]
      : undefined;
    if (operation === undefined)
      throw new BrokerError('unknown-operation', `The description has no operation "${name}"`);
    const { reply } = operation;
    const context = {
      operation: name,
      template: templateOf(operation.address),
      protocol,
      abilities,
    };
    const fresh: PreparedOperation = {
      descriptor: operation,
      address: compileAddress(operation.address, operation.parameters ?? {}, addresses),
      located: locateParameters(operation.parameters ?? {}),
      codec: createCodec(descriptor, operation.messages, checks, validation, registries),
      ...(reply === undefined
        ? {}
        : {
            replies: {
              descriptor: reply,
              context,
              codec: createCodec(descriptor, reply.messages, checks, validation, registries),
            },
          }),
      context,
    };
    prepared.set(name, fresh);
    return fresh;
  };
}

function templateOf(parts: AddressParts): string {
  return parts.map((part) => (typeof part === 'string' ? part : `{${part.parameter}}`)).join('');
}
