import { BlockList, isIP } from 'node:net';
import { encodeBase64 } from '../core/base64.js';
import { ClientOptionsError } from '../core/errors.js';
import type { WireRequest } from '../core/wire.js';

/** Which proxies requests go through. */
export interface ProxyOptions {
  /** For `http:` addresses: `http://user:password@proxy.example:3128`. Its own scheme may be `http:` or `https:`. */
  readonly http?: string | URL;
  /** For `https:` addresses, through a tunnel (`CONNECT`). */
  readonly https?: string | URL;
  /**
   * Hosts that are reached without a proxy, separated by commas or spaces: `example.com` with every name below it, `.example.com`, `*.example.com`,
   * `10.0.0.7`, `10.0.0.0/8`, each also with a port (`example.com:8443`); `*` for all.
   */
  readonly noProxy?: string;
}

/** A proxy, read out of its URL. */
export interface Proxy {
  readonly scheme: 'http' | 'https';
  /** Without the brackets of an address. */
  readonly host: string;
  readonly port: number;
  /** `Proxy-Authorization`, raw pair; empty where the URL names no user. */
  readonly authorization: readonly string[];
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

/** The proxy that a request goes through; `undefined` where it goes to its host. */
export type ChooseProxy = (
  to: Pick<WireRequest, 'scheme'> & { readonly host: string; readonly port: number },
) => Proxy | undefined;

/** What chooses a proxy, and every secret of those that it knows. */
export interface Proxies {
  readonly choose: ChooseProxy;
  readonly secrets: readonly string[];
}

/**
 * Reads the option of a transport.
 *
 * @throws {ClientOptionsError} which quotes nothing of a URL
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
  const isDirect = directHosts(noProxy);
  return {
    choose: (to) => (isDirect(to.host, to.port) ? undefined : proxies[to.scheme]),
    secrets: [proxies.http, proxies.https].flatMap((proxy) => proxy?.secrets ?? []),
  };
}

/**
 * The proxies that the environment names: `http_proxy`, `https_proxy` and `no_proxy`, in small letters or else in capitals. Without
 * `https_proxy`, `http_proxy` is for `https:` as well. `HTTP_PROXY` counts for nothing in a CGI program, where a caller can set it by a header `Proxy`.
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): ProxyOptions {
  const isCgi = environment['REQUEST_METHOD'] !== undefined;
  const given = (name: string): string | undefined =>
    environment[name] || environment[name.toUpperCase()] || undefined;
  const http = isCgi ? environment['http_proxy'] || undefined : given('http_proxy');
  const https = given('https_proxy') ?? http;
  const noProxy = given('no_proxy');
  return {
    ...(http === undefined ? {} : { http: withScheme(http) }),
    ...(https === undefined ? {} : { https: withScheme(https) }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

/** People write `proxy.example:3128` there. */
function withScheme(text: string): string {
  return text.includes('://') ? text : `http://${text}`;
}

function readProxy(text: string): Proxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ClientOptionsError('the URL of a proxy is neither http nor https');
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const user = decoded(url.username);
  const password = decoded(url.password);
  const pair = encodeBase64(new TextEncoder().encode(`${user}:${password}`));
  return {
    scheme,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port),
    authorization: user + password === '' ? [] : ['Proxy-Authorization', `Basic ${pair}`],
    secrets: user + password === '' ? [] : [`${user}:${password}`, password, pair],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A name or an address as URLs write it, which is how hosts come: in small letters, beyond ASCII as `xn--`, IPv6 in its shortest form. */
function asInUrl(name: string): string {
  const url = `http://${isIP(name) === 6 ? `[${name}]` : name}`;
  const host = URL.canParse(url) ? new URL(url).hostname : name.toLowerCase();
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Whether a host is reached without a proxy. */
function directHosts(list: string): (host: string, port: number) => boolean {
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
    const wanted = host.toLowerCase().replace(/\.$/, '');
    const family = isIP(wanted);
    if (family !== 0 && networks.check(wanted, family === 4 ? 'ipv4' : 'ipv6')) return true;
    return names.some(
      (entry) =>
        (entry.port === undefined || entry.port === port) &&
        (wanted === entry.name || (family === 0 && wanted.endsWith(`.${entry.name}`))),
    );
  };
}
