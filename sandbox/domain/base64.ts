import { base64 } from '@scure/base';

/** Base64 with padding (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}
