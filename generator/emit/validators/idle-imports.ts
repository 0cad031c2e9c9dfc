import type { Declaration, SourceFile } from '../source-file.js';

/** A file without imports that were asked for and are not needed. */
export function withoutImports(file: SourceFile, idle: ReadonlySet<string> = none): SourceFile {
  if (file.kind !== 'typescript' || idle.size === 0) return file;
  const declarations = file.declarations.flatMap((declaration): readonly Declaration[] => {
    if (!isImport(declaration)) return [declaration];
    const namedImports = declaration.namedImports.filter(
      ({ alias, name }) => !idle.has(alias ?? name),
    );
    return namedImports.length === 0 ? [] : [Object.assign({}, declaration, { namedImports })];
  });
  return { ...file, declarations };
}

const none: ReadonlySet<string> = new Set();

interface ImportDeclaration {
  readonly kind: 16;
  readonly namedImports: readonly { readonly name: string; readonly alias?: string }[];
}

function isImport(declaration: Declaration): declaration is Declaration & ImportDeclaration {
  return typeof declaration !== 'string' && 'kind' in declaration && declaration.kind === 16;
}
