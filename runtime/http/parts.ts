import { serverOf } from '../core/client/base-url.js';
import { decodeAnswer } from '../core/client/content-answer.js';
import { prepareCookies } from '../core/client/cookie.js';
import { prepareCredentials } from '../core/client/credentials.js';
import { decodeJsonAnswer } from '../core/client/json-answer.js';
import type { Parts } from '../core/client/parts.js';
import { prepareHeaders } from '../core/client/request-headers.js';
import { prepareResponseHeaders } from '../core/client/response-headers.js';
import { preparePath } from '../core/parameters/path.js';
import { prepareQuery } from '../core/parameters/query.js';
import { prepareSimplePath } from '../core/parameters/simple-path.js';
import { prepareSimpleQuery } from '../core/parameters/simple-query.js';
import { prepareBody } from './body-encoder.js';
import { prepareJsonBody } from './json-body.js';

/** A path whose parameters are single values in style `simple`. */
export const simplePath: Parts = { path: prepareSimplePath };

/** A path with parameters of any style, or with a credential in it. */
export const styledPath: Parts = { path: preparePath };

/** A query of single values, and of lists whose items are pairs of their own. */
export const simpleQuery: Parts = { query: prepareSimpleQuery };

/** A query with parameters of any style. */
export const styledQuery: Parts = { query: prepareQuery };

/** Header parameters, and the idempotency key. */
export const headerParameters: Parts = { headers: prepareHeaders };

export const cookieParameters: Parts = { cookies: prepareCookies };

/** A body that is JSON and nothing else. */
export const jsonBody: Parts = { body: prepareJsonBody };

/** A body of any content. */
export const anyBody: Parts = { body: prepareBody };

/** Answers that are JSON and nothing else. */
export const jsonAnswers: Parts = { answers: decodeJsonAnswer };

/** Answers of any content. */
export const anyAnswers: Parts = { answers: decodeAnswer };

/** Answers with declared headers. */
export const answerHeaders: Parts = { answerHeaders: prepareResponseHeaders };

/** Credentials of any scheme. */
export const credentials: Parts = { credentials: prepareCredentials };

/** Servers of an operation's own. */
export const ownServers: Parts = { server: serverOf };

/** All that there is, for operations that are made by hand. */
export const everyPart: Parts = {
  path: preparePath,
  query: prepareQuery,
  headers: prepareHeaders,
  cookies: prepareCookies,
  body: prepareBody,
  answers: decodeAnswer,
  answerHeaders: prepareResponseHeaders,
  credentials: prepareCredentials,
  server: serverOf,
};
