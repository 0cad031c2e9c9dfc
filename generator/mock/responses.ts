import type { AnyHandlerResponse } from '../../runtime/core/server/handler-response.js';
import { invalidRequest, Refusal } from '../../runtime/core/server/fault.js';
import type { Content, Outcome } from '../model/api.js';
import type { CompiledOperation } from './compile-operation.js';
import type { Preference } from './preference.js';
import {
  createBodyMaker,
  createValues,
  headersOf,
  schemasOf,
  type BodyMaker,
  type MockBody,
  type Values,
} from './response-bodies.js';

/** A response and the reason for it, for the log. */
export interface Reply {
  readonly answer: AnyHandlerResponse;
  readonly why: string;
}

/** What a response is chosen by. */
export interface ReplyRequest {
  readonly preference: Preference;
  /** Media types of success that the client accepts, in its order of preference. */
  readonly accepts: readonly string[];
}

/** One declared response. */
interface OutcomeSource {
  readonly outcome: Outcome;
  readonly when: AnyHandlerResponse['when'];
  readonly bodies: readonly { readonly content: Content; readonly maker: BodyMaker }[];
  /** Headers, on first use. */
  headers(): Readonly<Record<string, unknown>>;
}

/** Responses of one operation. */
export interface Responses {
  /**
   * The response to a valid request.
   *
   * @throws {Refusal} if the operation has no response that the request prefers.
   */
  reply(request: ReplyRequest): Reply;
  /** The response with a status and a JSON body, or with its usual body. Returns `undefined` if no such response is described. */
  with(status: number, body: unknown, why: string): Reply | undefined;
  /** True if there is a response for exactly this status, or for its range. */
  describes(status: number): boolean;
  /** The usual body as JSON of the response of success, with the schema of such bodies. */
  readonly success?: JsonSuccess;
  readonly values: Values;
}

/** The response of success that has a JSON body. */
export interface JsonSuccess {
  readonly status: number;
  readonly schema: NonNullable<Content['schema']>;
  usual(): unknown;
}

/** Statuses without a body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Prepares the responses of an operation. Bodies are made when they are first asked for. */
export function createResponses(
  { operation, descriptor, shapes }: CompiledOperation,
  seed: number,
): Responses {
  const { outcomes } = operation;
  const values = createValues(
    shapes,
    outcomes.flatMap(({ contents, headers }) => [
      ...contents.flatMap((content) => schemasOf(shapes, content)),
      ...headers.map(({ schema }) => schema),
    ]),
  );
  const context = { shapes, values, seed };
  const sources = outcomes.flatMap((outcome, index): readonly OutcomeSource[] => {
    const described = descriptor.outcomes[index];
    if (described === undefined || isInterim(described.status)) return [];
    let headers: Readonly<Record<string, unknown>> | undefined;
    return [
      {
        outcome,
        when: described.status,
        bodies: outcome.contents.flatMap((content, place) => {
          const own = described.contents?.[place];
          return own === undefined
            ? []
            : [{ content, maker: createBodyMaker(content, own, context) }];
        }),
        headers: () => (headers ??= headersOf(outcome.headers, context)),
      },
    ];
  });
  const usual = usualOf(sources);
  const success = usual && jsonSuccess(usual);
  return {
    reply,
    with: withBody,
    describes: (status) => sourceFor(sources, status)?.when !== 'default',
    ...(success !== undefined && { success }),
    values,
  };

  function reply({ preference, accepts }: ReplyRequest): Reply {
    const { code, example } = preference;
    const chosen = code === undefined ? outcomeWith(example) : preferred(code);
    if (chosen === undefined)
      throw new Refusal('not-implemented', 'no-response', {
        message: 'The operation describes no response.',
      });
    const status = code === undefined ? statusOf(chosen) : Number(code);
    return replyOf(chosen, status, example, accepts);
  }

  function preferred(code: string): OutcomeSource {
    const found = /^[2-5]\d\d$/.test(code) ? sourceFor(sources, Number(code)) : undefined;
    if (found !== undefined) return found;
    const known = sources.map(({ when }) => when).join(', ');
    throw notDescribed(`expected the status of a response: ${known || 'none is described'}`);
  }

  /** The usual response, or the first one that has the example. */
  function outcomeWith(example: string | undefined): OutcomeSource | undefined {
    if (example === undefined) return usual;
    const ordered = usual === undefined ? sources : [usual, ...sources];
    const found = ordered.find(({ outcome }) => hasExample(outcome, example));
    if (found !== undefined) return found;
    throw notDescribed(expectedExample(sources.map(({ outcome }) => outcome)));
  }

  function replyOf(
    source: OutcomeSource,
    status: number,
    example: string | undefined,
    accepts: readonly string[],
  ): Reply {
    const { outcome, when, bodies } = source;
    if (example !== undefined && !hasExample(outcome, example))
      throw notDescribed(expectedExample([outcome]));
    const head = { when, status, headers: source.headers() };
    if (bodies.length === 0 || bodiless.has(status))
      return { answer: { ...head, body: undefined }, why: 'no body' };
    for (const { content, maker } of inOrder(bodies, accepts)) {
      const body = example === undefined ? maker.usual() : maker.named(example);
      if (body === undefined) continue;
      const answer = { ...head, body: body.value, ...contentTypeOf(content) };
      return { answer, why: whyOf(body) };
    }
    throw new Refusal('not-implemented', 'no-fake', {
      message: 'No example is valid, and no value was found that satisfies the schema.',
    });
  }

  function withBody(status: number, body: unknown, why: string): Reply | undefined {
    const source = sourceFor(sources, status);
    if (source === undefined) return undefined;
    if (body === undefined) return { ...replyOf(source, status, undefined, []), why };
    const json = source.bodies.find(({ content }) => content.codec === 'json')?.content;
    if (json === undefined) return undefined;
    if (json.schema !== undefined && !values.isValid(json.schema, body)) return undefined;
    const head = { when: source.when, status, headers: source.headers() };
    return { answer: { ...head, body, ...contentTypeOf(json) }, why };
  }
}

function jsonSuccess(source: OutcomeSource): JsonSuccess | undefined {
  const json = source.bodies.find(({ content }) => content.codec === 'json');
  const schema = json?.content.schema;
  if (json === undefined || schema === undefined) return undefined;
  return { status: statusOf(source), schema, usual: () => json.maker.usual()?.value };
}

/** The media type to send; the server chooses one for a range. */
function contentTypeOf({ mediaType }: Content): { readonly contentType?: string } {
  return mediaType.includes('*') ? {} : { contentType: mediaType };
}

/** Contents in the order in which they are tried: those that the client accepts, in its order, then JSON, then the others. */
function inOrder<Body extends { readonly content: Content }>(
  bodies: readonly Body[],
  accepts: readonly string[],
): readonly Body[] {
  if (bodies.length === 1) return bodies;
  const rank = ({ content }: Body): number => {
    const index = accepts.indexOf(content.mediaType);
    if (index >= 0) return index;
    return accepts.length + (content.codec === 'json' ? 0 : 1);
  };
  return [...bodies].sort((left, right) => rank(left) - rank(right));
}

/** True for the status of an interim response, which a server sends before another one. */
function isInterim(status: OutcomeSource['when']): boolean {
  return status === '1XX' || (typeof status === 'number' && status < 200);
}

/** The response without a preference: the first of success, otherwise the first. */
function usualOf(sources: readonly OutcomeSource[]): OutcomeSource | undefined {
  const rank = ({ when }: OutcomeSource): number => {
    if (typeof when === 'number') return when >= 200 && when < 300 ? when : 1000 + when;
    return when === '2XX' ? 300 : when === 'default' ? 400 : 2000;
  };
  return [...sources].sort((left, right) => rank(left) - rank(right))[0];
}

function statusOf({ when }: OutcomeSource): number {
  if (typeof when === 'number') return when;
  return when === 'default' ? 200 : Number(when[0]) * 100;
}

/** The response for a status: its own, that of its range, or the default. */
function sourceFor(sources: readonly OutcomeSource[], status: number): OutcomeSource | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return (
    sources.find(({ when }) => when === status) ??
    sources.find(({ when }) => when === range) ??
    sources.find(({ when }) => when === 'default')
  );
}

function hasExample({ contents }: Outcome, name: string): boolean {
  return contents.some(({ exampleNames = [] }) => exampleNames.includes(name));
}

function expectedExample(outcomes: readonly Outcome[]): string {
  const names = outcomes.flatMap(({ contents }) =>
    contents.flatMap(({ exampleNames = [] }) => exampleNames.flatMap((name) => name ?? [])),
  );
  const known = [...new Set(names)].map((name) => `"${name}"`).join(', ');
  return known === '' ? 'expected no example: none has a name' : `expected an example: ${known}`;
}

function notDescribed(message: string): Refusal {
  return invalidRequest('unknown-preference', [
    { path: 'header/Prefer', keyword: 'enum', message },
  ]);
}

function whyOf({ source, isInvalid }: MockBody): string {
  if (source === 'fake') return 'fake';
  const name = source.example === undefined ? 'example' : `example "${source.example}"`;
  return isInvalid === true ? `${name}, which does not satisfy its schema` : name;
}
