/** Whether a path is an address of the web, or of something else that has a scheme. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** Whether a document is named by its address on the web. */
export function isWebAddress(document: string): boolean {
  return /^https?:\/\//i.test(document) && URL.canParse(document);
}

/** The address of a document as it is asked for, without a fragment. */
export function addressOf(document: string): string {
  const url = new URL(document);
  url.hash = '';
  return url.href;
}

/**
 * An address as it may be shown and kept: without names and passwords (RFC 3986 section 3.2.1), and without what stands in a query for a
 * credential. Two addresses that differ in nothing else are one.
 */
export function shownAddress(address: string): string {
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

/** What a parameter of a query is called that carries a credential, whole or as one of its words. */
const secretWords: ReadonlySet<string> = new Set(
  (
    'apikey accesskey auth authorization credential credentials jwt passwd password pwd secret sig signature token ' +
    'accesstoken authtoken'
  ).split(' '),
);

/** Random text, as credentials are: long, without a break, and of several kinds of characters. */
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

/** Whether an address is one of this machine, which nobody on the way can change what comes from. */
export function isOfThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
