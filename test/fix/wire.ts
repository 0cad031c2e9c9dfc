/** Bytes of a text in which `|` stands for SOH. */
export const latin1 = (text: string): Buffer =>
  Buffer.from(text.replaceAll('|', '\u0001'), 'latin1');

/** A whole message around a body, in which `|` stands for SOH. */
export function wire(body: string, begin = 'FIX.4.2'): Buffer {
  const text = latin1(body);
  const head = Buffer.concat([latin1(`8=${begin}|9=${text.length}|`), text]);
  const sum = head.reduce((total, byte) => total + byte, 0) & 255;
  return Buffer.concat([head, latin1(`10=${String(sum).padStart(3, '0')}|`)]);
}
