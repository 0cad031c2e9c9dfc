/**
 * True if the text is an origin that may receive a credential: `https:`, or `http:` on this machine. It must be in serialized form (WHATWG
 * URL section 4.5), because requests are compared with it as text.
 */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}
