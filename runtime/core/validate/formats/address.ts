import { asciiLabel, haveDirections, readLabel } from './idna.js';

/** Internet addresses as defined by the formats of JSON Schema (Validation 7.3.2 to 7.3.4). */

/** True for an email address (RFC 5321), including quoted local parts and address literals. */
export function isEmail(text: string): boolean {
  return isMailbox(text, atom, quoted, isHostname);
}

/** True for an internationalised email address (RFC 6531). */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, wideAtom, wideQuoted, isIdnHostname);
}

const atom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const wideAtom =
  /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*$/u;

const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const wideQuoted = /^"(?:[ !#-[\]-~\u0080-\u{10ffff}]|\\[ -~])*"$/u;

function isMailbox(
  text: string,
  local: RegExp,
  quotedLocal: RegExp,
  isHost: (host: string) => boolean,
): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 320) return false;
  const name = text.slice(0, at);
  const host = text.slice(at + 1);
  const isLocal = local.test(name) || quotedLocal.test(name);
  if (!isLocal) return false;
  const literal = /^\[(?:(IPv6):)?(.*)\]$/.exec(host);
  if (literal === null) return isHost(host);
  return literal[1] === undefined ? isIpv4(literal[2] ?? '') : isIpv6(literal[2] ?? '');
}

/** True for a host name (RFC 1123): labels of at most 63 characters, 253 in total. Labels starting with `xn--` follow RFC 5890. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  if (!/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(text))
    return false;
  return !/(?:^|\.)..--/.test(text) || areLabels(text.split('.'));
}

/** True for an internationalised host name (RFC 5890). */
export function isIdnHostname(text: string): boolean {
  return text.length <= 253 && areLabels(text.normalize('NFC').split(/[.\u3002\uff0e\uff61]/u));
}

function areLabels(labels: readonly string[]): boolean {
  const read = labels.map(readLabel);
  return (
    read.every((label) => label !== undefined) &&
    read.reduce((sum, label) => sum + 1 + asciiLabel(label).length, -1) <= 253 &&
    haveDirections(read)
  );
}

/** True for an IPv4 address in dotted decimals without leading zeros (RFC 2673 section 3.2). */
export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** True for an IPv6 address (RFC 4291 section 2.2) without a zone. */
export function isIpv6(text: string): boolean {
  const tail = /^(.*:)([^:]*\.[^:]*)$/.exec(text);
  if (tail !== null && !isIpv4(tail[2] ?? '')) return false;
  const withoutIpv4 = tail === null ? text : `${tail[1]}0:0`;
  const halves = withoutIpv4.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}
