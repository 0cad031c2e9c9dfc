/** Whether text is what `contentEncoding` and `contentMediaType` say (draft 7 section 8); what is unknown passes. */
export function isContent(
  text: string,
  how: { readonly mediaType?: string; readonly encoding?: string },
): boolean {
  const decoded = how.encoding === 'base64' ? decodeBase64(text) : text;
  if (decoded === undefined) return false;
  if (how.mediaType !== 'application/json') return true;
  try {
    JSON.parse(decoded);
    return true;
  } catch {
    return false;
  }
}

/** Whether text is base64 with its padding (RFC 4648 section 4), which OpenAPI's format `byte` asks for. */
export function isByte(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

function decodeBase64(text: string): string | undefined {
  if (!isByte(text)) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}
