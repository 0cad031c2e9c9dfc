import { encodeBase64 } from '../../core/base64.js';
import {
  SchemaRegistryError,
  type RegisteredSchema,
  type SchemaReference,
  type SchemaRegistry,
} from '../schema-registry.js';

/** Options of {@link confluentRegistry}. */
export interface ConfluentRegistryOptions {
  /** Address of the registry, without credentials. */
  readonly url: string;
  /** User name and password, or a token. They are sent to `url` only, and appear in no error. */
  readonly credentials?:
    | { readonly username: string; readonly password: string }
    | { readonly token: string };
  /** Adds schemas that a subject does not have. Default: false; schemas are then registered before programs start. */
  readonly register?: boolean;
  /** Milliseconds until a lookup fails as `unavailable`. Default: 10,000. */
  readonly timeout?: number;
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

const mediaType = 'application/vnd.schemaregistry.v1+json';
const defaultTimeout = 10_000;
/** Number of bytes of a response that are read. */
const maxResponse = 4 * 1024 * 1024;
/** Number of schemas that one schema may refer to, directly or not. */
const maxReferences = 1000;

/** Sends a request to the registry, and returns the JSON of its response. */
type Ask = (path: string, body?: object) => Promise<JsonMembers>;

interface JsonMembers {
  readonly [name: string]: unknown;
}

/**
 * A schema registry with the HTTP API of Confluent, which Karapace and Apicurio have as well.
 *
 * @throws {TypeError} if `url` is no URL of HTTP, or contains credentials
 */
export function confluentRegistry(options: ConfluentRegistryOptions): SchemaRegistry {
  const ask = createAsk(options);
  const { register = false } = options;
  return {
    async schema(id) {
      const found = await ask(`/schemas/ids/${id}`);
      const references: SchemaReference[] = [];
      await follow(ask, found, references, new Set());
      return registered(found, references);
    },
    async id(subject, { type, text }) {
      const path = `/subjects/${encodeURIComponent(subject)}`;
      const body = { schema: text, ...(type === 'AVRO' ? {} : { schemaType: type }) };
      const { id } = await ask(register ? `${path}/versions` : path, body);
      if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < 2 ** 32) return id;
      throw new SchemaRegistryError('invalid-response', 'The schema registry returned no id');
    },
  };
}

/** Collects the schemas that a schema refers to, each after those that it refers to itself. */
async function follow(
  ask: Ask,
  { references = [] }: JsonMembers,
  found: SchemaReference[],
  visited: Set<string>,
): Promise<void> {
  if (!Array.isArray(references)) throw unreadable();
  for (const reference of references as readonly JsonMembers[]) {
    const { name, subject, version } = reference;
    if (typeof name !== 'string' || typeof subject !== 'string' || typeof version !== 'number')
      throw unreadable();
    const key = JSON.stringify([subject, version]);
    if (visited.has(key)) continue;
    visited.add(key);
    if (visited.size > maxReferences)
      throw new SchemaRegistryError(
        'invalid-response',
        `A schema refers to more than ${maxReferences} others`,
      );
    const referred = await ask(`/subjects/${encodeURIComponent(subject)}/versions/${version}`);
    await follow(ask, referred, found, visited);
    found.push({ name, text: registered(referred, []).text });
  }
}

function registered(
  { schema, schemaType = 'AVRO' }: JsonMembers,
  references: readonly SchemaReference[],
): RegisteredSchema {
  if (typeof schema !== 'string') throw unreadable();
  if (schemaType !== 'AVRO' && schemaType !== 'PROTOBUF' && schemaType !== 'JSON')
    throw new SchemaRegistryError(
      'invalid-response',
      'The schema registry returned a schema in an unknown language',
    );
  return { type: schemaType, text: schema, ...(references.length === 0 ? {} : { references }) };
}

function createAsk({
  url,
  credentials,
  timeout = defaultTimeout,
  fetch: send = globalThis.fetch,
}: ConfluentRegistryOptions): Ask {
  const base = baseOf(url);
  const authorization = authorizationOf(credentials);
  return async (path, body) => {
    let response: Response;
    let text: string;
    try {
      response = await send(base + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: mediaType,
          ...(body === undefined ? {} : { 'content-type': mediaType }),
          ...(authorization === undefined ? {} : { authorization }),
        },
        // Credentials never follow a redirect to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      text = await readLimited(response);
    } catch (error) {
      if (error instanceof SchemaRegistryError) throw error;
      // The error of a transport may contain the request, with its credentials.
      throw new SchemaRegistryError('unavailable', 'The schema registry cannot be reached');
    }
    if (response.ok) return parse(text);
    throw errorOf(response.status);
  };
}

function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError('The URL of the schema registry must be one of HTTP');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('Pass credentials as "credentials", not in the URL of the schema registry');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function authorizationOf(credentials: ConfluentRegistryOptions['credentials']): string | undefined {
  if (credentials === undefined) return undefined;
  if ('token' in credentials) return `Bearer ${credentials.token}`;
  const { username, password } = credentials;
  return `Basic ${encodeBase64(new TextEncoder().encode(`${username}:${password}`))}`;
}

/** Reads a response up to a limit. */
async function readLimited({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  if (body === null) return text;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxResponse)
      throw new SchemaRegistryError(
        'invalid-response',
        `A response of the schema registry has more than ${maxResponse} bytes`,
      );
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): JsonMembers {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as JsonMembers;
  } catch {
    // It is reported below, without the text.
  }
  throw unreadable();
}

function unreadable(): SchemaRegistryError {
  return new SchemaRegistryError(
    'invalid-response',
    'The schema registry responded with something else than its API describes',
  );
}

/** Error of a status. The text of the response is not repeated: it may contain the request. */
function errorOf(status: number): SchemaRegistryError {
  if (status === 404)
    return new SchemaRegistryError('unknown-schema', 'The schema registry has no such schema');
  const code =
    status === 401 || status === 403 || status === 409 || status === 422
      ? 'refused'
      : status >= 500 || status === 408 || status === 429
        ? 'unavailable'
        : 'invalid-response';
  return new SchemaRegistryError(code, `The schema registry responded with the status ${status}`);
}
