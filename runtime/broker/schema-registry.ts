/** A schema as a registry stores it. */
export interface RegisteredSchema {
  readonly type: 'AVRO' | 'PROTOBUF' | 'JSON';
  /** Text of the schema: JSON, or the source of a `.proto` file. */
  readonly text: string;
  /** Schemas that the text refers to, in the order in which they are read. */
  readonly references?: readonly SchemaReference[];
}

/** A schema that another one refers to by name. */
export interface SchemaReference {
  readonly name: string;
  readonly text: string;
}

/**
 * Finds schemas by their ids, and ids by schemas. Messages begin with the id of the schema with which they were written, so that a reader knows it.
 * Results are remembered by those who ask.
 */
export interface SchemaRegistry {
  /**
   * Returns the schema with an id.
   *
   * @throws {SchemaRegistryError} `unknown-schema` if there is none
   */
  schema(id: number): Promise<RegisteredSchema>;
  /**
   * Returns the id of a schema under a subject.
   *
   * @throws {SchemaRegistryError} `unknown-schema` if the subject does not have it, and the registry does not add it
   */
  id(subject: string, schema: RegisteredSchema): Promise<number>;
}

/** Chooses the subject under which a schema is registered: by the topic of a message, the name of its type, or both. */
export type SubjectStrategy = (message: {
  readonly topic: string;
  readonly name: string;
}) => string;

/** The subject of values of a topic, `orders-value`: the strategy that Confluent's clients have by default. */
export const topicSubject: SubjectStrategy = ({ topic }) => `${topic}-value`;

/** Options of publishers and subscribers whose payloads have ids of schemas. */
export interface SchemaRegistryOptions {
  /** Where ids of schemas are looked up. Without one, payloads in Avro and Protobuf have no ids. */
  readonly registry?: SchemaRegistry;
  /** Subjects under which schemas are registered. Default: {@link topicSubject}. */
  readonly subject?: SubjectStrategy;
}

/** Reasons of a {@link SchemaRegistryError}. */
export type SchemaRegistryErrorCode =
  /** The registry has no such schema or subject. */
  | 'unknown-schema'
  /** The registry cannot be reached, or asks for another attempt. */
  | 'unavailable'
  /** The registry refuses: by credentials, or because the schema is incompatible with others of its subject. */
  | 'refused'
  /** The registry responds with something else than its protocol says. */
  | 'invalid-response';

/** A lookup that failed. Its text never contains credentials. */
export class SchemaRegistryError extends Error {
  override readonly name: string = 'SchemaRegistryError';
  readonly code: SchemaRegistryErrorCode;

  constructor(code: SchemaRegistryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
