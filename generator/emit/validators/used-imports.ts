import type { Declaration, SourceFile } from '../source-file.js';
import { findNames, wantedNames } from './names-in.js';

/** A file without the imports that nothing names: what was asked for while printing may have been settled away. */
export function withUsedImports(file: SourceFile): SourceFile {
  if (file.kind !== 'typescript') return file;
  const body = file.declarations.filter((declaration) => !isImport(declaration));
  const named = new Set<string>();
  const statements: string[] = [];
  for (const declaration of body) {
    if (typeof declaration === 'string') statements.push(declaration);
    else addNames(declaration, named, statements);
  }
  const missing = file.declarations
    .filter(isImport)
    .flatMap(({ namedImports }) =>
      namedImports.flatMap(({ alias, name }) => (named.has(alias ?? name) ? [] : [alias ?? name])),
    );
  for (const name of namedIn(statements, missing)) named.add(name);
  const declarations = file.declarations.flatMap((declaration): readonly Declaration[] => {
    if (!isImport(declaration)) return [declaration];
    const namedImports = declaration.namedImports.filter((each) =>
      named.has(each.alias ?? each.name),
    );
    return namedImports.length === 0 ? [] : [Object.assign({}, declaration, { namedImports })];
  });
  return { ...file, declarations };
}

/** Every name in the texts of a structure, however it nests; bodies of functions are only gathered. */
function addNames(value: unknown, names: Set<string>, statements: string[]): void {
  if (typeof value === 'string') {
    for (const name of value.match(anyName) ?? []) names.add(name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (key === 'statements' && isTexts(each)) for (const text of each) statements.push(text);
      else addNames(each, names, statements);
    }
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

const anyName = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** Those of the names that stand in texts, outside strings. Every text is read once, until all are found. */
function namedIn(texts: readonly string[], names: readonly string[]): ReadonlySet<string> {
  const wanted = wantedNames(names);
  const found = new Set<string>();
  for (const text of texts) {
    if (found.size === wanted.names.size) break;
    findNames(text, wanted, (name) =>
      found.add(name).size === wanted.names.size ? 'enough' : undefined,
    );
  }
  return found;
}

interface ImportDeclaration {
  readonly kind: 16;
  readonly namedImports: readonly { readonly name: string; readonly alias?: string }[];
}

function isImport(declaration: Declaration): declaration is Declaration & ImportDeclaration {
  return typeof declaration !== 'string' && 'kind' in declaration && declaration.kind === 16;
}
