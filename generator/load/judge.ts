import { createReporter } from '../core/diagnostic.js';
import type { Diagnostic } from '../core/diagnostic.js';
import { rootOrigin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { bundle } from './bundle.js';
import type { Source } from './source.js';

/** What it finds wrong, of all that it says: the rest is advice. */
const ERROR = 0;
/** Languages of schemas that it has no reader for, and we have. */
const UNREAD = /^Unknown schema format/;

/**
 * The opinion of `@asyncapi/parser` on an AsyncAPI description, as diagnostics of ours. It gets a document in one piece and may open
 * neither files nor connections; by itself it would read whatever a `$ref` names. It compares examples with patterns, which might take for
 * ever: those that may not be run are left out. It is slow, and loaded when it is asked.
 */
export async function judge(
  entry: Source,
  loaded: readonly Source[],
  mayRun: (pattern: string) => boolean,
): Promise<readonly Diagnostic[]> {
  const reporter = createReporter();
  const parser = await loadParser();
  if (parser === undefined) {
    reporter.warning(
      'no-second-opinion',
      rootOrigin(entry),
      '"@asyncapi/parser" is not installed, so that there is no second opinion on this document',
      { hint: 'npm install --save-dev @asyncapi/parser' },
    );
    return reporter.diagnostics;
  }
  const whole = bundle(entry, loaded);
  const said = new Set<string>();
  for (const { severity, message, path, code } of await parser.validate(
    membersOf(whole.value, mayRun),
  )) {
    const text = `${path.join('/')} ${message}`;
    if (severity !== ERROR || UNREAD.test(message) || said.has(text)) continue;
    said.add(text);
    reporter.error(
      'second-opinion',
      whole.originOf(path),
      `@asyncapi/parser says: ${message} (${code})`,
    );
  }
  return reporter.diagnostics;
}

/** The members of a document without patterns that may not be run: in place of such a one stands a pattern that everything matches. */
function membersOf(
  value: { readonly [name: string]: Json },
  mayRun: (pattern: string) => boolean,
): { readonly [name: string]: Json } {
  const without = (name: string, member: Json): Json => {
    if (typeof member === 'string') return name === 'pattern' && !mayRun(member) ? '' : member;
    if (Array.isArray(member)) return member.map((item: Json) => without('', item));
    if (!isObject(member)) return member;
    const members = Object.entries(member).filter(
      ([key]) => name !== 'patternProperties' || mayRun(key),
    );
    return Object.fromEntries(members.map(([key, inner]) => [key, without(key, inner)]));
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, without(name, member)]),
  );
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As much of the package as is used: its own declarations name packages that it does not bring. */
interface ParserPackage {
  readonly Parser: new (options: {
    readonly __unstable: {
      readonly resolver: { readonly cache: false; readonly resolvers: object };
    };
  }) => { validate(document: object): Promise<readonly Finding[]> };
}

interface Finding {
  readonly severity: number;
  readonly message: string;
  readonly code: string | number;
  readonly path: readonly (string | number)[];
}

async function loadParser(): Promise<InstanceType<ParserPackage['Parser']> | undefined> {
  const name = '@asyncapi/parser';
  const found: unknown = await import(name).catch(() => undefined);
  if (!isParser(found)) return undefined;
  const resolver = { cache: false, resolvers: SCHEMES.map(nothing) } as const;
  return new found.Parser({ __unstable: { resolver } });
}

function isParser(found: unknown): found is ParserPackage {
  return (
    typeof found === 'object' &&
    found !== null &&
    'Parser' in found &&
    typeof found.Parser === 'function'
  );
}

const SCHEMES = ['file', 'http', 'https'];

/** Answers before its own resolvers, which are asked only when this one gives nothing. */
function nothing(schema: string): {
  readonly schema: string;
  readonly order: number;
  readonly read: () => string;
} {
  return { schema, order: -1, read: () => '{}' };
}
