import { createReporter, defineError, defineWarning } from '../core/diagnostic.js';
import type { Diagnostic, DiagnosticType } from '../core/diagnostic.js';
import { rootOrigin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { bundle } from './bundle.js';
import type { Source } from './source.js';

/** An error that `@asyncapi/parser` reports. */
export const secondOpinion: DiagnosticType<{
  default: { message: string; code: string | number };
}> = defineError('second-opinion', {
  default: ({ message, code }) => `@asyncapi/parser reports: ${message} (${code})`,
});

/** Strict linting without `@asyncapi/parser`. */
export const noSecondOpinion: DiagnosticType<{ default: void }> = defineWarning(
  'no-second-opinion',
  {
    default: () =>
      '"@asyncapi/parser" is not installed, so there is no second opinion on this document',
  },
);

/** Severity of errors. Lower severities are style advice. */
const ERROR = 0;
/** Schema languages that the parser does not support, but the generator does. */
const UNSUPPORTED = /^Unknown schema format/;

/**
 * Validates an AsyncAPI description with `@asyncapi/parser` and converts its errors to diagnostics. The parser receives a single document
 * and cannot open files or connections; by default it would read whatever a `$ref` names. It matches examples against patterns, which can
 * take exponential time; patterns that `mayRun` rejects are omitted. Loaded on demand, because it is slow.
 */
export async function validateWithAsyncApiParser(
  entry: Source,
  loaded: readonly Source[],
  mayRun: (pattern: string) => boolean,
): Promise<readonly Diagnostic[]> {
  const reporter = createReporter();
  const parser = await loadParser();
  if (parser === undefined) {
    reporter.report(noSecondOpinion.default(), rootOrigin(entry), {
      hint: 'npm install --save-dev @asyncapi/parser',
    });
    return reporter.diagnostics;
  }
  const bundled = bundle(entry, loaded);
  const reported = new Set<string>();
  for (const { severity, message, path, code } of await parser.validate(
    withoutUnsafePatterns(bundled.value, mayRun),
  )) {
    const text = `${path.join('/')} ${message}`;
    if (severity !== ERROR || UNSUPPORTED.test(message) || reported.has(text)) continue;
    reported.add(text);
    reporter.report(secondOpinion.default({ message, code }), bundled.originOf(path));
  }
  return reporter.diagnostics;
}

/** Copies the members of a document. A pattern that must not run is replaced by an empty one, which matches everything. */
function withoutUnsafePatterns(
  value: { readonly [name: string]: Json },
  mayRun: (pattern: string) => boolean,
): { readonly [name: string]: Json } {
  const copy = (name: string, member: Json): Json => {
    if (typeof member === 'string') return name === 'pattern' && !mayRun(member) ? '' : member;
    if (Array.isArray(member)) return member.map((item: Json) => copy('', item));
    if (!isObject(member)) return member;
    const members = Object.entries(member).filter(
      ([key]) => name !== 'patternProperties' || mayRun(key),
    );
    return Object.fromEntries(members.map(([key, inner]) => [key, copy(key, inner)]));
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, copy(name, member)]),
  );
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The used subset of the package. Its own declarations refer to packages that it does not install. */
interface ParserPackage {
  readonly Parser: new (options: {
    readonly __unstable: {
      readonly resolver: { readonly cache: false; readonly resolvers: object };
    };
  }) => { validate(document: object): Promise<readonly ParserDiagnostic[]> };
}

interface ParserDiagnostic {
  readonly severity: number;
  readonly message: string;
  readonly code: string | number;
  readonly path: readonly (string | number)[];
}

async function loadParser(): Promise<InstanceType<ParserPackage['Parser']> | undefined> {
  const name = '@asyncapi/parser';
  const module: unknown = await import(name).catch(() => undefined);
  if (!isParser(module)) return undefined;
  const resolver = { cache: false, resolvers: SCHEMES.map(emptyResolver) } as const;
  return new module.Parser({ __unstable: { resolver } });
}

function isParser(module: unknown): module is ParserPackage {
  return (
    typeof module === 'object' &&
    module !== null &&
    'Parser' in module &&
    typeof module.Parser === 'function'
  );
}

const SCHEMES = ['file', 'http', 'https'];

/** A resolver that takes precedence over the parser's own resolvers, and returns an empty document. */
function emptyResolver(schema: string): {
  readonly schema: string;
  readonly order: number;
  readonly read: () => string;
} {
  return { schema, order: -1, read: () => '{}' };
}
