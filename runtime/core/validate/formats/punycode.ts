/** Punycode (RFC 3492) with the parameters of domain names, without their prefix `xn--`. */

const base = 36;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes Punycode in lower case; `undefined` if it is invalid. */
export function decodePunycode(text: string): string | undefined {
  const split = text.lastIndexOf('-');
  const points = Array.from(split > 0 ? text.slice(0, split) : '', (unit) => unit.charCodeAt(0));
  let at = split > 0 ? split + 1 : 0;
  let point = 0x80;
  let bias = 72;
  for (let insertionIndex = 0; at < text.length; insertionIndex += 1) {
    const before = insertionIndex;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digits.indexOf(text.charAt(at) || ' ');
      at += 1;
      if (digit < 0) return undefined;
      insertionIndex += digit * weight;
      const threshold = thresholdOf(k, bias);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    bias = adaptBias(insertionIndex - before, points.length + 1, before === 0);
    point += Math.floor(insertionIndex / (points.length + 1));
    if (point > 0x10ffff) return undefined;
    insertionIndex %= points.length + 1;
    points.splice(insertionIndex, 0, point);
  }
  return String.fromCodePoint(...points);
}

/** Encodes a text as Punycode. */
export function encodePunycode(text: string): string {
  const points = Array.from(text, (unit) => unit.codePointAt(0) ?? 0);
  const basic = points.filter((each) => each < 0x80);
  let encoded = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
  let done = basic.length;
  let point = 0x80;
  let bias = 72;
  let delta = 0;
  while (done < points.length) {
    const next = Math.min(...points.filter((each) => each >= point));
    delta += (next - point) * (done + 1);
    point = next;
    for (const each of points) {
      if (each < point) delta += 1;
      if (each !== point) continue;
      encoded += integerText(delta, bias);
      bias = adaptBias(delta, done + 1, done === basic.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    point += 1;
  }
  return encoded;
}

/** Encodes a number as a generalised variable-length integer (RFC 3492 section 3.3). */
function integerText(value: number, bias: number): string {
  let text = '';
  let rest = value;
  for (let k = base; ; k += base) {
    const threshold = thresholdOf(k, bias);
    if (rest < threshold) return text + digits.charAt(rest);
    text += digits.charAt(threshold + ((rest - threshold) % (base - threshold)));
    rest = Math.floor((rest - threshold) / (base - threshold));
  }
}

function thresholdOf(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, 1), 26);
}

/** Adapts the bias (RFC 3492 section 6.1). */
function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += base) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
