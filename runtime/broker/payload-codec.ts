import type { SchemaRegistry, SubjectStrategy } from './schema-registry.js';

/**
 * Payloads in a language with its own wire format, such as Avro. Generated code creates one for each schema, and publishers and subscribers connect it
 * to what they know.
 */
export interface PayloadCodec {
  /** Name of the payload's type in its language, such as `com.example.User`. */
  readonly name: string;
  /** Prepares the codec for one kind of message. The same environment gets the same result. */
  connect(environment: PayloadEnvironment): ConnectedPayloadCodec;
}

/** Where payloads are exchanged. */
export interface PayloadEnvironment {
  readonly contentType: string;
  /** Where ids of schemas are looked up. Without one, payloads have no ids. */
  readonly registry?: SchemaRegistry;
  readonly subject: SubjectStrategy;
}

/** Writes and reads the payloads of one kind of message. */
export interface ConnectedPayloadCodec {
  /**
   * Looks up what `encode` needs for a topic. `undefined` if it is known.
   *
   * @throws {SchemaRegistryError} as a rejection
   */
  prepareToEncode?(topic: string): Promise<void> | undefined;
  /** @throws {PayloadError} if the value has no form in the language */
  encode(value: unknown, topic: string): Uint8Array;
  /**
   * Looks up what `decode` needs for some bytes. `undefined` if it is known.
   *
   * @throws {SchemaRegistryError} as a rejection
   */
  prepareToDecode?(bytes: Uint8Array): Promise<void> | undefined;
  /** @throws {PayloadError} if the bytes have another form */
  decode(bytes: Uint8Array): unknown;
}

/** Bytes that are no payload, or a value that has no form as a payload. */
export class PayloadError extends Error {
  override readonly name: string = 'PayloadError';
  /** `malformed`: the bytes have another form. `invalid`: a value is out of the bounds of its type. `unknown`: they are of another type. */
  readonly reason: 'malformed' | 'invalid' | 'unknown';

  constructor(reason: PayloadError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Runs a part of a library. What it throws becomes a `PayloadError` with this reason, whose message begins with `problem`. */
export function withPayloadErrors<T>(
  reason: PayloadError['reason'],
  problem: string,
  run: () => T,
): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof PayloadError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new PayloadError(reason, `${problem}: ${detail}`, { cause: error });
  }
}
