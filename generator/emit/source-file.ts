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
import type { Code } from './code.js';

/**
 * A ts-morph structure in which every free string is `Code`, so that text of a document cannot get
 * into one by accident. Writer functions are left out: structures are plain data.
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

/** The kinds of declaration that emitters use; a bare `Code` is a statement that is already text. */
export type Declaration =
  | Printable<InterfaceDeclarationStructure>
  | Printable<TypeAliasDeclarationStructure>
  | Printable<VariableStatementStructure>
  | Printable<FunctionDeclarationStructure>
  | Printable<ClassDeclarationStructure>
  | Printable<ImportDeclarationStructure>
  | Printable<ExportDeclarationStructure>
  | Code;

/** A file of the output. TypeScript is structures until `write/print.ts`; anything else is text. */
export type SourceFile =
  | {
      readonly kind: 'typescript';
      readonly path: string;
      readonly declarations: readonly Declaration[];
    }
  | { readonly kind: 'text'; readonly path: string; readonly text: string };

/** Names within one file: asking for an identifier records its import. */
export interface FileScope {
  /** The spelling of a planned name in this file, aliased if another import has taken it. */
  name(identifier: Identifier): Code;
  /** A name for something local to the file that collides with nothing. */
  local(wish: string): Code;
  /** Whether a pattern is compiled to what takes linear time, in place of a `RegExp`. */
  isLinear(pattern: string): boolean;
  /** Imports first, sorted; then the declarations. */
  finish(declarations: readonly Declaration[]): SourceFile;
}
