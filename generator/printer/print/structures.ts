import type {
  ClassDeclarationStructure,
  ConstructorDeclarationStructure,
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  FunctionDeclarationOverloadStructure,
  GetAccessorDeclarationStructure,
  ImportDeclarationStructure,
  IndexSignatureDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertyDeclarationStructure,
  PropertySignatureStructure,
  TypeAliasDeclarationStructure,
  TypeParameterDeclarationStructure,
  VariableStatementStructure,
} from 'ts-morph';
import type { Printable } from '../source-file.js';

/** Short names for the structures that are printed. */
export type Interface = Printable<InterfaceDeclarationStructure>;
export type Alias = Printable<TypeAliasDeclarationStructure>;
export type Variables = Printable<VariableStatementStructure>;
export type FunctionStructure = Printable<FunctionDeclarationStructure>;
export type Overload = Printable<OptionalKind<FunctionDeclarationOverloadStructure>>;
export type Class = Printable<ClassDeclarationStructure>;
export type ImportList = Printable<ImportDeclarationStructure>;
export type ExportList = Printable<ExportDeclarationStructure>;
export type Property = Printable<OptionalKind<PropertySignatureStructure>>;
export type Field = Printable<OptionalKind<PropertyDeclarationStructure>>;
export type Index = Printable<OptionalKind<IndexSignatureDeclarationStructure>>;
export type MethodSignature = Printable<OptionalKind<MethodSignatureStructure>>;
export type Method = Printable<OptionalKind<MethodDeclarationStructure>>;
export type Constructor = Printable<OptionalKind<ConstructorDeclarationStructure>>;
export type Getter = Printable<OptionalKind<GetAccessorDeclarationStructure>>;
export type Parameter = Printable<OptionalKind<ParameterDeclarationStructure>>;
export type TypeParameter = Printable<OptionalKind<TypeParameterDeclarationStructure>>;
