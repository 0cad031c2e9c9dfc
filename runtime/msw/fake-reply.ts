import type { AnyHandlerResponse } from '../core/server/handler-response.js';
import { FakeError, type Fakes } from '../fakes/create-fakes.js';

/** The usual response of an operation: that of success. */
export interface FakeReply {
  /** Name of its function of `respond`. */
  readonly respond: string;
  /** Status, if the response covers several. */
  readonly status?: number;
  /** A body for each media type, the preferred one first. Absent if the response has no body. */
  readonly bodies?: readonly FakeBody[];
  /** Schemas of the required headers. */
  readonly headers?: { readonly [name: string]: string };
}

/**
 * How a fake of a body is made. Schemas are keys of the table of fakes; without one, any value is valid. A media type is named if there are
 * several.
 */
export type FakeBody = { readonly contentType?: string } & (
  | { readonly form: 'value' | 'text' | 'items'; readonly schema?: string }
  | {
      readonly form: 'events';
      readonly events: readonly {
        readonly event?: string;
        readonly data: 'json' | 'text';
        readonly schema?: string;
      }[];
    }
  | { readonly form: 'document' }
  | { readonly form: 'none' }
);

/** Functions that create responses. */
type Responders = Readonly<
  Record<string, (...parts: readonly unknown[]) => AnyHandlerResponse | undefined>
>;

/** Number of items in the fake of a stream. */
const streamLength = 2;

/** Responds with a body, which is the body of the usual response. */
export function replyWith(
  respond: unknown,
  { respond: name, status }: Pick<FakeReply, 'respond' | 'status'>,
  ...parts: readonly unknown[]
): unknown {
  return (respond as Responders)[name]?.(...(status === undefined ? [] : [status]), ...parts);
}

/** What fakes are made of. */
export interface FakeContext {
  readonly fakes: Fakes;
  readonly seed: number;
  /** Media types that the client accepts, in its order of preference. */
  readonly accepts: readonly string[];
}

/**
 * Responds with fakes.
 *
 * @throws {FakeError} if no value satisfies a schema.
 */
export function fakeReply(
  respond: unknown,
  reply: FakeReply,
  { fakes, seed, accepts }: FakeContext,
): unknown {
  const make = (schema: string, index = 0): unknown =>
    fakes.make({ schema, name: schema, direction: 'receive', seed: seed + index });
  const headers = Object.entries(reply.headers ?? {}).map(
    ([name, schema]) => [name, make(schema)] as const,
  );
  const { bodies = [] } = reply;
  const accepted = accepts.flatMap((type) => bodies.filter((body) => body.contentType === type));
  const body = accepted[0] ?? bodies[0];
  return replyWith(
    respond,
    reply,
    body && fakeBody(body, make),
    headers.length === 0 ? undefined : Object.fromEntries(headers),
    body?.contentType,
  );
}

function fakeBody(body: FakeBody, make: (schema: string, index?: number) => unknown): unknown {
  switch (body.form) {
    case 'value':
      return body.schema === undefined ? {} : make(body.schema);
    case 'text':
      return body.schema === undefined ? 'text' : asText(make(body.schema));
    case 'items': {
      const { schema } = body;
      return schema === undefined
        ? [{}]
        : Array.from({ length: streamLength }, (_, index) => make(schema, index));
    }
    case 'events':
      return body.events.map(({ event, data, schema }, index) => {
        const value = schema === undefined ? (data === 'text' ? 'text' : {}) : make(schema, index);
        return {
          ...(event !== undefined && { event }),
          data: data === 'text' ? asText(value) : value,
        };
      });
    case 'document':
      return '<?xml version="1.0" encoding="UTF-8"?>\n<document/>';
    case 'none':
      throw new FakeError('No value was found that satisfies its schema.');
  }
}

function asText(value: unknown): unknown {
  return typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value);
}
