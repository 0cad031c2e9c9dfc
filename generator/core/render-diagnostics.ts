import type { Diagnostic, Severity } from './diagnostic.js';
import { diagnosticPosition, type Position, type SourceText } from './origin.js';
import { redacted, redactedLine } from './address.js';

/** Applies a style to a text. On a console without colours it returns the text unchanged. */
export type Paint = (
  style: 'error' | 'warning' | 'place' | 'quiet' | 'strong',
  text: string,
) => string;

/** Applies no style, for pipes, files and tests. */
export const plain: Paint = (_style, text) => text;

/** A diagnostic with its resolved position. */
export interface LocatedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly source: SourceText;
  /** Reference tokens of the node in `source`. */
  readonly tokens: readonly string[];
  readonly position: Position | undefined;
}

/** Resolves the position of each diagnostic, sorts by position, and removes duplicates. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
): readonly LocatedDiagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .map(locate)
    .filter(({ diagnostic, source, position }) => {
      const at = position === undefined ? '' : `${position.line}:${position.column}`;
      const key = `${source.uri}\n${at}\n${diagnostic.code}\n${diagnostic.message}`;
      return seen.size < seen.add(key).size;
    })
    .sort(byPosition);
}

/** Caches the result, because the summary and the rendered text both need it. */
function locate(diagnostic: Diagnostic): LocatedDiagnostic {
  const cached = locatedDiagnostics.get(diagnostic);
  if (cached !== undefined) return cached;
  const located = { diagnostic, ...diagnosticPosition(diagnostic) };
  locatedDiagnostics.set(diagnostic, located);
  return located;
}

const locatedDiagnostics = new WeakMap<Diagnostic, LocatedDiagnostic>();

/**
 * Renders diagnostics as text, sorted by position:
 *
 * ```text
 * spec/openapi.yaml:12:15: error: "#/components/schemas/Polcy" does not exist [unresolved-reference]
 *   12 |         $ref: '#/components/schemas/Polcy'
 *      |               ^
 *   hint: did you mean "Policy"?
 *   page: https://example.com/diagnostics/unresolved-reference.md
 * ```
 *
 * The first diagnostic with each code has the address of the code's page, if `pageOf` knows one.
 */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  paint: Paint = plain,
  pageOf: (code: string) => string | undefined = () => undefined,
): string {
  const seen = new Set<string>();
  return locateDiagnostics(diagnostics)
    .map((each) => {
      const { code } = each.diagnostic;
      const page = seen.has(code) ? undefined : pageOf(code);
      seen.add(code);
      const lines = [
        ...renderOne(each, paint),
        ...(page === undefined ? [] : [`  page: ${paint('quiet', page)}`]),
      ];
      return lines.join('\n') + '\n';
    })
    .join('\n');
}

/** Counts by severity, such as `2 errors, 1 warning`. Empty if there are no diagnostics. */
export function summarise(diagnostics: readonly Diagnostic[]): string {
  const all = locateDiagnostics(diagnostics);
  const count = (severity: Severity): string => {
    const total = all.filter(({ diagnostic }) => diagnostic.severity === severity).length;
    return total === 0 ? '' : `${total} ${severity}${total === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter((part) => part !== '').join(', ');
}

function renderOne(
  { diagnostic, source, position }: LocatedDiagnostic,
  paint: Paint,
): readonly string[] {
  const { severity, code, message, hint, related = [] } = diagnostic;
  const head = [
    paint('place', `${locationText(source, position)}:`),
    paint(severity, `${severity}:`),
    paint('strong', visible(message)),
    paint('quiet', `[${code}]`),
  ].join(' ');
  const notes = related.map((note) => {
    const position = diagnosticPosition(note);
    return `  ${paint('place', `${locationText(position.source, position.position)}:`)} ${visible(note.message)}`;
  });
  return [
    head,
    ...(position === undefined ? [] : excerpt(source, position, paint)),
    ...(hint === undefined ? [] : [`  hint: ${visible(hint)}`]),
    ...notes,
  ];
}

/** Formats `path:line:column`, or the path alone if the position is unknown. */
export function locationText(source: SourceText, position: Position | undefined): string {
  const path = visible(redacted(source.path));
  return position === undefined ? path : `${path}:${position.line}:${position.column}`;
}

/** Maximum width of the excerpt, in characters. A minified document is one long line. */
const excerptWidth = 90;

/** Characters on either side of the position that are examined. An entire document can be one line. */
const maxExamined = 4096;

function excerpt(source: SourceText, position: Position, paint: Paint): readonly string[] {
  const { line } = position;
  const fullLine = source.line(line);
  if (fullLine === undefined) return [];
  const start = Math.max(0, position.column - 1 - maxExamined);
  const end = position.column - 1 + maxExamined;
  const { text, column } = redactedLine(fullLine.slice(start, end), position.column - start);
  const from = column > excerptWidth ? column - 1 - Math.floor(excerptWidth / 2) : 0;
  const cutBefore = start + from > 0 ? '…' : '';
  const cutAfter = text.length > from + excerptWidth || fullLine.length > end ? '…' : '';
  const before = visible(text.slice(from, column - 1));
  const excerptLine =
    cutBefore + before + visible(text.slice(column - 1, from + excerptWidth)).trimEnd() + cutAfter;
  const number = String(line);
  const margin = ' '.repeat(number.length);
  const marker = ' '.repeat(widthOf(cutBefore + before)) + '^';
  return [
    `  ${paint('quiet', `${number} |`)} ${excerptLine}`,
    `  ${paint('quiet', `${margin} |`)} ${paint('error', marker)}`,
  ];
}

/** Makes text of a document safe for a terminal: redacts credentials in URLs, and escapes control characters and text-direction marks. */
export function visible(text: string): string {
  return redacted(text)
    .replaceAll('\t', ' ')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
      (character) => {
        return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
      },
    );
}

/** Approximate width in terminal columns. East Asian wide characters take two. */
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

function byPosition(a: LocatedDiagnostic, b: LocatedDiagnostic): number {
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
