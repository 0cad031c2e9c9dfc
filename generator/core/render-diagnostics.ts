import type { Diagnostic, Severity } from './diagnostic.js';
import { placeOf, type Position, type SourceText } from './origin.js';
import { redacted, redactedLine } from './redact.js';

/** Puts a style on a piece of text; a console without colours gives the text back. */
export type Paint = (
  style: 'error' | 'warning' | 'place' | 'quiet' | 'strong',
  text: string,
) => string;

/** No colours, for pipes, files and tests. */
export const plain: Paint = (_style, text) => text;

/** A diagnostic with its place looked up. */
export interface PlacedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly source: SourceText;
  /** The node in the document that is shown. */
  readonly tokens: readonly string[];
  readonly position: Position | undefined;
}

/** Looks up every place and sorts by it; what is said twice of one place is kept once. */
export function placeDiagnostics(diagnostics: readonly Diagnostic[]): readonly PlacedDiagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .map(placed)
    .filter(({ diagnostic, source, position }) => {
      const at = position === undefined ? '' : `${position.line}:${position.column}`;
      const key = `${source.uri}\n${at}\n${diagnostic.code}\n${diagnostic.message}`;
      return seen.size < seen.add(key).size;
    })
    .sort(byPlace);
}

/** A place is looked up once: what is summed up, folded and printed is the same. */
function placed(diagnostic: Diagnostic): PlacedDiagnostic {
  const known = knownPlaces.get(diagnostic);
  if (known !== undefined) return known;
  const place = { diagnostic, ...placeOf(diagnostic) };
  knownPlaces.set(diagnostic, place);
  return place;
}

const knownPlaces = new WeakMap<Diagnostic, PlacedDiagnostic>();

/**
 * Diagnostics as a person reads them, in the order of their places:
 *
 * ```text
 * spec/openapi.yaml:12:15: error: "#/components/schemas/Polcy" does not exist [unresolved-reference]
 *   12 |         $ref: '#/components/schemas/Polcy'
 *      |               ^
 *   hint: did you mean "Policy"?
 * ```
 */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  paint: Paint = plain,
): string {
  return placeDiagnostics(diagnostics)
    .map((each) => renderOne(each, paint).join('\n') + '\n')
    .join('\n');
}

/** `2 errors, 1 warning`; nothing where there is nothing. */
export function summarise(diagnostics: readonly Diagnostic[]): string {
  const all = placeDiagnostics(diagnostics);
  const count = (severity: Severity): string => {
    const found = all.filter(({ diagnostic }) => diagnostic.severity === severity).length;
    return found === 0 ? '' : `${found} ${severity}${found === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter((part) => part !== '').join(', ');
}

function renderOne(
  { diagnostic, source, position }: PlacedDiagnostic,
  paint: Paint,
): readonly string[] {
  const { severity, code, message, hint, related = [] } = diagnostic;
  const head = [
    paint('place', `${placeText(source, position)}:`),
    paint(severity, `${severity}:`),
    paint('strong', visible(message)),
    paint('quiet', `[${code}]`),
  ].join(' ');
  const notes = related.map((note) => {
    const place = placeOf(note);
    return `  ${paint('place', `${placeText(place.source, place.position)}:`)} ${visible(note.message)}`;
  });
  return [
    head,
    ...(position === undefined ? [] : excerpt(source, position, paint)),
    ...(hint === undefined ? [] : [`  hint: ${visible(hint)}`]),
    ...notes,
  ];
}

/** `path:line:column`, or the path alone. */
export function placeText(source: SourceText, position: Position | undefined): string {
  const path = visible(redacted(source.path));
  return position === undefined ? path : `${path}:${position.line}:${position.column}`;
}

/** How much of a line is shown on either side of the place; a minified document is one endless line. */
const reach = 90;

/** How many characters before and after the place are looked at: a whole document may be one line. */
const nearby = 4096;

function excerpt(source: SourceText, position: Position, paint: Paint): readonly string[] {
  const { line } = position;
  const written = source.line(line);
  if (written === undefined) return [];
  const start = Math.max(0, position.column - 1 - nearby);
  const end = position.column - 1 + nearby;
  const { text, column } = redactedLine(written.slice(start, end), position.column - start);
  const from = column > reach ? column - 1 - Math.floor(reach / 2) : 0;
  const cutBefore = start + from > 0 ? '…' : '';
  const cutAfter = text.length > from + reach || written.length > end ? '…' : '';
  const before = visible(text.slice(from, column - 1));
  const shown =
    cutBefore + before + visible(text.slice(column - 1, from + reach)).trimEnd() + cutAfter;
  const number = String(line);
  const margin = ' '.repeat(number.length);
  const marker = ' '.repeat(widthOf(cutBefore + before)) + '^';
  return [
    `  ${paint('quiet', `${number} |`)} ${shown}`,
    `  ${paint('quiet', `${margin} |`)} ${paint('error', marker)}`,
  ];
}

/** Text of a document on a terminal: passwords of URLs are hidden, control characters and text-direction marks are shown, not obeyed. */
function visible(text: string): string {
  return redacted(text)
    .replaceAll('\t', ' ')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (character) => {
        return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
      },
    );
}

/** Columns a text takes on a terminal, near enough: East Asian wide characters take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text)
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1;
  return width;
}

function byPlace(a: PlacedDiagnostic, b: PlacedDiagnostic): number {
  return (
    compare(a.source.path, b.source.path) ||
    (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
    (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
    compare(a.diagnostic.code, b.diagnostic.code) ||
    compare(a.diagnostic.message, b.diagnostic.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
