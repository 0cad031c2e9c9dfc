import {
  createReporter,
  defineError,
  type Checked,
  type DiagnosticType,
  type Reporter,
} from '../../core/diagnostic.js';
import { invalidType } from '../../core/diagnostics/members.js';
import { childOrigin, rootOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Source } from '../../load/source.js';
import type { Sources } from '../../load/sources.js';
import type { Api } from '../api.js';
import type { Int64 } from '../analysis/big-integer.js';
import { withNamedForms } from '../named-forms.js';
import { withPartTypes } from '../analysis/part-types.js';
import { withPlainIdempotency } from '../analysis/plain-idempotency.js';
import { withXmlValues } from '../analysis/xml-values.js';
import { describeType, isObject, member } from './json.js';
import { readAsyncDocument } from './asyncapi/document.js';
import { readDocument } from './openapi/document.js';
import { readElementChangelogs } from './extensions/changelog.js';
import { createReading, versionOf, type ReadingOptions } from './openapi/reading.js';
import type { DescriptionVersion } from './openapi/node.js';

/** A document that is not a description of a supported version. */
export const unsupportedDocument: DiagnosticType<{
  empty: void;
  type: { actual: string };
  version: { specification: 'AsyncAPI' | 'OpenAPI'; version: string };
  swagger: void;
  openrpc: void;
  neither: void;
}> = defineError('unsupported-document', {
  empty: () => 'the file is empty',
  type: ({ actual }) => `the document must be a description, not ${actual}`,
  version: ({ specification, version }) => `${specification} "${version}" is not supported`,
  swagger: () => 'this version of Swagger is not supported',
  openrpc: () => 'this version of OpenRPC is not supported',
  neither: () =>
    'the document is not a description, because it has neither "openapi" nor "asyncapi"',
});

/**
 * Reads a description into the model. Everything that can be determined is reported. `value` is absent only if the document is not a
 * supported description. An `Api` with errors can be linted, but not generated from. The options take precedence over the document.
 */
export function readApi(
  sources: Sources,
  entry: Source,
  options: ReadingOptions = {},
): Checked<Api> {
  const reporter = createReporter();
  const version = chooseVersion(entry, reporter);
  if (version === undefined) return { value: undefined, diagnostics: reporter.diagnostics };
  const reading = createReading(sources, reporter, version, {
    ...options,
    int64: options.int64 ?? int64Of(entry),
  });
  const document = reading.document(entry, version);
  const { value } = entry;
  if (!isObject(value)) return { value: undefined, diagnostics: reporter.diagnostics };
  const root = { value, origin: rootOrigin(entry), pointer: '', document, reporter };
  const api = version.startsWith('asyncapi')
    ? readAsyncDocument(reading, root)
    : readDocument(reading, root);
  const others = sources.loaded.filter((source) => source !== entry);
  const changelogs = sources.loaded.map((source) =>
    readElementChangelogs({
      ...root,
      value: source.value,
      origin: rootOrigin(source),
      document: reading.document(source, version),
    }),
  );
  const documents = [entry, ...others].map((source) => source.path);
  const named = withNamedForms(
    { ...withChangelogs(api, changelogs), entries: [entry.path], documents },
    reporter,
  );
  const complete = withXmlValues(withPartTypes(named));
  return {
    value: options.idempotency === false ? complete : withPlainIdempotency(complete),
    diagnostics: reporter.diagnostics,
  };
}

function withChangelogs<Described extends Pick<Api, 'changes' | 'notes'>>(
  api: Described,
  changelogs: readonly Pick<Api, 'changes' | 'notes'>[],
): Described {
  const found = changelogs.filter(({ notes }) => notes !== undefined);
  if (found.length === 0) return api;
  return {
    ...api,
    changes: [...api.changes, ...found.flatMap(({ changes }) => changes)],
    notes: [...(api.notes ?? []), ...found.flatMap(({ notes = [] }) => notes)],
  };
}

/** Returns the document's `x-int64`. Invalid values are reported where the extensions are read. */
function int64Of({ value }: Source): Int64 {
  return isObject(value) && member(value, 'x-int64') === 'bigint' ? 'bigint' : 'number';
}

function chooseVersion(entry: Source, reporter: Reporter): DescriptionVersion | undefined {
  const { value } = entry;
  const root = rootOrigin(entry);
  if (!isObject(value)) {
    reporter.report(
      value === null
        ? unsupportedDocument.empty()
        : unsupportedDocument.type({ actual: describeType(value) }),
      root,
    );
    return undefined;
  }
  const name = Object.hasOwn(value, 'asyncapi') ? 'asyncapi' : 'openapi';
  const stated = member(value, name);
  if (stated === undefined) {
    reportOther(value, root, reporter);
    return undefined;
  }
  const origin = childOrigin(root, name);
  const example = name === 'asyncapi' ? '3.0.0' : '3.1.0';
  if (typeof stated !== 'string') {
    reporter.report(
      invalidType.default({
        what: `"${name}"`,
        expected: 'a string',
        actual: describeType(stated),
      }),
      origin,
      { hint: `write "${name}: ${example}"` },
    );
    return undefined;
  }
  const version = versionOf(entry);
  if (version === undefined) {
    reporter.report(
      unsupportedDocument.version({
        specification: name === 'asyncapi' ? 'AsyncAPI' : 'OpenAPI',
        version: stated,
      }),
      origin,
      {
        hint:
          name === 'asyncapi'
            ? 'supported versions are 2.0 to 2.6, 3.0 and 3.1'
            : 'supported versions are 3.0, 3.1 and 3.2',
      },
    );
  }
  return version;
}

function reportOther(
  value: { readonly [name: string]: unknown },
  root: ReturnType<typeof rootOrigin>,
  reporter: Reporter,
): void {
  if (Object.hasOwn(value, 'swagger')) {
    reporter.report(unsupportedDocument.swagger(), childOrigin(root, 'swagger'), {
      hint: "supported are Swagger '2.0', and OpenAPI 3.0, 3.1 and 3.2",
    });
  } else if (Object.hasOwn(value, 'openrpc')) {
    reporter.report(unsupportedDocument.openrpc(), childOrigin(root, 'openrpc'), {
      hint: 'supported are versions 1.0 to 1.4, as text: openrpc: 1.3.2',
    });
  } else {
    reporter.report(unsupportedDocument.neither(), root, {
      hint:
        didYouMean(Object.keys(value)[0] ?? '', ['openapi', 'asyncapi', 'swagger', 'openrpc'])
          .hint ?? 'begin it with "openapi: 3.1.0" or "asyncapi: 3.0.0"',
    });
  }
}
