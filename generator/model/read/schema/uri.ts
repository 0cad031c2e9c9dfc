/** Splits a reference at its first `#`; `fragment` is absent if there is no `#` (RFC 3986 section 4.1). */
export function splitFragment(reference: string): {
  readonly uri: string;
  readonly fragment?: string;
} {
  const hash = reference.indexOf('#');
  if (hash < 0) return { uri: reference };
  return { uri: reference.slice(0, hash), fragment: reference.slice(hash + 1) };
}

/** Resolves a reference without fragment against a base; `undefined` if the result is not a URI (RFC 3986 section 5). */
export function resolveUri(reference: string, base: string): string | undefined {
  if (reference === '') return base;
  try {
    const { href } = new URL(reference, base);
    return href.endsWith('#') ? href.slice(0, -1) : href;
  } catch {
    return undefined;
  }
}

/** Percent-decodes a fragment; `undefined` if its escapes are invalid. */
export function decodeFragment(fragment: string): string | undefined {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
