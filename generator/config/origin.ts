/**
 * Whether text is an origin that a credential may be sent to: secure, or this machine's own, and spelt as the web spells it (WHATWG URL
 * section 4.5), so that it is the same text that a request is compared by.
 */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isOwn));
}
