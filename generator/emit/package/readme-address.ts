import type { Plan } from '../../plan/plan.js';
import { stringLiteral, type Code } from '../code.js';

/** Where the examples of a README find the service. */
export interface Address {
  /** What a client is made with. */
  readonly baseUrl: Code;
  /** What a server calls itself: the host, and the port unless it is the scheme's. */
  readonly authority: Code;
}

/** The document's first server with the defaults of its variables, or a made-up one where that is no absolute URL. */
export function addressOf({ api }: Plan): Address {
  const [server] = api.servers;
  const defaults = new Map(server?.variables.map((variable) => [variable.name, variable.default]));
  const text = server?.url.replace(
    /\{([^{}]*)\}/g,
    (hole, name: string) => defaults.get(name) ?? hole,
  );
  const url = absolute(text) ?? new URL('https://api.example.com');
  return {
    baseUrl: stringLiteral((url.origin + url.pathname).replace(/\/+$/, '')),
    authority: stringLiteral(url.host),
  };
}

/** A URL that a client takes: no user, query or fragment, and nothing left to fill in. */
function absolute(text: string | undefined): URL | undefined {
  if (text === undefined || !/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const extra = url.username + url.password + url.search + url.hash;
  return extra === '' && !/[{}]|%7B|%7D/i.test(url.href) ? url : undefined;
}
