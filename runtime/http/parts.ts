import { serverOf } from '../core/client/base-url.js';
import { anyAnswer } from '../core/client/content-answer.js';
import { prepareContentHeaders } from '../core/client/content-headers.js';
import { prepareCookies } from '../core/client/cookie.js';
import { prepareCredentials } from '../core/client/credentials.js';
import { takeErrorWords } from '../core/client/error-words.js';
import { jsonAnswer } from '../core/client/json-answer.js';
import { negotiate } from '../core/client/negotiate.js';
import type { Parts } from '../core/client/parts.js';
import { placeAnywhere } from '../core/client/place-anywhere.js';
import { placeInHeader } from '../core/client/place-in-header.js';
import { prepareQueryString } from '../core/client/query-string.js';
import { prepareHeaders } from '../core/client/request-headers.js';
import { prepareResponseHeaders } from '../core/client/response-headers.js';
import { prepareStyledHeaders } from '../core/client/styled-headers.js';
import { prepareHeader } from '../core/parameters/header.js';
import { preparePath } from '../core/parameters/path.js';
import { prepareQuery } from '../core/parameters/query.js';
import { prepareSimpleHeader } from '../core/parameters/simple-header.js';
import { prepareSimplePath } from '../core/parameters/simple-path.js';
import { prepareSimpleQuery } from '../core/parameters/simple-query.js';
import { prepareBody } from './body-encoder.js';
import { prepareJsonBody } from './json-body.js';
import { locateInput } from './located-input.js';
import { typed } from './typed-body.js';

/** A path whose parameters are single values in style `simple`, and whose own text needs no encoding. */
export const simplePath: Parts = { path: prepareSimplePath };

/** Any path: with parameters of any style, a credential in it, or text that has to be encoded. */
export const styledPath: Parts = { path: preparePath };

/** A query of single values, and of lists whose items are pairs of their own. */
export const simpleQuery: Parts = {
  query: (operation) => prepareQueryString(prepareSimpleQuery, operation),
};

/** A query with parameters of any style. */
export const styledQuery: Parts = {
  query: (operation) => prepareQueryString(prepareQuery, operation),
};

/** Header parameters that are single values, and the idempotency key. */
export const simpleHeaderParameters: Parts = {
  headers: (operation, accept) => prepareHeaders(prepareSimpleHeader, operation, accept),
};

/** Header parameters of any type, and the idempotency key. */
export const headerParameters: Parts = {
  headers: (operation, accept) => prepareHeaders(prepareHeader, operation, accept),
};

export const cookieParameters: Parts = { cookies: prepareCookies };

/** A body that is JSON and nothing else. */
export const jsonBody: Parts = { body: (descriptor) => typed(prepareJsonBody(descriptor)) };

/** A body of any content. */
export const anyBody: Parts = { body: (descriptor) => typed(prepareBody(descriptor)) };

/** An input that is the query's members, or holds body, query, headers and cookies. */
export const locatedInput: Parts = { input: locateInput };

/** Answers that are JSON and nothing else, under types without wildcards and parameters. */
export const jsonAnswers: Parts = { answers: jsonAnswer };

/** Answers of any content. */
export const anyAnswers: Parts = { answers: anyAnswer };

/** Answers of which a call takes some of the media types. */
export const negotiatedAnswers: Parts = { negotiate };

/** Answers with declared headers that are single values. */
export const simpleAnswerHeaders: Parts = {
  answerHeaders: (headers) => prepareResponseHeaders(headers),
};

/** Answers with declared headers of any type. */
export const answerHeaders: Parts = { answerHeaders: prepareStyledHeaders };

/** Answers with declared headers, some of which are described by a media type. */
export const contentHeaders: Parts = { answerHeaders: prepareContentHeaders };

/** Failures whose bodies say which words an error shows (`x-error`). */
export const errorWords: Parts = { errorWords: takeErrorWords };

/** Credentials that stand in headers as they are. */
export const headerCredentials: Parts = {
  credentials: (...call) => prepareCredentials(placeInHeader, ...call),
};

/** Credentials of any scheme. */
export const credentials: Parts = {
  credentials: (...call) => prepareCredentials(placeAnywhere, ...call),
};

/** Servers of an operation's own. */
export const ownServers: Parts = { server: serverOf };

/** All that there is, for operations that are made by hand. */
export const everyPart: Parts = {
  path: preparePath,
  query: (operation) => prepareQueryString(prepareQuery, operation),
  headers: (operation, accept) => prepareHeaders(prepareHeader, operation, accept),
  cookies: prepareCookies,
  body: (descriptor) => typed(prepareBody(descriptor)),
  input: locateInput,
  answers: anyAnswer,
  answerHeaders: prepareContentHeaders,
  errorWords: takeErrorWords,
  negotiate,
  credentials: (...call) => prepareCredentials(placeAnywhere, ...call),
  server: serverOf,
};
