import type { NetworkResponse, NetworkRequest } from '../core/host.js';
import { platform } from '../platform/node.js';
import type { UrlPolicy } from './url-policy.js';

/** Size limit of a document, in bytes. A handwritten description is far smaller. */
const maximumBytes = 64 * 1024 * 1024;
const milliseconds = 30_000;
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Dependencies of a fetch. */
export interface FetchOptions {
  readonly get: (request: NetworkRequest) => Promise<NetworkResponse>;
  /** The allowed scope of a URL. Applied to redirects as well. */
  readonly scopeOf: UrlPolicy;
  /** The `Authorization` header for an origin, if configured. */
  readonly credential: (origin: string) => string | undefined;
}

/** The bytes of a document, or the reason why it could not be fetched. */
export type FetchResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: string; readonly hint?: string };

/** Fetches a document. Every redirect must be allowed by name, and each origin receives only its own credential. */
export async function fetchDocument(address: string, fetching: FetchOptions): Promise<FetchResult> {
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const scope = fetching.scopeOf(url);
    if (scope === undefined)
      return failed(
        `it leads on to "${withoutQuery(url)}", which is not allowed by name`,
        `name that address if you trust it, or allow it: --allow-ref ${withoutQuery(url)} (in a config file: allowRefs)`,
      );
    const authorization = fetching.credential(new URL(url).origin);
    if (authorization !== undefined && !isHeaderText(authorization))
      return failed(
        `the credential for "${new URL(url).origin}" is nothing that a header can hold`,
      );
    const response = await fetching.get({
      url,
      headers: headersWith(authorization),
      scope,
      maximumBytes,
      milliseconds,
    });
    if (!response.ok) return response;
    if (response.status === 200) return checkDocument(response.bytes);
    if (!redirects.has(response.status) || response.location === undefined)
      return statusFailure(response.status, new URL(url).origin, authorization !== undefined);
    const next = redirectTarget(response.location, url);
    if (next === undefined) return failed('it leads on to an address that nobody can go to');
    url = next;
  }
  return failed(`it leads on more than ${maxRedirects} times`);
}

/** True if the text is a valid header value (RFC 9110 section 5.5). */
function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

function headersWith(authorization: string | undefined): NetworkRequest['headers'] {
  return {
    accept: 'application/json, application/yaml, */*',
    'accept-encoding': 'identity',
    'user-agent': 'tallystick',
    ...(authorization === undefined ? {} : { authorization }),
  };
}

/** Resolves a redirect. Rejects other schemes, user information, and a downgrade from `https:` to `http:`. */
function redirectTarget(location: string, from: string): string | undefined {
  if (!URL.canParse(location, from)) return undefined;
  const next = new URL(location, from);
  const isDowngrade = next.protocol === 'http:' && from.startsWith('https:');
  if (!/^https?:$/.test(next.protocol) || isDowngrade) return undefined;
  if (next.username !== '' || next.password !== '') return undefined;
  next.hash = '';
  return next.href;
}

/** A URL without its query, which may contain secrets. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Reason phrases of statuses that are usual for unavailable documents (RFC 9110 section 15). */
const reasons: { readonly [status: number]: string | undefined } = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  406: 'Not Acceptable',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function statusFailure(status: number, origin: string, hasCredential: boolean): FetchResult {
  const reason = reasons[status] === undefined ? '' : ` (${reasons[status]})`;
  const hint =
    status === 401 || status === 403
      ? hasCredential
        ? 'its server does not take the credential that it was sent'
        : `name the variable that holds a credential: --ref-credential ${origin}=VARIABLE (in a config file: refCredentials)`
      : undefined;
  return failed(`the answer has the status ${status}${reason}`, hint);
}

/** Rejects an empty response, and an HTML page, such as a viewer or a login form. */
function checkDocument(bytes: Uint8Array): FetchResult {
  const start = platform.latin1(bytes.subarray(0, 1024));
  if (
    !/^(?:\xef\xbb\xbf)?\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(start)
  )
    return bytes.length === 0 ? failed('the answer is empty') : { ok: true, bytes };
  return failed(
    'what stands there is a page of HTML',
    'name the address of the JSON or YAML itself, which a page of documentation loads, often /openapi.json',
  );
}

function failed(why: string, hint?: string): FetchResult {
  return { ok: false, why, ...(hint !== undefined && { hint }) };
}
