import { decodePunycode, encodePunycode } from './punycode.js';

/**
 * Labels of internationalised domain names according to IDNA 2008: permitted characters (RFC 5892), contextual rules (its
 * appendix A), directionality (RFC 5893), and form (RFC 5891). Character properties are taken from the engine. Viramas and the
 * joining types of Arabic letters are not available there and are listed here.
 */

/** Returns a label, decoded from Punycode if necessary; `undefined` if it is invalid. */
export function readLabel(label: string): string | undefined {
  if (/[^\0-\x7f]/.test(label))
    return isWideLabel(label) && asciiLabel(label).length <= 63 ? label : undefined;
  const small = label.toLowerCase();
  if (!/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(small)) return undefined;
  if (!/^..--/.test(small)) return small;
  if (!small.startsWith('xn--')) return undefined;
  const read = decodePunycode(small.slice(4));
  if (read === undefined || !/[^\0-\x7f]/.test(read)) return undefined;
  if (read.normalize('NFC') !== read || asciiLabel(read) !== small) return undefined;
  return isWideLabel(read) ? read : undefined;
}

/** Returns the ASCII form of a label, as it is sent. */
export function asciiLabel(label: string): string {
  return /[^\0-\x7f]/.test(label) ? `xn--${encodePunycode(label)}` : label;
}

/** True if labels may be combined in one name. If one of them is right-to-left, each must satisfy RFC 5893. */
export function haveDirections(labels: readonly string[]): boolean {
  return !labels.some((label) => rightToLeft.test(label)) || labels.every(hasDirection);
}

/** True for a valid label with characters beyond ASCII (RFC 5891 section 4.2.3). */
function isWideLabel(label: string): boolean {
  if (/^\p{M}|^-|-$|^..--/u.test(label)) return false;
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false;
  let before = '';
  for (const character of label) {
    const context = contexts[character];
    const isAllowed =
      context === undefined
        ? isValid(character)
        : context(before, label.slice(before.length + character.length));
    if (!isAllowed) return false;
    before += character;
  }
  return true;
}

/** Characters with contextual rules (RFC 5892 appendix A). The functions receive the text before and after the character. */
const contexts: { readonly [character: string]: (before: string, after: string) => boolean } = {
  // Zero-width non-joiner (A.1): between letters that would join. Marks are ignored, and nothing joins after alif and similar letters.
  '\u200c': (before, after) =>
    virama.test(before) || (joining.test(before.replace(/\p{M}+$/u, '')) && joined.test(after)),
  '\u200d': (before) => virama.test(before),
  '\u00b7': (before, after) => before.endsWith('l') && after.startsWith('l'),
  '\u0375': (_, after) => /^\p{Script=Greek}/u.test(after),
  '\u05f3': (before) => /\p{Script=Hebrew}$/u.test(before),
  '\u05f4': (before) => /\p{Script=Hebrew}$/u.test(before),
  '\u30fb': (before, after) =>
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(before + after),
};

/** Characters with the combining class of a virama. */
const virama =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}\u{11f41}\u{11f42}]$/u;

const cursive =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mandaic}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Phags_Pa}\\p{Script=Adlam}';

/** Letters of cursive scripts that join with the following letter. */
const joining = /* @__PURE__ */ new RegExp(
  `(?![\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06dd\\u06ee\\u06ef])[${cursive}]$`,
  'u',
);

/** Letters of cursive scripts that join with the preceding letter, ignoring marks. */
const joined = /* @__PURE__ */ new RegExp(`^\\p{M}*(?![\\u0621\\u0674\\u06dd])[${cursive}]`, 'u');

/** True for a character that is permitted in any context (RFC 5892 section 3). */
function isValid(character: string): boolean {
  if (/[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/.test(character)) return true;
  if (!/[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}-]/u.test(character)) return false;
  return !disallowed.test(character) && isStable(character);
}

/** Exceptions, ignorable characters, musical symbols, and parts of old Hangul syllables. */
const disallowed =
  /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u20d0-\u20ff\u{1d100}-\u{1d24f}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u;

/** True if normalisation and case folding do not change a character. Cherokee folds to upper case. */
function isStable(character: string): boolean {
  if (/\p{Script=Cherokee}/u.test(character)) return /[\u13a0-\u13f5]/.test(character);
  return character.normalize('NFKC').toLowerCase().normalize('NFKC') === character;
}

/** Right-to-left letters and digits, and Arabic numbers. */
const rightToLeft =
  /(?![\p{M}\u06f0-\u06f9])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const arabicNumber = /[\u0660-\u0669\u{10d30}-\u{10d39}]/u;
const europeanNumber = /[\d\u06f0-\u06f9]/;

/** True if a label satisfies the rule on directions (RFC 5893 section 2). */
function hasDirection(label: string): boolean {
  const [first = ''] = label;
  const isNumber = europeanNumber.test(first) || arabicNumber.test(first);
  if (isNumber || /^[-\u00b7\u30fb]/.test(first)) return false;
  const [last = ''] = [...label.replace(/\p{Mn}+$/u, '')].slice(-1);
  if (!rightToLeft.test(first)) return !rightToLeft.test(label) && last !== '-';
  if (europeanNumber.test(label) && arabicNumber.test(label)) return false;
  return (
    [...label].every((each) => rightToLeft.test(each) || !/[\p{L}\p{Mc}]/u.test(each)) &&
    (rightToLeft.test(last) || europeanNumber.test(last))
  );
}
