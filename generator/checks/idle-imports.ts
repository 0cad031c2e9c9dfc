import type { Declaration, SourceFile } from '../printer/source-file.js';
import { structureKinds } from '../printer/structure-kinds.js';

/** Removes imports that turned out to be unused. */
export function withoutImports(file: SourceFile, unused: ReadonlySet<string> = none): SourceFile {
  if (file.kind !== 'typescript' || unused.size === 0) return file;
  const declarations = file.declarations.flatMap((declaration): readonly Declaration[] => {
    if (!isImport(declaration)) return [declaration];
    const namedImports = declaration.namedImports.filter(
      ({ alias, name }) => !unused.has(alias ?? name),
    );
    return namedImports.length === 0 ? [] : [Object.assign({}, declaration, { namedImports })];
  });
  return { ...file, declarations };
}

const none: ReadonlySet<string> = new Set();

interface ImportDeclaration {
  readonly kind: typeof structureKinds.import;
  readonly namedImports: readonly { readonly name: string; readonly alias?: string }[];
}

function isImport(declaration: Declaration): declaration is Declaration & ImportDeclaration {
  return (
    typeof declaration !== 'string' &&
    'kind' in declaration &&
    declaration.kind === structureKinds.import
  );
}
