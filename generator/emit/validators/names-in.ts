/** Names that are looked for, and what tells most others from them at a glance. */
export interface WantedNames {
  readonly names: ReadonlySet<string>;
  /** First characters and lengths. */
  readonly outlines: ReadonlySet<number>;
}

/** Prepares names for being looked for in many texts. */
export function wantedNames(names: Iterable<string>): WantedNames {
  const wanted = new Set(names);
  const outlines = new Set<number>();
  for (const name of wanted) outlines.add(outlineOf(name.charCodeAt(0), name.length));
  return { names: wanted, outlines };
}

function outlineOf(first: number, length: number): number {
  return first * 1024 + Math.min(length, 1023);
}

/**
 * Tells which of the names stand in code outside strings, those of members as well, each time that one does. Ends where
 * `found` answers that nothing more is wanted. A text is gone through once, and what is not looked for leaves nothing behind.
 */
export function findNames(
  text: string,
  { names, outlines }: WantedNames,
  found: (name: string) => 'enough' | void,
): void {
  for (let at = 0; at < text.length;) {
    const first = text.charCodeAt(at);
    if (first === quote || first === doubleQuote) {
      at = afterString(text, at, first);
      continue;
    }
    const start = at;
    at += 1;
    if (kindOf(first) !== begins) continue;
    while (kindOf(text.charCodeAt(at)) !== 0) at += 1;
    if (!outlines.has(outlineOf(first, at - start))) continue;
    const name = text.slice(start, at);
    if (names.has(name) && found(name) === 'enough') return;
  }
}

const goesOn = 1;
const begins = 2;
const quote = 39;
const doubleQuote = 34;
const backslash = 92;
const lineFeed = 10;

/** Where a string ends that begins at a quote; one that its line does not end is none. */
function afterString(text: string, start: number, ending: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === ending) return at + 1;
    if (unit === lineFeed) break;
    if (unit === backslash) at += 1;
  }
  return start + 1;
}

/** What a character is to a name, by its code: nothing, a part of one, or what may also begin one. */
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[A-Za-z_$]/.test(character) ? begins : /\d/.test(character) ? goesOn : 0;
});

function kindOf(unit: number): number {
  // What is past the end of a text is no number, and in no name.
  return unit < 128 ? (kinds[unit] as number) : unit >= 128 ? begins : 0;
}

/** Whether a character may be in a name, by its code; what is past the end of a text is in none. */
export function isNamePart(unit: number): boolean {
  return kindOf(unit) !== 0;
}
