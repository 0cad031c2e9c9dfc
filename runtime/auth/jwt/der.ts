/** One element of a DER encoding (ITU-T X.690 section 10). */
export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Tags of the types that occur in keys. */
export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  /** `[0]` of a constructed context-specific element; `[1]` follows. */
  context0: 0xa0,
  context1: 0xa1,
} as const;

/** Parses consecutive DER elements that fill `bytes` exactly; `undefined` if the encoding is invalid. */
export function readDer(bytes: Uint8Array): readonly DerElement[] | undefined {
  const elements: DerElement[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const head = readHead(bytes, offset);
    if (head === undefined || head.start + head.length > bytes.length) return undefined;
    elements.push({ tag: head.tag, content: bytes.subarray(head.start, head.start + head.length) });
    offset = head.start + head.length;
  }
  return elements;
}

/** Parses the elements of a single sequence that fills `bytes` exactly. */
export function readDerSequence(bytes: Uint8Array): readonly DerElement[] | undefined {
  const [sequence, ...rest] = readDer(bytes) ?? [];
  return sequence?.tag === derTag.sequence && rest.length === 0
    ? readDer(sequence.content)
    : undefined;
}

/** Encodes an element with concatenated contents. */
export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head =
    length < 0x80
      ? [tag, length]
      : [tag, 0x80 | lengthBytes(length).length, ...lengthBytes(length)];
  const bytes = new Uint8Array(head.length + length);
  bytes.set(head);
  let offset = head.length;
  for (const content of contents) {
    bytes.set(content, offset);
    offset += content.length;
  }
  return bytes;
}

function readHead(
  bytes: Uint8Array,
  offset: number,
): { tag: number; start: number; length: number } | undefined {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  if (first < 0x80) return { tag, start: offset + 2, length: first };
  const count = first & 0x7f;
  // Indefinite lengths are BER and not DER. Longer lengths exceed those of any key.
  if (count === 0 || count > 3) return undefined;
  let length = 0;
  for (let index = 0; index < count; index++) {
    const byte = bytes[offset + 2 + index];
    if (byte === undefined) return undefined;
    length = length * 256 + byte;
  }
  const shortest = length >= 0x80 && lengthBytes(length).length === count;
  return shortest ? { tag, start: offset + 2 + count, length } : undefined;
}

function lengthBytes(length: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}
