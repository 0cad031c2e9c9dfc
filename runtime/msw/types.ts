import type { RequestChecks, ResponseCheckTable } from '../core/check.js';
import type { ApiDescriptor } from '../core/descriptor.js';
import type { Handler } from '../core/server/respond.js';
import type { ServerOperation } from '../core/server/serve.js';
import type { XmlCodec } from '../core/xml-descriptor.js';
import type { Fakes } from '../fakes/create-fakes.js';
import type { FakeReply } from './fake-reply.js';

/** The parts of MSW that mocks use, in version 2 and 3. `MswHandler` is its `HttpHandler`. */
export interface MockLibrary<MswHandler> {
  readonly HttpHandler: new (
    method: RegExp,
    path: string,
    resolver: (info: { readonly request: Request }) => Promise<Response | undefined>,
    options?: { readonly once?: boolean },
  ) => MswHandler;
  readonly passthrough: () => Response;
}

/** What a generated package says of itself. */
export interface MockedApi<MswHandler> {
  readonly library: MockLibrary<MswHandler>;
  readonly description: ApiDescriptor;
  readonly operations: readonly ServerOperation[];
  /** Checks of requests and responses. */
  readonly checks: RequestChecks;
  readonly validateResponses: ResponseCheckTable;
  readonly fakes: Fakes;
  /** The usual response of each operation, by the name of its handler. */
  readonly replies: { readonly [handler: string]: FakeReply };
  readonly xml?: XmlCodec;
}

/** Settings of mocks. */
export interface MockSettings {
  /**
   * URL below which requests are mocked, such as `http://localhost:3000/v1`. A path alone, such as `/v1`, stands for every origin.
   * Default: the servers of the description.
   */
  readonly baseUrl?: string | URL;
  /** Values of the variables in the servers of the description. */
  readonly variables?: Readonly<Record<string, string>>;
  /** `required` refuses requests without credentials where the description requires them (401); their values are not verified. Default: `any`. */
  readonly credentials?: 'any' | 'required';
  /** False responds without checking requests and responses. Default: true. */
  readonly validate?: boolean;
  /** Equal seeds give equal fakes. Default: 0. */
  readonly seed?: number;
}

/** Settings of the mocks of a whole API. */
export interface MockApiSettings extends MockSettings {
  /**
   * What happens to a request for an operation without a response: `fake` responds with fakes, `error` fails, and `passthrough` sends
   * it to the real server. Default: `fake`.
   */
  readonly unmocked?: 'fake' | 'error' | 'passthrough';
}

/** A request as the handler of a server receives it, without what only servers have. */
export type MockRequest<Request> = Omit<Request, 'principals' | 'transaction'>;

/**
 * A response of a mock: the body of the usual response, or a function that responds like the handler of a server. `Usual` is the name of
 * that response; `never` if there is none, or if it needs more than a body.
 */
export type MockResponse<Request, Responses extends object, Usual extends keyof Responses> =
  | Handler<MockRequest<Request>, Responses>
  | BodyOf<Responses[Usual]>;

/** The body of a response. Never if it may be a function, which would be taken for a handler. */
type BodyOf<Response> = [Response] extends [{ readonly value: infer Value }]
  ? unknown extends Value
    ? never
    : Value
  : never;

/** Creates the handler of one operation. Without a response, it responds with fakes. */
export type OperationMock<
  MswHandler,
  Request,
  Responses extends object,
  Usual extends keyof Responses = never,
> = (
  response?: MockResponse<Request, Responses, Usual>,
  options?: { readonly once?: boolean },
) => MswHandler;

/** Responses of any of the operations, by the names of their handlers. */
export type MockedResponses<Mocks> = {
  readonly [Name in keyof Mocks]?: Mocks[Name] extends (
    response?: infer Response,
    ...rest: never
  ) => unknown
    ? Exclude<Response, undefined> | (undefined extends Response ? undefined : never)
    : never;
};
