import { StructureKind, VariableDeclarationKind } from 'ts-morph';
import { expect, test } from 'vitest';
import { constKeyword, structureKinds } from '../../../generator/printer/structure-kinds.js';

test('kinds of structures have the values of the enum of ts-morph', () => {
  expect(structureKinds).toEqual({
    class: StructureKind.Class,
    export: StructureKind.ExportDeclaration,
    function: StructureKind.Function,
    import: StructureKind.ImportDeclaration,
    interface: StructureKind.Interface,
    typeAlias: StructureKind.TypeAlias,
    variables: StructureKind.VariableStatement,
  });
  expect(constKeyword).toBe(VariableDeclarationKind.Const);
});
