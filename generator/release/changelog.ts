import { changeKinds, type ChangeKind } from '../model/changelog.js';

/** One line of a changelog, in Markdown. */
export interface ChangelogEntry {
  readonly kind: ChangeKind;
  readonly text: string;
}

/** A release, as the changelog shows it. */
export interface ChangelogRelease {
  readonly version: string;
  /** `2026-11-28`. Absent if it is unknown. */
  readonly date?: string | undefined;
  readonly entries: readonly ChangelogEntry[];
  /** Pages about what changed between two tags. */
  readonly links?: ChangelogLinks | undefined;
}

/** Pages of a repository on the web. */
export interface ChangelogLinks {
  /** URL of the repository. */
  readonly repository: string;
  readonly tag: string;
  /** Tag of the release before. */
  readonly before?: string | undefined;
}

/** A changelog with a new release, or the reason why none can be added. */
export type ChangelogResult =
  | { readonly ok: true; readonly text: string; readonly section: string }
  | { readonly ok: false; readonly reason: ChangelogProblem; readonly line: number };

export type ChangelogProblem = 'encoding' | 'conflict' | 'unreleased' | 'version';

/**
 * Adds a release to a changelog in the form of Keep a Changelog 1.1.0. What is below "Unreleased" moves to the release, and its lists come
 * before the new entries. Everything else stays as it is, line ends included. Without a text, a changelog is begun.
 */
export function addRelease(
  text: string | undefined,
  name: string,
  release: ChangelogRelease,
): ChangelogResult {
  const lineEnd = text?.includes('\r\n') === true ? '\r\n' : '\n';
  const lines = (text ?? newChangelog(name)).split(/\r?\n/);
  const problem = problemIn(lines, release.version);
  if (problem !== undefined) return { ok: false, ...problem };
  const headings = headingsOf(lines);
  const end = linksStart(lines);
  const unreleased = headings.find(({ version }) => version === undefined);
  const first = headings.find(({ version }) => version !== undefined);
  const hasBrackets = first === undefined || first.hasBrackets;
  const bodyEnd = headings.find(({ index }) => index > (unreleased?.index ?? -1))?.index ?? end;
  const body = unreleased === undefined ? [] : lines.slice(unreleased.index + 1, bodyEnd);
  const section = sectionOf(release, body);
  const heading = headingOf(release, hasBrackets);
  const at = unreleased === undefined ? (first?.index ?? end) : unreleased.index + 1;
  const rest = unreleased === undefined ? at : bodyEnd;
  const links = linesOfLinks(lines.slice(end), release);
  const result = [
    ...trimEnd(lines.slice(0, at)),
    '',
    heading,
    '',
    ...section,
    '',
    ...trimEnd(lines.slice(rest, end)),
    ...(links.length > 0 && rest < end ? ['', ...links] : links),
  ];
  return {
    ok: true,
    text: `${trimEnd(result).join(lineEnd)}${lineEnd}`,
    section: [heading, '', ...section].join('\n'),
  };
}

/** The lines of a release that a changelog has, without its heading. `undefined` if it has none. */
export function releaseIn(text: string, version: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const headings = headingsOf(lines);
  const found = headings.find((each) => each.version === version);
  if (found === undefined) return undefined;
  const end = headings.find(({ index }) => index > found.index)?.index ?? linksStart(lines);
  return trimEnd(lines.slice(found.index, end)).join('\n');
}

function newChangelog(name: string): string {
  return `# Changelog

Changes of \`${name}\`. The format is that of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/), and versions follow
[Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`;
}

interface Heading {
  readonly index: number;
  /** Absent for changes that are not released. */
  readonly version?: string;
  readonly hasBrackets: boolean;
}

/** Headings of releases, outside of code. */
function headingsOf(lines: readonly string[]): readonly Heading[] {
  let fence: string | undefined;
  return lines.flatMap((line, index): readonly Heading[] => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      return [];
    }
    if (fence !== undefined) return [];
    const [, bracket, title = ''] = /^##\s+(\[?)v?([^\]\s]+)/.exec(line) ?? [];
    if (bracket === undefined) return [];
    const hasBrackets = bracket !== '';
    if (/^unreleased$/i.test(title)) return [{ index, hasBrackets }];
    return [{ index, version: title, hasBrackets }];
  });
}

/** Index of the first line of the link definitions at the end. */
function linksStart(lines: readonly string[]): number {
  let start = lines.length;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    if (isLink(line)) start = index;
    else if (line.trim() !== '') break;
  }
  return start;
}

function isLink(line: string): boolean {
  return /^\[[^\]]+\]:\s/.test(line);
}

function problemIn(
  lines: readonly string[],
  version: string,
): { readonly reason: ChangelogProblem; readonly line: number } | undefined {
  const at = (reason: ChangelogProblem, index: number) => ({ reason, line: index + 1 });
  const unreadable = lines.findIndex((line) => /[\u0000\ufffd]/.test(line));
  if (unreadable !== -1) return at('encoding', unreadable);
  const conflict = lines.findIndex((line) => /^(?:<{7}|>{7}) /.test(line));
  if (conflict !== -1) return at('conflict', conflict);
  const headings = headingsOf(lines);
  const [, second] = headings.filter((each) => each.version === undefined);
  if (second !== undefined) return at('unreleased', second.index);
  const same = headings.find((each) => each.version === version);
  return same === undefined ? undefined : at('version', same.index);
}

function headingOf({ version, date }: ChangelogRelease, hasBrackets: boolean): string {
  const title = hasBrackets ? `[${version}]` : version;
  return `## ${title}${date === undefined ? '' : ` - ${date}`}`;
}

/** The body of a release: what was written below "Unreleased", and the new entries, by kind. */
function sectionOf(
  { entries }: ChangelogRelease,
  unreleased: readonly string[],
): readonly string[] {
  const groups = new Map<string, string[]>();
  let current: string[] = [];
  groups.set('', current);
  for (const line of unreleased) {
    const [, title] = /^###\s+(.+?)\s*$/.exec(line) ?? [];
    if (title === undefined) current.push(line);
    else {
      current = groups.get(title) ?? [];
      groups.set(title, current);
    }
  }
  for (const { kind, text } of entries) {
    const title = titleOf(kind);
    const group = trimEnd(groups.get(title) ?? []);
    groups.set(title, [...group, `- ${text}`]);
  }
  const known = changeKinds.map(titleOf);
  const order = (title: string): number => (title === '' ? -1 : known.indexOf(title) + 1 || 99);
  return [...groups]
    .map(([title, lines]) => [title, trimmed(lines)] as const)
    .filter(([, lines]) => lines.length > 0)
    .sort(([left], [right]) => order(left) - order(right))
    .flatMap(([title, lines], index) => [
      ...(index === 0 ? [] : ['']),
      ...(title === '' ? [] : [`### ${title}`, '']),
      ...lines,
    ]);
}

function titleOf(kind: ChangeKind): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}

/** The link definitions with those of a release. A page is linked only if the repository is known. */
function linesOfLinks(
  lines: readonly string[],
  { version, links }: ChangelogRelease,
): readonly string[] {
  if (links === undefined) return lines;
  const { repository, tag, before } = links;
  const [next, last] = [tag, before].map((each) => each && encodeURIComponent(each));
  const own = [
    `[unreleased]: ${repository}/compare/${next}...HEAD`,
    last === undefined
      ? `[${version}]: ${repository}/releases/tag/${next}`
      : `[${version}]: ${repository}/compare/${last}...${next}`,
  ];
  return [...own, ...lines.filter((line) => !/^\[unreleased\]:/i.test(line))];
}

function trimmed(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  return start === -1 ? [] : trimEnd(lines.slice(start));
}

function trimEnd(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, end + 1);
}
