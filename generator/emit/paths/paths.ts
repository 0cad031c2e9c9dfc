import type TypeScript from 'typescript';
import { createReporter, type Checked } from '../../core/diagnostic.js';
import type { Plan } from '../../plan/plan.js';
import { provenance } from '../provenance.js';
import type { SourceFile } from '../source-file.js';
import type { PathsLibrary } from './library.js';
import { typeOutsideLibrary } from './lists.js';
import { pruned, type JsonObject } from './prune.js';

/**
 * `paths.ts`: `paths`, `components` and `operations` as the library openapi-typescript writes them, for
 * openapi-fetch and what else builds on it. The library is given a document in one piece and opens nothing.
 */
export function emitPaths(
  plan: Plan,
  document: JsonObject,
  { library, ts }: { readonly library: PathsLibrary; readonly ts: typeof TypeScript },
): Checked<SourceFile> {
  const report = createReporter();
  const refuse = (why: string): Checked<SourceFile> => {
    report.error(
      'paths-view',
      plan.api.origin,
      `openapi-typescript makes no view of the paths of this description: ${why}`,
      { hint: 'leave out --paths, or the part of the description that it can not read' },
    );
    return { value: undefined, diagnostics: report.diagnostics };
  };
  if (!plan.api.speaks.includes('http')) return refuse('it has none');
  let text: string;
  try {
    text = viewOf(library, ts, pruned(document, plan));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const path = `${plan.package.sourceRoot}paths.ts`;
  if (!isOnlyTypes(ts, text)) return refuse('what it writes is not types alone');
  const header = provenance(plan);
  return {
    value: { kind: 'text', path, text: `${header}\n\n${indentedByTwo(text)}` },
    diagnostics: report.diagnostics,
  };
}

/**
 * The library's defaults, but for two that make its types ours: what may be absent although it has a default, and
 * objects of which nothing is said. Nothing is read-only: openapi-fetch takes lists that are for something else.
 */
function viewOf(library: PathsLibrary, ts: typeof TypeScript, schema: JsonObject): string {
  const options = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    conditionalEnums: false,
    dedupeEnums: false,
    excludeDeprecated: false,
    exportType: false,
    immutable: false,
    rootTypes: false,
    rootTypesNoSchemaPrefix: false,
    rootTypesKeepCasing: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    makePathsEnum: false,
    generatePathParams: false,
    readWriteMarkers: false,
    silent: true,
  };
  // It writes into what it is given.
  const own = structuredClone(schema);
  const context = {
    ...options,
    discriminators: library.scanDiscriminators(own, options),
    injectFooter: [],
    transform: typeOutsideLibrary(library, ts),
    resolve: (reference: string) => library.resolveRef(own, reference, { silent: true }),
  };
  return library.astToString(library.transformSchema(own, context));
}

/** Whether a text parses and declares types alone: what the library did not escape would stand beside them. */
function isOnlyTypes(ts: typeof TypeScript, text: string): boolean {
  const { statements } = ts.createSourceFile('paths.ts', text, ts.ScriptTarget.ESNext);
  return statements.every(
    (statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
  );
}

/** The library indents by four. */
function indentedByTwo(text: string): string {
  return text.replace(/^ +/gmu, ({ length }) =>
    ' '.repeat(Math.floor(length / 4) * 2 + (length % 4)),
  );
}
