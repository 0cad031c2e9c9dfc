import type { Api } from '../../model/api.js';
import type { Plan } from '../../plan/plan.js';
import { stringLiteral, type Text } from '../../printer/code.js';

/** Address of the service in README examples. */
export interface Address {
  /** Base URL of a client. */
  readonly baseUrl: Text;
  /** Authority of a server: the host, and the port unless it is the scheme's default. */
  readonly authority: Text;
}

/**
 * The document's first server with the defaults of its variables. If that is not an absolute URL,
 * an example address.
 */
export function addressOf({ api }: Plan): Address {
  const url = defaultServer(api) ?? new URL('https://api.example.com');
  return {
    baseUrl: stringLiteral((url.origin + url.pathname).replace(/\/+$/, '')),
    authority: stringLiteral(url.host),
  };
}

/**
 * URL of the document's first server with the defaults of its variables; `undefined` if a client
 * cannot use it without the option `baseUrl`.
 */
export function defaultServer({ servers: [server] }: Api): URL | undefined {
  const defaults = new Map(server?.variables.map((variable) => [variable.name, variable.default]));
  return absolute(
    server?.url.replace(
      /\{([^{}]*)\}/g,
      (variable, name: string) => defaults.get(name) ?? variable,
    ),
  );
}

/** Parses a URL that is valid for a client: without user, query, fragment or variables. */
function absolute(text: string | undefined): URL | undefined {
  if (text === undefined || !/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const unsupported = url.username + url.password + url.search + url.hash;
  return unsupported === '' && !/[{}]|%7B|%7D/i.test(url.href) ? url : undefined;
}
