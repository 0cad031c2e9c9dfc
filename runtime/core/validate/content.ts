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

function decodeBase64(text: string): string | undefined {
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}
