import { visible } from '../core/render-diagnostics.js';
import type { ReleaseNote } from '../model/changelog.js';
import type { ChangeKind } from '../model/changelog.js';
import type { ChangeLocation, DescribedChange } from '../pipeline/diff.js';
import type { Role, Verdict } from '../diff/verdict.js';
import type { ChangelogEntry } from './changelog.js';
import { verdictForRoles } from './next-version.js';

/** A change of a package that does not follow from its description: a name, or an option. */
export interface PackageChange {
  readonly verdict: Verdict;
  readonly kind: ChangeKind;
  /** One sentence, in Markdown. */
  readonly text: string;
}

/** A sentence of the author, with its location. */
export interface LocatedNote extends Pick<ReleaseNote, 'text' | 'kind'> {
  readonly location: ChangeLocation;
}

/** What a release of a package has to tell. */
export interface ReleaseContents {
  readonly changes: readonly DescribedChange[];
  readonly packageChanges: readonly PackageChange[];
  readonly notes: readonly LocatedNote[];
}

/** Lines of the changelog: the sentences of the author first, then the changes for the users of the package, the worst first. */
export function entriesOf(
  { changes, packageChanges, notes }: ReleaseContents,
  roles: ReadonlySet<Role>,
): readonly ChangelogEntry[] {
  const own = notes.map(({ text, kind, location }) => ({
    kind,
    text: `${escaped(sentence(text))} (${placeOf(location)})`,
  }));
  const judged = changes.map((change) => ({
    change,
    verdict: verdictForRoles(change.verdicts, roles),
  }));
  const told = judged.filter(
    ({ verdict, change }) => verdict !== 'cosmetic' && !isRepeated(change, changes),
  );
  const others = [
    ...packageChanges.map(({ verdict, kind, text }) => ({ kind, text: marked(verdict, text) })),
    ...told.map(({ change, verdict }) => ({
      kind: kindOf(change),
      text: marked(verdict, `${sentenceOf(change)} (${placeOf(locationOf(change))})`),
    })),
  ];
  const entries = [...own, ...unique(others)];
  if (entries.length > 0 || changes.length === 0) return entries;
  return [{ kind: 'changed', text: 'Only descriptions and comments changed.' }];
}

/** True if another change of the same property says more: that it is new and required, or was required and is gone. */
function isRepeated(
  { rule, new: next }: DescribedChange,
  all: readonly DescribedChange[],
): boolean {
  const better = { 'property-added': 'property-required', 'property-removed': 'property-optional' };
  const other = better[rule as keyof typeof better];
  return (
    other !== undefined &&
    all.some(
      (each) =>
        each.rule === other && each.new.path === next.path && each.new.pointer === next.pointer,
    )
  );
}

function kindOf({ rule, message }: DescribedChange): ChangeKind {
  if (rule === 'operation-sunset') return 'deprecated';
  if (rule.endsWith('-deprecation'))
    return message.endsWith('became deprecated') ? 'deprecated' : 'changed';
  if (rule.endsWith('-added') || message.includes(' is new and ')) return 'added';
  return rule.endsWith('-removed') || message.endsWith(' is gone') ? 'removed' : 'changed';
}

/** The location in the new description, or for what is gone in the old one. */
function locationOf(change: DescribedChange): ChangeLocation {
  return kindOf(change) === 'removed' ? change.old : change.new;
}

function placeOf({ path, line }: ChangeLocation): string {
  return `\`${line === undefined ? path : `${path}:${line}`}\``;
}

/** A change as a sentence about what users of the package see: `` `Pet.name` is now required ``. */
function sentenceOf(change: DescribedChange): string {
  const { message } = change;
  const label = labelOf(change);
  const [, predicate] =
    /^(?:the property "[^"]*"|it|the operation|the channel) (.*)$/s.exec(message) ?? [];
  if (predicate === undefined) return `${label}: ${escaped(message)}`;
  return `${label} ${escaped(predicate.replace(/^is required now$/, 'is now required'))}`;
}

function labelOf({ subject, exports }: DescribedChange): string {
  const [first] = exports;
  if (first === undefined) return codeIfName(subject);
  const name = first.member === undefined ? first.name : `${first.name}.${first.member}`;
  return name === subject ? `\`${name}\`` : `\`${name}\` (${codeIfName(subject)})`;
}

function codeIfName(subject: string): string {
  const shown = visible(subject);
  return /^[^`"\s]+$|^[A-Z]+ \/[^`\s]*$/.test(shown) ? `\`${shown}\`` : escaped(shown);
}

function marked(verdict: Verdict, text: string): string {
  if (verdict === 'breaking') return `**Breaking:** ${text}`;
  return verdict === 'undecided' ? `**Possibly breaking:** ${text}` : text;
}

/** A text of a description on one line. */
function sentence(text: string): string {
  return visible(text.trim().replaceAll(/\s+/g, ' '));
}

/** Text of a description as text of Markdown, in which nothing is a link, an image, HTML or a mention. */
function escaped(raw: string): string {
  return visible(raw).replaceAll(/[\\`*_[\]<>&@]/g, (character) =>
    character === '@' ? '&#64;' : `\\${character}`,
  );
}

function unique(entries: readonly ChangelogEntry[]): readonly ChangelogEntry[] {
  return entries.filter(
    ({ text }, index) => entries.findIndex((each) => each.text === text) === index,
  );
}
