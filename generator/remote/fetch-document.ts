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
  | { readonly ok: false; readonly why: string };

/** Fetches a document. Each step of the way has to be allowed by name, and gets no credential but its own. */
export async function fetchDocument(address: string, fetching: Fetching): Promise<Fetched> {
  let url = address;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const reach = fetching.reach(url);
    if (reach === undefined)
      return failed(`it leads on to "${shown(url)}", which is not allowed by name`);
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
    if (answer.status === 200) return { ok: true, bytes: answer.bytes };
    if (!redirects.has(answer.status) || answer.location === undefined)
      return failed(`the answer has the status ${answer.status}`);
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

function failed(why: string): Fetched {
  return { ok: false, why };
}
