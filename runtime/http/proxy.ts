import { BlockList, isIP } from 'node:net';
import { encodeBase64 } from '../core/base64.js';
import { ClientOptionsError } from '../core/errors.js';
import type { WireRequest } from '../core/wire.js';

/** Proxies by the scheme of the request. */
export interface ProxyOptions {
  /**
   * Proxy for `http:` URLs, such as `http://user:password@proxy.example:3128`.
   * The proxy's URL may begin with `http:` or `https:`.
   */
  readonly http?: string | URL;
  /** Proxy for `https:` URLs, used through a tunnel (`CONNECT`). */
  readonly https?: string | URL;
  /**
   * Hosts to reach without a proxy, separated by commas or spaces; `*` for all.
   *
   * An entry is a domain with all its subdomains (`example.com`, `.example.com` or `*.example.com`), an IP address
   * (`10.0.0.7`) or a network (`10.0.0.0/8`). A domain or address may have a port: `example.com:8443`.
   */
  readonly noProxy?: string;
}

/** A proxy, parsed from its URL. */
export interface Proxy {
  readonly scheme: 'http' | 'https';
  /** An IPv6 address has no brackets here. */
  readonly host: string;
  readonly port: number;
  /** Header `Proxy-Authorization` as a raw pair; empty if the URL contains no credentials. */
  readonly authorization: readonly string[];
  /** Texts that must not appear in logs and errors. */
  readonly secrets: readonly string[];
}

/** Chooses the proxy for a request; `undefined` for a direct connection. */
export type ChooseProxy = (
  to: Pick<WireRequest, 'scheme'> & { readonly host: string; readonly port: number },
) => Proxy | undefined;

/** The choice among the configured proxies, and all their secrets. */
export interface Proxies {
  readonly choose: ChooseProxy;
  readonly secrets: readonly string[];
}

/**
 * Reads the option `proxy` of a transport.
 *
 * @throws {ClientOptionsError} for a URL that is neither `http:` nor `https:`. The message does not contain the URL.
 */
export function readProxies(option: string | URL | ProxyOptions | false): Proxies {
  if (option === false) return { choose: () => undefined, secrets: [] };
  const {
    http,
    https,
    noProxy = '',
  } = typeof option === 'string' || option instanceof URL
    ? { http: option, https: option }
    : option;
  const proxies = {
    http: http === undefined ? undefined : readProxy(String(http)),
    https: https === undefined ? undefined : readProxy(String(https)),
  };
  const isDirect = directHostPredicate(noProxy);
  return {
    choose: (to) => (isDirect(to.host, to.port) ? undefined : proxies[to.scheme]),
    secrets: [proxies.http, proxies.https].flatMap((proxy) => proxy?.secrets ?? []),
  };
}

/**
 * Reads the proxies from the environment variables `http_proxy`,
 * `https_proxy` and `no_proxy`, or else from their upper-case forms.
 *
 * Without `https_proxy`, `http_proxy` also applies to `https:` URLs. A CGI program ignores `HTTP_PROXY`, because a
 * client can set it with a header `Proxy`.
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): ProxyOptions {
  const isCgi = environment['REQUEST_METHOD'] !== undefined;
  const variable = (name: string): string | undefined =>
    environment[name] || environment[name.toUpperCase()] || undefined;
  const http = isCgi ? environment['http_proxy'] || undefined : variable('http_proxy');
  const https = variable('https_proxy') ?? http;
  const noProxy = variable('no_proxy');
  return {
    ...(http === undefined ? {} : { http: withScheme(http) }),
    ...(https === undefined ? {} : { https: withScheme(https) }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

/** Adds the scheme that is often omitted in these variables: `proxy.example:3128`. */
function withScheme(text: string): string {
  return text.includes('://') ? text : `http://${text}`;
}

function readProxy(text: string): Proxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ClientOptionsError('the URL of a proxy is neither http nor https');
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const user = decodePercent(url.username);
  const password = decodePercent(url.password);
  const pair = encodeBase64(new TextEncoder().encode(`${user}:${password}`));
  return {
    scheme,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port),
    authorization: user + password === '' ? [] : ['Proxy-Authorization', `Basic ${pair}`],
    secrets: user + password === '' ? [] : [`${user}:${password}`, password, pair],
  };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Normalises a host as a URL parser does: lower case, non-ASCII names as `xn--`, IPv6 in its shortest form. */
function asInUrl(name: string): string {
  const url = `http://${isIP(name) === 6 ? `[${name}]` : name}`;
  const host = URL.canParse(url) ? new URL(url).hostname : name.toLowerCase();
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Creates a predicate for hosts that are reached without a proxy. */
function directHostPredicate(list: string): (host: string, port: number) => boolean {
  const networks = new BlockList();
  const names: { readonly name: string; readonly port: number | undefined }[] = [];
  for (const entry of list.split(/[\s,]+/).filter((each) => each !== '')) {
    if (entry === '*') return () => true;
    const [, network = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
    const family = isIP(network);
    if (family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)) {
      networks.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
      continue;
    }
    const [, bracketed, plain = entry, port] =
      /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
    const name = (bracketed ?? plain).replace(/^\*?\./, '');
    names.push({ name: asInUrl(name), port: port === undefined ? undefined : Number(port) });
  }
  return (host, port) => {
    const normalized = host.toLowerCase().replace(/\.$/, '');
    const family = isIP(normalized);
    if (family !== 0 && networks.check(normalized, family === 4 ? 'ipv4' : 'ipv6')) return true;
    return names.some(
      (entry) =>
        (entry.port === undefined || entry.port === port) &&
        (normalized === entry.name || (family === 0 && normalized.endsWith(`.${entry.name}`))),
    );
  };
}
