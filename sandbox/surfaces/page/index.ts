import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { headerValues } from '@tallystick/runtime';
import type { PageFiles } from '../../page-files.js';
import { isLocal } from '../../server/local.js';

/** Options of {@link pageSurface}. */
export interface PageOptions {
  /** Hosts with ports under which the sandbox is addressed. */
  readonly authorities: readonly string[];
  /** Token of the control plane, which the page uses. */
  readonly token: string;
  readonly files: PageFiles;
}

/**
 * Creates the surface of the page (page-1). The document contains the token of the control plane, so it is served to browsers of this machine
 * only, under a name of the sandbox, and never to another site: neither as the answer to its scripts, nor in its frames.
 */
export function pageSurface({ authorities, token, files }: PageOptions): HttpHandler {
  const { html, style, program } = files;
  const contents = new Map<string, Content>([
    ['/', { type: 'text/html', text: html.replace('{{token}}', () => escaped(token)) }],
    ['/page.css', { type: 'text/css', text: style }],
  ]);
  if (program !== undefined) contents.set('/page.js', { type: 'text/javascript', text: program });
  return (request) => {
    const [path = ''] = request.target.split('?', 1);
    const content = contents.get(path);
    const response =
      content === undefined
        ? plain(404, 'There is nothing here.')
        : (refusalOf(request, authorities) ?? ok(content));
    return Promise.resolve(request.method === 'HEAD' ? { ...response, body: undefined } : response);
  };
}

/** True for a request for the page or one of its files. */
export function isOfPage({ target }: WireRequest): boolean {
  const [path = ''] = target.split('?', 1);
  return path === '/' || path === '/page.css' || path === '/page.js';
}

interface Content {
  readonly type: string;
  readonly text: string;
}

function refusalOf(request: WireRequest, authorities: readonly string[]): WireResponse | undefined {
  const { method, authority, headers } = request;
  if (method !== 'GET' && method !== 'HEAD')
    return {
      ...plain(405, 'Only GET is allowed.'),
      headers: [...common('text/plain'), 'Allow', 'GET, HEAD'],
    };
  // Another name that leads here may be of a site that wants to read the page as its own.
  if (!authorities.includes(authority.toLowerCase()))
    return plain(421, `The sandbox is at http://${authorities[0] ?? ''}/.`);
  if (!isLocal(request, { authorities }) || isOfOtherSite(headers))
    return plain(403, 'The page is for browsers of this machine.');
  return undefined;
}

/** True for what another site loads. A person who follows its link sees the page, which the site cannot read. */
function isOfOtherSite(headers: readonly string[]): boolean {
  const [site = 'none'] = headerValues(headers, 'sec-fetch-site');
  const [destination] = headerValues(headers, 'sec-fetch-dest');
  return site !== 'none' && site !== 'same-origin' && destination !== 'document';
}

function ok({ type, text }: Content): WireResponse {
  return { status: 200, headers: common(type), body: text };
}

function plain(status: number, text: string): WireResponse {
  return { status, headers: common('text/plain'), body: `${text}\n` };
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

function common(type: string): readonly string[] {
  return Object.entries({
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }).flat();
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
