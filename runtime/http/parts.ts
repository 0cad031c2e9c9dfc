import { serverOf } from '../core/client/base-url.js';
import { anyAnswer, jsonAnswer } from '../core/client/responses/decode-response.js';
import {
  prepareContentHeaders,
  prepareResponseHeaders,
  prepareStyledHeaders,
} from '../core/client/responses/response-headers.js';
import {
  prepareCookies,
  prepareHeaders,
  prepareQueryString,
} from '../core/client/encode-request.js';
import { prepareCredentials } from '../core/client/credentials.js';
import { applyErrorMessage } from '../core/error-details.js';
import { negotiate } from '../core/client/responses/negotiate.js';
import type { Capabilities } from '../core/client/capabilities.js';
import { applyCredential } from '../core/client/apply-credential.js';
import { applyHeaderCredential } from '../core/client/header-credential.js';
import { prepareHeader, prepareSimpleHeader } from '../core/parameters/header.js';
import { preparePath } from '../core/parameters/path.js';
import { prepareQuery, prepareSimpleQuery } from '../core/parameters/query.js';
import { prepareSimplePath } from '../core/parameters/simple-path.js';
import { prepareBody } from './body-encoder.js';
import { prepareJsonBody, withContentType } from './body-contents.js';
import { splitInput } from './split-input.js';

/** Path whose parameters are primitive values in style `simple`, and whose literal text needs no encoding. */
export const simplePath: Capabilities = { path: prepareSimplePath };

/** Path with parameters of any style, credentials, or literal text that needs encoding. */
export const styledPath: Capabilities = { path: preparePath };

/** Query parameters that are primitive values, or lists with one pair per item. */
export const simpleQuery: Capabilities = {
  query: (operation) => prepareQueryString(prepareSimpleQuery, operation),
};

/** Query parameters of any style. */
export const styledQuery: Capabilities = {
  query: (operation) => prepareQueryString(prepareQuery, operation),
};

/** Header parameters that are primitive values, and the idempotency key. */
export const simpleHeaderParameters: Capabilities = {
  headers: (operation, accept) => prepareHeaders(prepareSimpleHeader, operation, accept),
};

/** Header parameters of any type, and the idempotency key. */
export const headerParameters: Capabilities = {
  headers: (operation, accept) => prepareHeaders(prepareHeader, operation, accept),
};

export const cookieParameters: Capabilities = { cookies: prepareCookies };

/** Request body that is always JSON. */
export const jsonBody: Capabilities = {
  body: (descriptor) => withContentType(prepareJsonBody(descriptor)),
};

/** Request body of any media type. */
export const anyBody: Capabilities = {
  body: (descriptor) => withContentType(prepareBody(descriptor)),
};

/** Input that consists of the query parameters, or has properties for body, query, headers and cookies. */
export const locatedInput: Capabilities = { input: splitInput };

/** Responses that are always JSON, with media types without wildcards and parameters. */
export const jsonAnswers: Capabilities = { answers: jsonAnswer };

/** Responses of any media type. */
export const anyAnswers: Capabilities = { answers: anyAnswer };

/** Responses in several media types, of which a call chooses some. */
export const negotiatedAnswers: Capabilities = { negotiate };

/** Declared response headers that are primitive values. */
export const simpleAnswerHeaders: Capabilities = {
  answerHeaders: (headers) => prepareResponseHeaders(headers),
};

/** Declared response headers of any type. */
export const answerHeaders: Capabilities = { answerHeaders: prepareStyledHeaders };

/** Declared response headers, some of them described by a media type. */
export const contentHeaders: Capabilities = { answerHeaders: prepareContentHeaders };

/** Error responses whose bodies contain the message of the error (`x-error`). */
export const errorWords: Capabilities = { errorWords: applyErrorMessage };

/** Credentials that are sent unchanged in headers. */
export const headerCredentials: Capabilities = {
  credentials: (...call) => prepareCredentials(applyHeaderCredential, ...call),
};

/** Credentials of any security scheme. */
export const credentials: Capabilities = {
  credentials: (...call) => prepareCredentials(applyCredential, ...call),
};

/** Servers that are declared for the operation itself. */
export const ownServers: Capabilities = { server: serverOf };

/** All capabilities, for operations that are written by hand. */
export const everyPart: Capabilities = {
  path: preparePath,
  query: (operation) => prepareQueryString(prepareQuery, operation),
  headers: (operation, accept) => prepareHeaders(prepareHeader, operation, accept),
  cookies: prepareCookies,
  body: (descriptor) => withContentType(prepareBody(descriptor)),
  input: splitInput,
  answers: anyAnswer,
  answerHeaders: prepareContentHeaders,
  errorWords: applyErrorMessage,
  negotiate,
  credentials: (...call) => prepareCredentials(applyCredential, ...call),
  server: serverOf,
};
