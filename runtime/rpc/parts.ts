import { serverOf } from '../core/client/base-url.js';
import { anyAnswer } from '../core/client/content-answer.js';
import { prepareCookies } from '../core/client/cookie.js';
import { prepareCredentials } from '../core/client/credentials.js';
import { takeErrorWords } from '../core/client/error-words.js';
import type { Parts } from '../core/client/parts.js';
import { placeAnywhere } from '../core/client/place-anywhere.js';
import { prepareQueryString } from '../core/client/query-string.js';
import { prepareHeaders } from '../core/client/request-headers.js';
import { prepareContentHeaders } from '../core/client/content-headers.js';
import { prepareHeader } from '../core/parameters/header.js';
import { preparePath } from '../core/parameters/path.js';
import { prepareQuery } from '../core/parameters/query.js';

/** What every method needs of the runtime: an endpoint may be described in any way. */
export const rpcParts: Parts = {
  path: preparePath,
  query: (operation) => prepareQueryString(prepareQuery, operation),
  headers: (operation) => prepareHeaders(prepareHeader, operation),
  cookies: prepareCookies,
  answers: anyAnswer,
  answerHeaders: prepareContentHeaders,
  errorWords: takeErrorWords,
  credentials: (...call) => prepareCredentials(placeAnywhere, ...call),
  server: serverOf,
};
