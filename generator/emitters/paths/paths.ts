import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import type TypeScript from 'typescript';
import type { Plan } from '../../plan/plan.js';
import { fileHeader } from '../../printer/file-header.js';
import type { SourceFile } from '../../printer/source-file.js';
import type { PathsLibrary } from './library.js';
import { typeOverride } from './type-override.js';
import { pruneDocument, type JsonObject } from './prune.js';

/** A description that openapi-typescript cannot convert. */
export const pathsView: DiagnosticType<{ default: { reason: string } }> = defineError(
  'paths-view',
  {
    default: ({ reason }) =>
      `openapi-typescript cannot generate the paths of this description: ${reason}`,
  },
);

/**
 * Emits `paths.ts`: `paths`, `components` and `operations` as openapi-typescript generates them,
 * for openapi-fetch and related libraries. The document is passed in one piece, so the library
 * opens no files.
 */
export function emitPaths(
  plan: Plan,
  document: JsonObject,
  {
    library,
    ts,
    reporter,
  }: {
    readonly library: PathsLibrary;
    readonly ts: typeof TypeScript;
    readonly reporter: Reporter;
  },
): readonly SourceFile[] {
  const reject = (reason: string): readonly SourceFile[] => {
    reporter.report(pathsView.default({ reason }), plan.api.origin, {
      hint: 'omit --paths, or the part of the description that it cannot read',
    });
    return [];
  };
  if (!plan.api.speaks.includes('http')) return reject('it has no paths');
  let text: string;
  try {
    text = generateTypes(library, ts, pruneDocument(document, plan));
  } catch (error) {
    return reject(error instanceof Error ? error.message : String(error));
  }
  const path = `${plan.package.sourceRoot}paths.ts`;
  if (!isOnlyTypes(ts, text)) return reject('its output contains more than types');
  const header = fileHeader(plan);
  return [{ kind: 'text', path, text: `${header}\n\n${indentedByTwo(text)}` }];
}

/**
 * Runs the library with its default options, except two that align its types with those of this
 * generator: optional properties with a default, and objects without declared properties. Nothing
 * is read-only, because openapi-fetch expects mutable arrays.
 */
function generateTypes(library: PathsLibrary, ts: typeof TypeScript, schema: JsonObject): string {
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
  // The library modifies its input.
  const copy = structuredClone(schema);
  const context = {
    ...options,
    discriminators: library.scanDiscriminators(copy, options),
    injectFooter: [],
    transform: typeOverride(library, ts),
    resolve: (reference: string) => library.resolveRef(copy, reference, { silent: true }),
  };
  return library.astToString(library.transformSchema(copy, context));
}

/**
 * True if a text parses and declares only types. Document text that the library fails to escape
 * would appear as other statements.
 */
function isOnlyTypes(ts: typeof TypeScript, text: string): boolean {
  const { statements } = ts.createSourceFile('paths.ts', text, ts.ScriptTarget.ESNext);
  return statements.every(
    (statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
  );
}

/** Converts the library's indentation of four spaces to two. */
function indentedByTwo(text: string): string {
  return text.replace(/^ +/gmu, ({ length }) =>
    ' '.repeat(Math.floor(length / 4) * 2 + (length % 4)),
  );
}
