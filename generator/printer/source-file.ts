import type {
  ClassDeclarationStructure,
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  InterfaceDeclarationStructure,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
} from 'ts-morph';
import type { Identifier } from '../plan/plan.js';
import type { Code, Name } from './code.js';

/**
 * A ts-morph structure in which every string is `Code`, so that document text cannot enter
 * unencoded. Writer functions are excluded, because structures are plain data.
 */
export type Printable<T> = T extends string
  ? string extends T
    ? Code
    : T
  : T extends (...args: never) => unknown
    ? never
    : T extends readonly (infer Item)[]
      ? readonly Printable<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: Printable<T[Key]> }
        : T;

/** Declarations that emitters use. A bare `Code` is a statement that is already printed. */
export type Declaration =
  | Printable<InterfaceDeclarationStructure>
  | Printable<TypeAliasDeclarationStructure>
  | Printable<VariableStatementStructure>
  | Printable<FunctionDeclarationStructure>
  | Printable<ClassDeclarationStructure>
  | Printable<ImportDeclarationStructure>
  | Printable<ExportDeclarationStructure>
  | Code;

/**
 * A file of the output. TypeScript remains structured until `print.ts`, other files are text.
 */
export type SourceFile =
  | {
      readonly kind: 'typescript';
      readonly path: string;
      readonly declarations: readonly Declaration[];
    }
  | { readonly kind: 'text'; readonly path: string; readonly text: Code | string };

/** Names within one file. Names of other files that occur in it are imported. */
export interface FileScope {
  /**
   * Returns a planned name as this file spells it. It is spelled when it is first asked for, with an
   * alias if it conflicts with a name before it.
   */
  name(identifier: Identifier): Name;
  /** Reserves a name for a local declaration that conflicts with no other name. */
  local(candidate: string): Name;
  /** True if a pattern is compiled to code that runs in linear time, instead of a `RegExp`. */
  isLinear(pattern: string): boolean;
  /** Builds the file: sorted imports of the names that occur in the declarations, then these. */
  finish(declarations: readonly Declaration[]): SourceFile;
}
