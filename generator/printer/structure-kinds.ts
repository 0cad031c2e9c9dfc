import type { StructureKind, VariableDeclarationKind } from 'ts-morph';

/**
 * Kinds of ts-morph's structures by name. Only types are imported from ts-morph, because loading it takes hundreds of milliseconds; a test
 * compares these values with its enum.
 */
export const structureKinds: {
  readonly class: StructureKind.Class;
  readonly export: StructureKind.ExportDeclaration;
  readonly function: StructureKind.Function;
  readonly import: StructureKind.ImportDeclaration;
  readonly interface: StructureKind.Interface;
  readonly typeAlias: StructureKind.TypeAlias;
  readonly variables: StructureKind.VariableStatement;
} = { class: 2, export: 11, function: 13, import: 16, interface: 19, typeAlias: 38, variables: 41 };

/** Keyword of a declared constant, as ts-morph's enum spells it. */
export const constKeyword: VariableDeclarationKind.Const = 'const' as VariableDeclarationKind.Const;
