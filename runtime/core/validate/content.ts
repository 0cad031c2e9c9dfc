/** Validates `contentEncoding` and `contentMediaType` (JSON Schema draft 7 section 8). Unknown values are not checked. */
export function isContent(
  text: string,
  content: { readonly mediaType?: string; readonly encoding?: string },
): boolean {
  const decoded = content.encoding === 'base64' ? decodeBase64(text) : text;
  if (decoded === undefined) return false;
  if (content.mediaType !== 'application/json') return true;
  try {
    JSON.parse(decoded);
    return true;
  } catch {
    return false;
  }
}

/** True for padded base64 (RFC 4648 section 4), as required by the OpenAPI format `byte`. */
export function isByte(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

function decodeBase64(text: string): string | undefined {
  if (!isByte(text)) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}
