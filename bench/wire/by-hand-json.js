const deepest = 128;

/**
 * Parses unambiguous JSON: no duplicate members, no numbers that lose precision, no unpaired surrogates, limited depth. Throws for any other
 * text. Properties that `JSON.parse` does not report are found by counting.
 */
export function readStrictly(text) {
  const value = JSON.parse(text);
  // Valid UTF-8 contains no unpaired surrogate; only an escape can produce one.
  if (text.includes('\\u')) requirePairs(value);
  if (membersWritten(text) !== membersOf(value)) throw new Error('a member twice');
  return value;
}

function requirePairs(value) {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('half of a pair');
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    requirePairs(name);
    requirePairs(value[name]);
  }
}

/** Number of members in the text: its colons outside strings. */
function membersWritten(text) {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x3a) members += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) throw new Error('too deep');
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = at;
      while (/[\d.eE+-]/.test(text[at + 1])) at += 1;
      checkNumber(text.slice(start, at + 1));
    }
  }
  return members;
}

function endOfString(text, start) {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text.charCodeAt(slashes - 1) === 0x5c) slashes -= 1;
    if ((at - slashes) % 2 === 0) return at;
  }
}

function checkNumber(digits) {
  const value = Number(digits);
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return;
  if (!/^-?\d+$/.test(digits) || BigInt(digits) !== BigInt(value)) throw new Error('inexact');
}

function membersOf(value) {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += membersOf(item);
    return members;
  }
  for (const name in value) members += 1 + membersOf(value[name]);
  return members;
}
