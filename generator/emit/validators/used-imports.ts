import type { Declaration, SourceFile } from '../source-file.js';

/** A file without the imports that nothing names: what was asked for while printing may have been settled away. */
export function withUsedImports(file: SourceFile): SourceFile {
  if (file.kind !== 'typescript') return file;
  const body = file.declarations.filter((declaration) => !isImport(declaration));
  const named = new Set<string>();
  addNames(body, named);
  const declarations = file.declarations.flatMap((declaration): readonly Declaration[] => {
    if (!isImport(declaration)) return [declaration];
    const namedImports = declaration.namedImports.filter((each) =>
      named.has(each.alias ?? each.name),
    );
    return namedImports.length === 0 ? [] : [Object.assign({}, declaration, { namedImports })];
  });
  return { ...file, declarations };
}

/** Every name in the texts of a structure, however it nests. */
function addNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    for (const name of value.match(anyName) ?? []) names.add(name);
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) addNames(each, names);
  }
}

const anyName = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

interface ImportDeclaration {
  readonly kind: 16;
  readonly namedImports: readonly { readonly name: string; readonly alias?: string }[];
}

function isImport(declaration: Declaration): declaration is Declaration & ImportDeclaration {
  return typeof declaration !== 'string' && 'kind' in declaration && declaration.kind === 16;
}
