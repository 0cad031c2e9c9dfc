import type { Declaration, SourceFile } from '../source-file.js';

/** A file without the imports that nothing names: what was asked for while printing may have been settled away. */
export function withUsedImports(file: SourceFile): SourceFile {
  if (file.kind !== 'typescript') return file;
  const body = file.declarations.filter((declaration) => !isImport(declaration));
  const named = new Set(
    JSON.stringify(body)
      .replaceAll('\\n', ' ')
      .match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [],
  );
  const declarations = file.declarations.flatMap((declaration): readonly Declaration[] => {
    if (!isImport(declaration)) return [declaration];
    const namedImports = declaration.namedImports.filter((each) =>
      named.has(each.alias ?? each.name),
    );
    return namedImports.length === 0 ? [] : [Object.assign({}, declaration, { namedImports })];
  });
  return { ...file, declarations };
}

interface ImportDeclaration {
  readonly kind: 16;
  readonly namedImports: readonly { readonly name: string; readonly alias?: string }[];
}

function isImport(declaration: Declaration): declaration is Declaration & ImportDeclaration {
  return typeof declaration !== 'string' && 'kind' in declaration && declaration.kind === 16;
}
