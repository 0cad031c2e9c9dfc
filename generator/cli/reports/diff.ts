import { redacted } from '../../core/address.js';
import { visible, type Paint } from '../../core/render-diagnostics.js';
import { roles, verdicts, worse } from '../../diff/verdict.js';
import type {
  ChangeLocation,
  ChangedExport,
  DescribedChange,
  DiffResult,
  Verdict,
} from '../../pipeline/diff.js';
import { paintFor } from '../console.js';
import { workflowCommand } from './github.js';

/** Formats of the report of `diff`. */
export const diffForms = ['text', 'json', 'markdown', 'github'] as const;

export type DiffForm = (typeof diffForms)[number];

/** Programs whose verdicts decide. */
export const diffSides = ['clients', 'servers', 'everyone'] as const;

export type DiffSide = (typeof diffSides)[number];

/** The verdict about a change for one side. */
export function verdictFor({ clients, servers }: DescribedChange, side: DiffSide): Verdict {
  if (side === 'everyone') return worse(clients, servers);
  return side === 'clients' ? clients : servers;
}

/** Prints the changes in the requested format. */
export function diffReport(
  result: DiffResult,
  options: { readonly format: DiffForm; readonly for: DiffSide },
  colours: boolean,
): string {
  const side = options.for;
  const changes = result.changes.toSorted(
    (left, right) =>
      verdicts.indexOf(verdictFor(left, side)) - verdicts.indexOf(verdictFor(right, side)),
  );
  switch (options.format) {
    case 'json':
      return `${JSON.stringify(asData(result, changes, side), undefined, 2)}\n`;
    case 'markdown':
      return markdown(changes, side);
    case 'github':
      return `${changes.map((change) => annotation(change, side)).join('')}${summary(changes, side)}\n`;
    case 'text':
      return text(changes, side, paintFor(colours));
  }
}

function asData(
  { ok, clients, servers }: DiffResult,
  changes: readonly DescribedChange[],
  side: DiffSide,
): object {
  return {
    command: 'diff',
    ok,
    for: side,
    ...(clients !== undefined && { clients }),
    ...(servers !== undefined && { servers }),
    changes: changes.map((change) => ({
      ...change,
      verdict: verdictFor(change, side),
      page: pageOf(change),
    })),
  };
}

/** The page of a rule, in the documentation of tallystick. */
function pageOf({ rule }: DescribedChange): string {
  return `docs/guide/diff-rules.md#${rule}`;
}

function text(changes: readonly DescribedChange[], side: DiffSide, paint: Paint): string {
  const blocks = changes.map((change) => {
    const verdict = verdictFor(change, side);
    const style =
      verdict === 'breaking'
        ? 'error'
        : verdict === 'risky' || verdict === 'undecided'
          ? 'warning'
          : 'quiet';
    const lines = [
      `${paint(style, `${wordOf(verdict)}:`)} ${paint('strong', visible(`${change.subject}: ${change.message}`))} ${paint('quiet', `[${change.rule}]`)}`,
      `  ${verdictsText(change)}`,
      `  old: ${paint('place', placeText(change.old))}`,
      `  new: ${paint('place', placeText(change.new))}`,
      ...(change.uses.length === 0 ? [] : [`  in: ${visible(shortened(change.uses))}`]),
      ...(change.exports.length === 0
        ? []
        : [`  names: ${shortened(change.exports.map(exportText))}`]),
    ];
    return `${lines.join('\n')}\n`;
  });
  return `${[...blocks, `${summary(changes, side)}\n`].join('\n')}`;
}

/** Words for verdicts in texts. */
function wordOf(verdict: Verdict): string {
  return verdict === 'undecided' ? 'cannot tell' : verdict;
}

function verdictsText({ verdicts: byRole }: DescribedChange): string {
  return roles
    .flatMap((role) => {
      const verdict = byRole[role];
      return verdict === undefined ? [] : [`${role}: ${wordOf(verdict)}`];
    })
    .join(', ');
}

function placeText({ path, line, column }: ChangeLocation): string {
  const place = visible(redacted(path));
  return line === undefined ? place : `${place}:${line}:${column}`;
}

/** Maximum number of entries in a list. */
const maxEntries = 4;

function shortened(entries: readonly string[]): string {
  const rest = entries.length - maxEntries;
  if (rest <= 1) return entries.join(', ');
  return `${entries.slice(0, maxEntries).join(', ')}, and ${rest} more`;
}

function exportText({ name, kind, member, change, before }: ChangedExport): string {
  const full = member === undefined ? name : `${name}.${member}`;
  return visible(`${kind} ${full} (${before === undefined ? change : `renamed from ${before}`})`);
}

/** Counts by verdict: `2 breaking, 1 compatible for clients`. */
function summary(changes: readonly DescribedChange[], side: DiffSide): string {
  if (changes.length === 0) return 'no changes';
  const counts = verdicts.flatMap((verdict) => {
    const count = changes.filter((change) => verdictFor(change, side) === verdict).length;
    return count === 0 ? [] : [`${count} ${wordOf(verdict)}`];
  });
  const total = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return `${total} for ${side}: ${counts.join(', ')}`;
}

function annotation(change: DescribedChange, side: DiffSide): string {
  const verdict = verdictFor(change, side);
  const names = {
    breaking: 'error',
    undecided: 'warning',
    risky: 'warning',
    compatible: 'notice',
    cosmetic: 'notice',
  } as const;
  const { old, new: next, subject, message, rule } = change;
  const details = [
    `${wordOf(verdict)}: ${subject}: ${message}`,
    verdictsText(change),
    `old: ${placeText(old)}`,
    ...(change.exports.length === 0 ? [] : [`names: ${shortened(change.exports.map(exportText))}`]),
  ];
  return workflowCommand(names[verdict], details.join('\n'), {
    file: next.path,
    ...(next.line !== undefined && { line: String(next.line), col: String(next.column) }),
    title: rule,
  });
}

function markdown(changes: readonly DescribedChange[], side: DiffSide): string {
  const sections = verdicts.flatMap((verdict) => {
    const some = changes.filter((change) => verdictFor(change, side) === verdict);
    if (some.length === 0) return [];
    const word = wordOf(verdict);
    return [
      `## ${word.slice(0, 1).toUpperCase()}${word.slice(1)}\n\n${some.map(item).join('\n')}\n`,
    ];
  });
  return [`${summary(changes, side)}\n`, ...sections].join('\n');
}

function item(change: DescribedChange): string {
  const { subject, message, rule, old, new: next, uses, exports } = change;
  const lines = [
    `- ${escaped(`${subject}: ${message}`)} (\`${rule}\`)`,
    `  - ${verdictsText(change)}`,
    `  - ${escaped(placeText(old))} → ${escaped(placeText(next))}`,
    ...(uses.length === 0 ? [] : [`  - in ${escaped(shortened(uses))}`]),
    ...(exports.length === 0 ? [] : [`  - names: ${escaped(shortened(exports.map(exportText)))}`]),
  ];
  return lines.join('\n');
}

/** Text of a description as text of Markdown, in which nothing is a link, an image, HTML or a mention. */
function escaped(raw: string): string {
  return visible(raw).replaceAll(/[\\`*_{}[\]()#+!|<>~&@]/g, (character) =>
    character === '@' ? '&#64;' : `\\${character}`,
  );
}
