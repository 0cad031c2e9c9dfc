import { createReporter } from '../../core/diagnostic.js';
import type { Checked, Reporter } from '../../core/diagnostic.js';
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
import { createReading, versionOf, type ReadingOptions } from './openapi/reading.js';
import type { DescriptionVersion } from './openapi/description-document.js';

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
  const documents = [entry, ...others].map((source) => source.path);
  const named = withNamedForms({ ...api, entries: [entry.path], documents }, reporter);
  const complete = withXmlValues(withPartTypes(named));
  return {
    value: options.idempotency === false ? complete : withPlainIdempotency(complete),
    diagnostics: reporter.diagnostics,
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
    reporter.error(
      'unsupported-document',
      root,
      value === null
        ? 'the file is empty'
        : `the document is ${describeType(value)} where a description belongs`,
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
    reporter.error(
      'invalid-type',
      origin,
      `"${name}" is ${describeType(stated)} where a string belongs`,
      { hint: `write "${name}: ${example}"` },
    );
    return undefined;
  }
  const version = versionOf(entry);
  if (version === undefined) {
    reporter.error(
      'unsupported-document',
      origin,
      `${name === 'asyncapi' ? 'AsyncAPI' : 'OpenAPI'} "${stated}" is not supported`,
      {
        hint:
          name === 'asyncapi'
            ? 'the versions 2.0 to 2.6, 3.0 and 3.1 are'
            : 'the versions 3.0, 3.1 and 3.2 are',
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
    reporter.error(
      'unsupported-document',
      childOrigin(root, 'swagger'),
      'this version of Swagger is not supported',
      { hint: "Swagger '2.0' is, and OpenAPI 3.0, 3.1 and 3.2" },
    );
  } else {
    reporter.error(
      'unsupported-document',
      root,
      'the document has neither "openapi" nor "asyncapi", so it is no description',
      {
        hint:
          didYouMean(Object.keys(value)[0] ?? '', ['openapi', 'asyncapi', 'swagger']).hint ??
          'begin it with "openapi: 3.1.0" or "asyncapi: 3.0.0"',
      },
    );
  }
}
