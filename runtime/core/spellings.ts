import { encodeBase64 } from './base64.js';

/** A text as something may have spelt it, and where each of its characters stands in the text as it was given. */
export interface View {
  readonly text: string;
  /** Absent where every character stands for itself. */
  readonly spans: readonly Span[] | undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** How many encodings are undone, one after another: percent-encoding within JSON, say. */
const mostEncodings = 2;

/**
 * A text as it stands, and with encodings undone that its characters may have: percent-encoding (RFC 3986), escapes of JSON and JavaScript,
 * and references of HTML. What is not encoded in that way stays as it is.
 */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [{ text, spans: undefined }];
  const known = new Set([text]);
  let latest: readonly View[] = views;
  for (let depth = 0; depth < mostEncodings && latest.length > 0; depth += 1) {
    latest = latest
      .flatMap((view) => decoders.map((decoder) => decoded(view, decoder)))
      .filter((view) => !known.has(view.text) && known.add(view.text));
    views.push(...latest);
  }
  return views;
}

/** Undoes one encoding: what matches the pattern stands for the characters that `decode` gives. */
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

const named: Readonly<Record<string, string>> = {
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
      if (!body.startsWith('#')) return named[body];
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

function decoded({ text, spans }: View, { pattern, decode }: Decoder): View {
  const parts: string[] = [];
  const places: Span[] = [];
  const spanOf = (from: number, to: number): Span => ({
    from: spans?.[from]?.from ?? from,
    to: spans?.[to - 1]?.to ?? to,
  });
  const keep = (from: number, to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) places.push(spanOf(at, at + 1));
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
    // Of what is more than a byte each, nobody can say where one character ends.
    const isEven = Number.isInteger(width) && !/[^\0-\x7f]/.test(characters);
    for (let index = 0; index < characters.length; index += 1) {
      const from = isEven ? match.index + index * width : match.index;
      places.push(spanOf(from, isEven ? from + width : done));
    }
  }
  keep(done, text.length);
  return { text: parts.join(''), spans: places };
}

/**
 * How bytes with a secret in them are written as text: Base64 at each of the three places in a group where the secret may begin, without the
 * characters that its neighbours share, and hexadecimal.
 */
export function encodedSpellings(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const grouped = [0, 1, 2].map((skipped) => {
    const shifted = new Uint8Array(skipped + bytes.length);
    shifted.set(bytes, skipped);
    const whole = Math.floor((shifted.length * 8) / 6);
    return encodeBase64(shifted).slice(skipped === 0 ? 0 : skipped + 1, whole);
  });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [...grouped, hex, hex.toUpperCase()];
}
