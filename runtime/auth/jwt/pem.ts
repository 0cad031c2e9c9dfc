import { AuthError } from '../error.js';
import { decodeBase64 } from '../../core/base64.js';

/** One PEM block (RFC 7468). */
export interface PemBlock {
  readonly label: string;
  readonly bytes: Uint8Array;
}

/** Trims a text, and restores newlines that were replaced by the two characters `\n` or `\r`. */
export function restoreNewlines(text: string): string {
  return text
    .replace(/(?:\\r)?\\n|\\r/g, '\n')
    .replace(/\r\n?/g, '\n')
    .trim();
}

/**
 * Reads the only key in a PEM text. `EC PARAMETERS`, which some tools write before a key, are redundant and ignored.
 *
 * @throws {AuthError} if there is not exactly one block, or its content is not base64
 */
export function readPem(name: string, text: string): PemBlock {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----([^]*?)-----END \1-----/g)];
  const outside = blocks.reduce((rest, block) => rest.replace(block[0], ''), text).trim();
  const keys = blocks.filter((block) => block[1] !== 'EC PARAMETERS');
  const [key] = keys;
  const label = key?.[1];
  const content = key?.[2];
  if (label === undefined || content === undefined || keys.length !== 1 || outside !== '') {
    const hint =
      keys.length > 1 ? 'several blocks' : 'no complete block from BEGIN to END, or text around it';
    throw new AuthError('key-format', `${name}: expected one PEM block; found ${hint}`);
  }
  if (content.includes(':')) {
    throw new AuthError(
      'key-encrypted',
      `${name}: the PEM block has headers; a key without a password is required`,
    );
  }
  const bytes = decodeBase64(content.replace(/\s+/g, ''));
  if (bytes === undefined)
    throw new AuthError('key-format', `${name}: the PEM block "${label}" does not contain base64`);
  return { label, bytes };
}
