/** The words of a name, as a person would separate them: `listHTTPWebhooks_v2` is list, http, webhooks, v2. */
export function wordsOf(text: string): readonly string[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const words = isAscii.test(text) ? asciiWords(text) : anyWords(text);
  if (known.size === mostKnown) known.clear();
  known.set(text, words);
  return words;
}

/** Words that were separated before: descriptions repeat the names of members. */
const known = new Map<string, readonly string[]>();
const mostKnown = 10_000;

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

/** The same for text without apostrophes and without letters of other alphabets, in one pass. */
function asciiWords(text: string): readonly string[] {
  const words: string[] = [];
  let start = 0;
  let before: Sort = 'other';
  let sort = sortOf(text.charCodeAt(0));
  for (let at = 0; at < text.length; at += 1) {
    const after = sortOf(text.charCodeAt(at + 1));
    const begins =
      sort === 'upper' && (before === 'upper' ? after === 'lower' : before !== 'other');
    if (sort === 'other' || begins) {
      if (at > start) words.push(text.slice(start, at).toLowerCase());
      start = sort === 'other' ? at + 1 : at;
    }
    before = sort;
    sort = after;
  }
  if (start < text.length) words.push(text.slice(start).toLowerCase());
  return words;
}

type Sort = 'upper' | 'lower' | 'digit' | 'other';

function sortOf(unit: number): Sort {
  if (unit >= 97 && unit <= 122) return 'lower';
  if (unit >= 65 && unit <= 90) return 'upper';
  return unit >= 48 && unit <= 57 ? 'digit' : 'other';
}

/** `listWebhooks`. */
export function camelCase(words: readonly string[]): string {
  let name = words[0] ?? '';
  for (let index = 1; index < words.length; index += 1) name += capitalised(words[index] ?? '');
  return name;
}

/** `ListWebhooks`. */
export function pascalCase(words: readonly string[]): string {
  let name = '';
  for (const word of words) name += capitalised(word);
  return name;
}

/** `list-webhooks`. */
export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** The same name with a capital, or a small letter, in front. */
export function upperFirst(name: string): string {
  return capitalised(name);
}

/** The same name with a small letter in front. */
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
  // Words that end in an o, whose plural looks like a word in -os.
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
  // Abbreviations that end in an s.
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

/** One of them: `policies` is `policy`. A word that is no plural stays as it is. */
export function singular(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/u.test(word) && word.length > 4) return word.slice(0, -3) + 'y';
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is|as|os)$/u.test(word)) return word;
  return /[^s]s$/u.test(word) && word.length > 2 ? word.slice(0, -1) : word;
}

/** Several of them: `policy` is `policies`. A word that is one already, or that has no other form, stays as it is. */
export function plural(word: string): string {
  const known = Object.entries(irregular).find(([many, one]) => one === word || many === word);
  if (known !== undefined) return known[0];
  if (isPlural(word)) return word;
  if (/[^aeiou]y$/u.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/u.test(word) ? `${word}es` : `${word}s`;
}

/** Text in which the marks that separate words are words: for names that nothing else can tell apart. */
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

/** Whether a word names several things. */
export function isPlural(word: string): boolean {
  return singular(word) !== word;
}

/** The words with the last one in the singular. */
export function singularWords(words: readonly string[]): readonly string[] {
  return words.map((word, index) => (index === words.length - 1 ? singular(word) : word));
}

/** `rules` holds one `rule` after the other; what has no singular holds items. */
export function itemPath(path: readonly string[]): readonly string[] {
  const last = path.at(-1);
  if (last === undefined) return ['item'];
  const one = singular(last);
  return one === last ? [...path, 'item'] : [...path.slice(0, -1), one];
}

function capitalised(word: string): string {
  const unit = word.charCodeAt(0);
  if (unit < 128) {
    return unit >= 97 && unit <= 122 ? String.fromCharCode(unit - 32) + word.slice(1) : word;
  }
  const first = firstOf(word);
  return first.toUpperCase() + word.slice(first.length);
}

/** The first character, of however many units. */
function firstOf(name: string): string {
  const point = name.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Eight characters that stand for a text: for names that nothing else can tell apart. FNV-1a, 32 bits. */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text))
    hash = Math.imul(hash ^ unit, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
