/** True if a path is a URL: it begins with a scheme and `://`. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** True if a document is identified by an `http:` or `https:` URL. */
export function isWebAddress(document: string): boolean {
  return /^https?:\/\//i.test(document) && URL.canParse(document);
}

/** The URL that is requested for a document: normalised, without its fragment. */
export function urlWithoutFragment(document: string): string {
  const url = new URL(document);
  url.hash = '';
  return url.href;
}

/**
 * Replaces user information (RFC 3986 section 3.2.1) and query parameters that look like credentials, so that a URL can be printed and
 * stored. URLs that differ only in these are the same.
 */
export function redactUrl(address: string): string {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    url.username = '***';
    url.password = '';
  }
  const parts = url.search.slice(1).split('&');
  url.search = parts
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return isSecret(name, value.join('=')) ? `${name}=***` : part;
    })
    .join('&');
  return url.href;
}

/** Names of query parameters that carry a credential: the full name, or one of its words. */
const secretWords: ReadonlySet<string> = new Set(
  (
    'apikey accesskey auth authorization credential credentials jwt passwd password pwd secret sig signature token ' +
    'accesstoken authtoken'
  ).split(' '),
);

/** True if a value looks like a credential: long, without breaks, and with several kinds of characters. */
function isRandom(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value));
  return /[\w~+/=%-]{20,}/.test(value) && kinds.length > 1 && /\d/.test(value);
}

function isSecret(name: string, value: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ''));
  const isNamed = [...words, ...pairs].some((word) => secretWords.has(word));
  return value !== '' && (isNamed || isRandom(value));
}

/** True if a URL points to the loopback interface, where no third party can change a response. */
export function isLoopbackUrl(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/**
 * Replaces user information in URLs within a text (RFC 3986 section 3.2.1 advises against displaying it). Malformed URLs are covered as
 * well: `//user:secret@host`, `https:/user:secret@host`, and slashes that JSON escapes. Linear in the length of the text, which may be
 * hostile; therefore schemes are limited to 32 characters.
 */
export function redacted(text: string): string {
  return text.includes('@') ? text.replace(userinfo, '$1***@') : text;
}

/** Redacts a line of a document. Returns the column, counted from one, of the same character in the redacted line. */
export function redactedLine(
  text: string,
  column: number,
): { readonly text: string; readonly column: number } {
  const redactedText = redacted(text);
  if (redactedText === text) return { text, column };
  const before = redacted(text.slice(0, column - 1));
  let at = 0;
  while (at < before.length && before[at] === redactedText[at]) at += 1;
  return { text: redactedText, column: at + 1 };
}

const userinfo = /(\b[a-z][a-z0-9+.-]{1,31}:(?:\\?\/){1,3}|(?<![:\w./\\])\/\/)[^\s/?#"'`<>]+@/gi;

/** Converts an absolute path to a `file:` URI. */
export function uriOf(file: string): string {
  const escaped = file.replace(/[%?#\\\s]/g, (character) => encodeURIComponent(character));
  return new URL(`file://${escaped.startsWith('/') ? '' : '/'}${escaped}`).href;
}

/** Converts a `file:` URI to an absolute path. Returns `undefined` if its escapes are malformed or encode a separator. */
export function fileOf(uri: string): string | undefined {
  const { pathname, host } = new URL(uri);
  if (host !== '' || /%2f|%5c|%00/i.test(pathname)) return undefined;
  try {
    return decodeURIComponent(pathname).replace(/^\/([A-Za-z]:\/)/, '$1');
  } catch {
    return undefined;
  }
}
