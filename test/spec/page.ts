import type { Json } from '../../generator/model/schema.js';
import { pathOf, type SandboxRule, sandboxRules } from '../../scripts/rules-table.js';
import type { Description } from './description.js';
import type { Beyond, Keeper, Line, Requirement, Section } from './table.js';

/** Input of the page. */
export interface PageContent {
  readonly sections: readonly Section[];
  readonly beyond: readonly Beyond[];
  readonly descriptions: ReadonlyMap<string, Description>;
}

const INTRODUCTION = `# Coverage of the platform's specification

This page lists the statements of the platform's interface specification, row by row and sentence by sentence, and the location in \`spec/\`
that describes each. Rows and properties are identified by name, items and paragraphs by their number in the section; the number after the comma
counts their statements.

- A link names an operation, a schema or a property, and leads to its file. The required content follows the link.
- **Decided** states what the descriptions define if the specification leaves something open.
- **Handler** marks rules that depend on state or on another service. A description cannot express them; the handlers of a server implement them.
  The hook of generated servers that serves the purpose follows in parentheses, and the rule of the [sandbox](sandbox/design.md), by its number,
  with the files of its tests.
- **Feed** refers to the description of the feed. **Reader** marks sentences about the specification itself.

Generated from \`test/spec/table\` by \`UPDATE_PAGE=1 npx vitest run test/spec\`; the test verifies every location.
`;

/** The page for readers, \`docs/platform.md\`: the table as Markdown. */
export function pageOf({ sections, beyond, descriptions }: PageContent): string {
  const parts = sections.map(
    ({ number, title, lines }) =>
      `## ${number} ${title}\n\n${tableOf(
        ['Element', 'Statement', 'Description'],
        lines.map((line) => [nameOf(line, lines), line.says, answerOf(line, descriptions)]),
      )}`,
  );
  return [INTRODUCTION, contentsOf(sections), ...parts, beyondOf(beyond, descriptions)].join('\n');
}

/** Links to the sections, by the anchors that headings get. */
function contentsOf(sections: readonly Section[]): string {
  const links = sections.map(({ number, title }) => {
    const heading = `${number} ${title}`;
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-');
    return `[${heading}](#${anchor})`;
  });
  return `${[...links, '[Beyond the specification](#beyond-the-specification)'].join(' ·\n')}\n`;
}

function beyondOf(
  beyond: readonly Beyond[],
  descriptions: ReadonlyMap<string, Description>,
): string {
  const rows = beyond.map(({ says, basis, places }) => [
    says,
    basis,
    places.map((place) => linkOf(place, descriptions)).join(', '),
  ]);
  return `## Beyond the specification

Additions of the descriptions to the specification, without which the platform could not be used. The overlay \`basis.overlay.yaml\` of each
folder marks them with [\`x-basis\`](guide/extensions.md#x-basis): \`public\` is known from public sources, \`assumed\` is inferred.

${tableOf(['Addition', 'Basis', 'Location'], rows)}`;
}

function nameOf({ anchor, number }: Line, lines: readonly Line[]): string {
  const name = /^(row|item|text) \d/.test(anchor) ? anchor : code(anchor);
  const isOnly = lines.every((other) => other.anchor !== anchor || other.number === 1);
  return isOnly ? name : `${name}, ${number}`;
}

function answerOf(line: Line, descriptions: ReadonlyMap<string, Description>): string {
  const decided = line.decided === undefined ? [] : [`**Decided:** ${line.decided}`];
  const places = line.met.map(
    (requirement) => linkOf(requirement, descriptions) + expectationOf(requirement),
  );
  const by = line.by.map(
    ({ who, why }) => `**${KEEPER_NAMES[who]}:** ${why}${coverOf(who, line)}.`,
  );
  return [...decided, places.join('; '), ...by].filter((part) => part !== '').join(' ');
}

/** The hooks and rules that implement what is left to a handler, in parentheses. */
function coverOf(who: Keeper, { covered }: Line): string {
  if (who !== 'handler' || covered.length === 0) return '';
  const parts = covered.map((each) => (each in HOOKS ? `the hook ${HOOKS[each]}` : ruleOf(each)));
  return ` (${parts.join(', ')})`;
}

const RULES: ReadonlyMap<string, SandboxRule> = new Map(
  sandboxRules().map((rule) => [rule.id, rule]),
);

/** A rule of the sandbox, with its tests or its place in the design. */
function ruleOf(id: string): string {
  const rule = RULES.get(id);
  if (rule === undefined) throw new Error(`The sandbox's design has no rule ${id}.`);
  const { subject, files } = rule;
  if (files.length === 0) return `rule [${id}](sandbox/design.md)`;
  const tests = files.map((file) => `[${file}](../${pathOf(file)})`).join(' and ');
  return `rule [${id}](sandbox/rules.md#${subject}), tested by ${tests}`;
}

/** Hooks of generated servers, as a table names them, with their documentation. */
const HOOKS: { readonly [name: string]: string } = {
  connections: '[`connectionCounter`](guide/state.md#counting-connections-of-all-protocols)',
  cursors: '[`cursors`](guide/pagination.md#on-a-server)',
  events: '[`publish`](guide/feeds.md#events)',
  keys: '[`keys`](guide/tokens.md)',
  rateLimits: '[`rateLimits`](guide/server.md)',
  refusals: '[`createRefusals`](guide/refusals.md)',
  revoke: '[`revoke`](guide/security.md#revoked-keys)',
  stateGuard: '[`stateGuard`](guide/extensions.md#x-state)',
};

const KEEPER_NAMES = { handler: 'Handler', feed: 'Feed', reader: 'Reader' };

/** A place by its short name, with a link to the file that it is written in. */
function linkOf(
  { document, address }: Requirement,
  descriptions: ReadonlyMap<string, Description>,
): string {
  const file = descriptions.get(document)?.find(address)?.file;
  const label = code(labelOf(document, address));
  return file === undefined ? label : `[${label}](../${file})`;
}

/** `Policy.id` for `Policy#/properties/id`: what only leads from one level to the next is left out. */
function labelOf(document: string, address: string): string {
  const [name = '', pointer = ''] = address.split('#');
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((token) => !STEPS.has(token));
  const words = name === '' ? tokens : [name, ...tokens];
  return words.length === 0 ? document : words.join('.');
}

const STEPS = new Set([
  'properties',
  'payload',
  'schema',
  'content',
  'application/json',
  'components',
]);

function expectationOf({ is, has, lacks, address }: Requirement): string {
  if (is !== undefined) return ` ${code(spell(is))}`;
  // Words of prose are not worth repeating; names and values are.
  if (has !== undefined && !PROSE.test(address)) return ` has ${has.map(code).join(', ')}`;
  return lacks === undefined ? '' : ` has no ${lacks.map(code).join(', ')}`;
}

const PROSE = /\/(description|x-enum-descriptions\/\w+|scopes\/\w+)$/;

/** JSON as a person would write it in a sentence. */
function spell(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? `[${value.map(inner).join(', ')}]` : membersOf(value);
}

function inner(value: Json): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? `{ ${membersOf(value)} }` : spell(value);
}

function membersOf(value: Json): string {
  return Object.entries<Json>(Object(value))
    .map(([name, member]) => `${name}: ${inner(member)}`)
    .join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(header.length)}`, ...body, ''].join(
    '\n',
  );
}
