import type { NetworkAnswer, NetworkRequest } from '../core/network.js';
import type { Reach } from './reach.js';

/** Beyond this a document is none that a person wrote. */
const maximumBytes = 64 * 1024 * 1024;
const milliseconds = 30_000;
const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How documents are asked for. */
export interface Fetching {
  readonly get: (request: NetworkRequest) => Promise<NetworkAnswer>;
  /** What each address may lead to; those of redirects are asked too. */
  readonly reach: Reach;
  /** The `Authorization` for an origin, if it has one. */
  readonly credential: (origin: string) => string | undefined;
}

/** The bytes at an address, or why there are none. */
export type Fetched =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: string; readonly hint?: string };

/** Fetches a document. Each step of the way has to be allowed by name, and gets no credential but its own. */
export async function fetchDocument(address: string, fetching: Fetching): Promise<Fetched> {
  let url = address;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const reach = fetching.reach(url);
    if (reach === undefined)
      return failed(
        `it leads on to "${shown(url)}", which is not allowed by name`,
        `name that address if you trust it, or allow it: --allow-ref ${shown(url)} (in a config file: allowRefs)`,
      );
    const authorization = fetching.credential(new URL(url).origin);
    if (authorization !== undefined && !isHeaderText(authorization))
      return failed(
        `the credential for "${new URL(url).origin}" is nothing that a header can hold`,
      );
    const answer = await fetching.get({
      url,
      headers: headersWith(authorization),
      reach,
      maximumBytes,
      milliseconds,
    });
    if (!answer.ok) return answer;
    if (answer.status === 200) return documentIn(answer.bytes);
    if (!redirects.has(answer.status) || answer.location === undefined)
      return refusedBy(answer.status, new URL(url).origin, authorization !== undefined);
    const next = nextOf(answer.location, url);
    if (next === undefined) return failed('it leads on to an address that nobody can go to');
    url = next;
  }
  return failed(`it leads on more than ${mostRedirects} times`);
}

/** RFC 9110 section 5.5. */
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

/** Where a redirect leads: to the web, with no password of the one who answers, and never from a secure address to an open one. */
function nextOf(location: string, from: string): string | undefined {
  if (!URL.canParse(location, from)) return undefined;
  const next = new URL(location, from);
  const isDowngrade = next.protocol === 'http:' && from.startsWith('https:');
  if (!/^https?:$/.test(next.protocol) || isDowngrade) return undefined;
  if (next.username !== '' || next.password !== '') return undefined;
  next.hash = '';
  return next.href;
}

/** An address without its query, in which secrets travel. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** What the statuses are called that are usual where a document is not to be had (RFC 9110 section 15). */
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

function refusedBy(status: number, origin: string, isKnown: boolean): Fetched {
  const reason = reasons[status] === undefined ? '' : ` (${reasons[status]})`;
  const hint =
    status === 401 || status === 403
      ? isKnown
        ? 'its server does not take the credential that it was sent'
        : `name the variable that holds a credential: --ref-credential ${origin}=VARIABLE (in a config file: refCredentials)`
      : undefined;
  return failed(`the answer has the status ${status}${reason}`, hint);
}

/** What is no document at all: a page that shows one, or asks for a password first. */
function documentIn(bytes: Uint8Array): Fetched {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (
    !/^(?:\xef\xbb\xbf)?\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(start)
  )
    return bytes.length === 0 ? failed('the answer is empty') : { ok: true, bytes };
  return failed(
    'what stands there is a page of HTML',
    'name the address of the JSON or YAML itself, which a page of documentation loads, often /openapi.json',
  );
}

function failed(why: string, hint?: string): Fetched {
  return { ok: false, why, ...(hint !== undefined && { hint }) };
}
