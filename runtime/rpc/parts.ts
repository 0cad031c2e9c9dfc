import { serverOf } from '../core/client/base-url.js';
import { anyAnswer } from '../core/client/responses/decode-response.js';
import {
  prepareCookies,
  prepareHeaders,
  prepareQueryString,
} from '../core/client/encode-request.js';
import { prepareCredentials } from '../core/client/credentials.js';
import { applyErrorMessage } from '../core/error-details.js';
import type { Capabilities } from '../core/client/capabilities.js';
import { applyCredential } from '../core/client/apply-credential.js';
import { prepareContentHeaders } from '../core/client/responses/response-headers.js';
import { prepareHeader } from '../core/parameters/header.js';
import { preparePath } from '../core/parameters/path.js';
import { prepareQuery } from '../core/parameters/query.js';

/** Capabilities of every JSON-RPC method. They are not selected individually. */
export const rpcParts: Capabilities = {
  path: preparePath,
  query: (operation) => prepareQueryString(prepareQuery, operation),
  headers: (operation) => prepareHeaders(prepareHeader, operation),
  cookies: prepareCookies,
  answers: anyAnswer,
  answerHeaders: prepareContentHeaders,
  errorWords: applyErrorMessage,
  credentials: (...call) => prepareCredentials(applyCredential, ...call),
  server: serverOf,
};
