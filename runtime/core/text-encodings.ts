/** A decoded form of a text, and the position of each of its characters in the original text. */
export interface View {
  readonly text: string;
  /** Absent if positions are the same as in the original. */
  readonly spans: readonly Span[] | undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Maximum number of nested encodings that are decoded, such as percent-encoding within JSON. */
const mostEncodings = 2;

/**
 * Returns a text as it is, and with common encodings decoded: percent-encoding (RFC 3986), escapes of JSON and JavaScript,
 * and HTML character references. Other characters stay as they are.
 */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [{ text, spans: undefined }];
  const seen = new Set([text]);
  let latest: readonly View[] = views;
  for (let depth = 0; depth < mostEncodings && latest.length > 0; depth += 1) {
    latest = latest
      .flatMap((view) => decoders.map((decoder) => decodeView(view, decoder)))
      .filter((view) => !seen.has(view.text) && seen.add(view.text));
    views.push(...latest);
  }
  return views;
}

/** Decodes one encoding. Each match of the pattern is replaced by the result of `decode`. */
interface Decoder {
  readonly pattern: RegExp;
  readonly decode: (matched: string) => string | undefined;
}

const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const namedReferences: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const decoders: readonly Decoder[] = [
  { pattern: /(?:%[0-9a-f]{2})+/gi, decode: percentDecoded },
  {
    pattern: /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^ux])/gi,
    decode: (matched) =>
      matched.length > 2
        ? String.fromCharCode(parseInt(matched.slice(2), 16))
        : (letters[matched.charAt(1)] ?? matched.charAt(1)),
  },
  {
    pattern: /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi,
    decode(matched) {
      const body = matched.slice(1, -1).toLowerCase();
      if (!body.startsWith('#')) return namedReferences[body];
      const code = body.startsWith('#x') ? parseInt(body.slice(2), 16) : Number(body.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    },
  },
];

function percentDecoded(matched: string): string {
  try {
    return decodeURIComponent(matched);
  } catch {
    return matched.replace(/%(..)/g, (_, digits: string) =>
      String.fromCharCode(parseInt(digits, 16)),
    );
  }
}

function decodeView({ text, spans }: View, { pattern, decode }: Decoder): View {
  const parts: string[] = [];
  const positions: Span[] = [];
  const spanOf = (from: number, to: number): Span => ({
    from: spans?.[from]?.from ?? from,
    to: spans?.[to - 1]?.to ?? to,
  });
  const keep = (from: number, to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) positions.push(spanOf(at, at + 1));
  };
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const [encoded] = match;
    const characters = decode(encoded);
    if (characters === undefined) continue;
    keep(done, match.index);
    done = match.index + encoded.length;
    parts.push(characters);
    const width = encoded.length / characters.length;
    // The boundaries of characters that take more than one byte are unknown.
    const isEven = Number.isInteger(width) && !/[^\0-\x7f]/.test(characters);
    for (let index = 0; index < characters.length; index += 1) {
      const from = isEven ? match.index + index * width : match.index;
      positions.push(spanOf(from, isEven ? from + width : done));
    }
  }
  keep(done, text.length);
  return { text: parts.join(''), spans: positions };
}

/**
 * Returns the encodings of a secret within encoded bytes: base64 for each of the three offsets within a group, without the
 * characters that neighbouring bytes influence, and hexadecimal.
 */
export function encodedForms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const grouped = [0, 1, 2].map((skipped) => {
    const shifted = '\0'.repeat(skipped) + binary;
    const completeLength = Math.floor((shifted.length * 8) / 6);
    return btoa(shifted).slice(skipped === 0 ? 0 : skipped + 1, completeLength);
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [...grouped, hex, hex.toUpperCase()];
}
