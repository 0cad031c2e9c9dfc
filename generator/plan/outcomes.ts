import type { Content, Operation, Outcome, StatusRange } from '../model/api.js';
import { identifierName, isIdentifier } from './names/names.js';
import type { IdentifierName } from './plan.js';

/**
 * Name of the server's `respond` function for an outcome: the reason phrase of its status (RFC 9110
 * section 15).
 */
export function respondName(when: Outcome['when']): IdentifierName {
  if ('result' in when) return identifierName('result');
  const { status } = when;
  if (typeof status !== 'number') return identifierName(rangeNames[status]);
  const phrase = phrases[status];
  return identifierName(phrase !== undefined && isIdentifier(phrase) ? phrase : `status${status}`);
}

/** True for outcomes that a throwing call resolves to: 2XX, or `default` if no 2XX is declared. */
export function isSuccess(outcome: Outcome, operation: Operation): boolean {
  if (isSuccessStatus(outcome.when)) return true;
  const { when } = outcome;
  const isDefault = 'status' in when && when.status === 'default';
  return isDefault && !operation.outcomes.some((other) => isSuccessStatus(other.when));
}

function isSuccessStatus(when: Outcome['when']): boolean {
  if ('result' in when) return true;
  return (
    when.status === '2XX' ||
    (typeof when.status === 'number' && Math.floor(when.status / 100) === 2)
  );
}

/**
 * True if a handler sends a response in another form than a caller receives it: bytes, a stream of
 * items, or one of several media types.
 */
export function sendsOtherBodies({ outcomes }: Operation): boolean {
  return outcomes.some(
    ({ contents }) =>
      contents.length > 1 ||
      contents.some(({ codec, mediaType }) => streamed.has(codec) || mediaType.includes('*')),
  );
}

const streamed: ReadonlySet<string> = new Set<Content['codec']>([
  'binary',
  'opaque',
  'sse',
  'json-lines',
  'json-seq',
]);

const rangeNames: Readonly<Record<StatusRange | 'default', string>> = {
  '1XX': 'informational',
  '2XX': 'success',
  '3XX': 'redirection',
  '4XX': 'clientError',
  '5XX': 'serverError',
  default: 'other',
};

/** Reason phrases of the IANA registry of HTTP status codes. */
const phrases: Readonly<Record<number, string>> = {
  100: 'continueSending',
  101: 'switchingProtocols',
  102: 'processing',
  103: 'earlyHints',
  200: 'ok',
  201: 'created',
  202: 'accepted',
  203: 'nonAuthoritativeInformation',
  204: 'noContent',
  205: 'resetContent',
  206: 'partialContent',
  207: 'multiStatus',
  208: 'alreadyReported',
  226: 'imUsed',
  300: 'multipleChoices',
  301: 'movedPermanently',
  302: 'found',
  303: 'seeOther',
  304: 'notModified',
  305: 'useProxy',
  307: 'temporaryRedirect',
  308: 'permanentRedirect',
  400: 'badRequest',
  401: 'unauthorized',
  402: 'paymentRequired',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  406: 'notAcceptable',
  407: 'proxyAuthenticationRequired',
  408: 'requestTimeout',
  409: 'conflict',
  410: 'gone',
  411: 'lengthRequired',
  412: 'preconditionFailed',
  413: 'contentTooLarge',
  414: 'uriTooLong',
  415: 'unsupportedMediaType',
  416: 'rangeNotSatisfiable',
  417: 'expectationFailed',
  421: 'misdirectedRequest',
  422: 'unprocessableContent',
  423: 'locked',
  424: 'failedDependency',
  425: 'tooEarly',
  426: 'upgradeRequired',
  428: 'preconditionRequired',
  429: 'tooManyRequests',
  431: 'requestHeaderFieldsTooLarge',
  451: 'unavailableForLegalReasons',
  500: 'internalServerError',
  501: 'notImplemented',
  502: 'badGateway',
  503: 'serviceUnavailable',
  504: 'gatewayTimeout',
  505: 'httpVersionNotSupported',
  506: 'variantAlsoNegotiates',
  507: 'insufficientStorage',
  508: 'loopDetected',
  510: 'notExtended',
  511: 'networkAuthenticationRequired',
};
