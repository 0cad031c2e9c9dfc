/**
 * Splits a name into its lowercase words: `listHTTPWebhooks_v2` becomes list, http, webhooks, v2.
 */
export function wordsOf(text: string): readonly string[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const words = isAscii.test(text) ? asciiWords(text) : anyWords(text);
  if (known.size === maxCached) known.clear();
  known.set(text, words);
  return words;
}

/** Cached results, because property names are often repeated. */
const known = new Map<string, readonly string[]>();
const maxCached = 10_000;

function anyWords(text: string): readonly string[] {
  return text
    .normalize('NFC')
    .replace(/['’]/gu, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const isAscii = /^[ -&(-~]*$/;

/** Faster variant in one pass, for ASCII text without apostrophes. */
function asciiWords(text: string): readonly string[] {
  const words: string[] = [];
  let start = 0;
  let before: CharacterClass = 'other';
  let current = classOf(text.charCodeAt(0));
  for (let at = 0; at < text.length; at += 1) {
    const after = classOf(text.charCodeAt(at + 1));
    const begins =
      current === 'upper' && (before === 'upper' ? after === 'lower' : before !== 'other');
    if (current === 'other' || begins) {
      if (at > start) words.push(text.slice(start, at).toLowerCase());
      start = current === 'other' ? at + 1 : at;
    }
    before = current;
    current = after;
  }
  if (start < text.length) words.push(text.slice(start).toLowerCase());
  return words;
}

type CharacterClass = 'upper' | 'lower' | 'digit' | 'other';

function classOf(unit: number): CharacterClass {
  if (unit >= 97 && unit <= 122) return 'lower';
  if (unit >= 65 && unit <= 90) return 'upper';
  return unit >= 48 && unit <= 57 ? 'digit' : 'other';
}

/** Joins words as `listWebhooks`. */
export function camelCase(words: readonly string[]): string {
  let name = words[0] ?? '';
  for (let index = 1; index < words.length; index += 1) name += capitalised(words[index] ?? '');
  return name;
}

/** Joins words as `ListWebhooks`. */
export function pascalCase(words: readonly string[]): string {
  let name = '';
  for (const word of words) name += capitalised(word);
  return name;
}

/** Joins words as `list-webhooks`. */
export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** Converts the first letter to uppercase. */
export function upperFirst(name: string): string {
  return capitalised(name);
}

/** Converts the first letter to lowercase. */
export function lowerFirst(name: string): string {
  const first = firstOf(name);
  return first.toLowerCase() + name.slice(first.length);
}

const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  indices: 'index',
  statuses: 'status',
  data: 'data',
  news: 'news',
  series: 'series',
  timeseries: 'timeseries',
  // Words in -o, whose plural resembles a word in -os.
  audios: 'audio',
  combos: 'combo',
  demos: 'demo',
  infos: 'info',
  logos: 'logo',
  memos: 'memo',
  photos: 'photo',
  portfolios: 'portfolio',
  promos: 'promo',
  repos: 'repo',
  scenarios: 'scenario',
  studios: 'studio',
  todos: 'todo',
  videos: 'video',
  // Abbreviations in -s.
  aws: 'aws',
  cors: 'cors',
  dns: 'dns',
  gps: 'gps',
  https: 'https',
  kms: 'kms',
  mtls: 'mtls',
  sms: 'sms',
  tls: 'tls',
};

/** Singular of a word: `policies` becomes `policy`. Other words are unchanged. */
export function singular(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/u.test(word) && word.length > 4) return word.slice(0, -3) + 'y';
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is|as|os)$/u.test(word)) return word;
  return /[^s]s$/u.test(word) && word.length > 2 ? word.slice(0, -1) : word;
}

/** Replaces punctuation marks by words, for names that differ only in punctuation. */
export function withMarks(text: string): string {
  return text.replace(/[^\p{L}\p{N}\s_$]/gu, (mark) => ` ${markNames[mark] ?? 'sign'} `);
}

const markNames: Readonly<Record<string, string>> = {
  '-': 'dash',
  '.': 'dot',
  '/': 'slash',
  ':': 'colon',
  '+': 'plus',
  '#': 'sharp',
  '@': 'at',
  '<': 'of',
  '[': 'of',
  '(': 'of',
  '«': 'of',
};

/** Words with the last one in the singular. */
export function singularWords(words: readonly string[]): readonly string[] {
  return words.map((word, index) => (index === words.length - 1 ? singular(word) : word));
}

/**
 * Path of a list's items: `rules` becomes `rule`. If the last word has no singular, `item` is
 * appended.
 */
export function itemPath(path: readonly string[]): readonly string[] {
  const last = path.at(-1);
  if (last === undefined) return ['item'];
  const singularForm = singular(last);
  return singularForm === last ? [...path, 'item'] : [...path.slice(0, -1), singularForm];
}

function capitalised(word: string): string {
  const unit = word.charCodeAt(0);
  if (unit < 128) {
    return unit >= 97 && unit <= 122 ? String.fromCharCode(unit - 32) + word.slice(1) : word;
  }
  const first = firstOf(word);
  return first.toUpperCase() + word.slice(first.length);
}

/** First character, which may be two code units. */
function firstOf(name: string): string {
  const point = name.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/**
 * Hash of a text in eight hexadecimal digits (32-bit FNV-1a), which distinguishes names with the
 * same spelling.
 */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text))
    hash = Math.imul(hash ^ unit, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
