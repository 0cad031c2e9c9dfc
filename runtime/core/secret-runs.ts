import { encodedForms, type View, viewsOf } from './text-encodings.js';

/** Number of consecutive characters of a secret that must not be shown. A shorter secret is only removed as a whole. */
const run = 8;

/** Removing shorter texts would remove ordinary words. A credential that short protects nothing. */
const shortestSecret = 4;

/** Longer texts are truncated before the search. Their consumers keep only a few hundred characters. */
const longestText = 16_384;

/**
 * Replaces all parts of secrets in a text by `…`: every run of eight of their characters, at any offset, so that truncation
 * elsewhere does not matter. Each secret may appear as it is, percent-encoded, escaped as in JSON or HTML, in base64, or in
 * hexadecimal.
 */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  const searched = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  const { runs, short } = searchTermsOf(secrets);
  if (runs.size === 0 && short.length === 0) return searched;
  const hidden = new Uint8Array(searched.length);
  for (const view of viewsOf(searched)) {
    const folded = fold(view.text);
    for (let at = 0; at + run <= folded.length; at += 1) {
      if (runs.has(folded.slice(at, at + run))) hide(hidden, view, at, at + run);
    }
    for (const secret of short) {
      for (let at = folded.indexOf(secret); at >= 0; at = folded.indexOf(secret, at + 1))
        hide(hidden, view, at, at + secret.length);
    }
  }
  return visibleText(searched, hidden);
}

/** Search terms for normalised texts. */
interface SearchTerms {
  readonly runs: ReadonlySet<string>;
  /** Secrets that are shorter than a run. */
  readonly short: readonly string[];
}

function searchTermsOf(secrets: Iterable<string>): SearchTerms {
  const runs = new Set<string>();
  const short: string[] = [];
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    if (secret.length < run) short.push(fold(secret));
    for (const form of [secret, ...encodedForms(secret)]) {
      const folded = fold(form);
      for (let at = 0; at + run <= folded.length; at += 1) runs.add(folded.slice(at, at + run));
    }
  }
  return { runs, short };
}

/** Normalises a text: forms write a space as `+`, and the two base64 alphabets differ in two characters (RFC 4648 section 5). */
function fold(text: string): string {
  return text.replace(/[+-]/g, ' ').replaceAll('_', '/');
}

function hide(hidden: Uint8Array, { spans }: View, from: number, to: number): void {
  const start = spans?.[from]?.from ?? from;
  const end = spans?.[to - 1]?.to ?? to;
  hidden.fill(1, start, end);
}

function visibleText(text: string, hidden: Uint8Array): string {
  let visible = '';
  let at = 0;
  while (at < text.length) {
    const isHidden = hidden[at] === 1;
    const change = hidden.indexOf(isHidden ? 0 : 1, at);
    const end = change < 0 ? text.length : change;
    visible += isHidden ? '…' : text.slice(at, end);
    at = end;
  }
  return visible;
}
