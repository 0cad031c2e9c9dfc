import type { Identifier } from '../../plan/plan.js';
import type { Code, Leaf, Name, Text } from '../../printer/code.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import type { Structure } from './lower.js';
import type { SchemaTerm } from './term.js';

/** A library for schemas, and how terms are printed for it. */
export interface SchemaLibrary {
  /** Name of the emitter, and of its file without `.ts`: `zod-mini`. */
  readonly name: string;
  /** Name of the library in messages: `Zod Mini`. */
  readonly title: Text;
  /** First part of the names of schemas: `zodMini`. */
  readonly prefix: string;
  /** npm package that users install, and its version range. */
  readonly peer: { readonly name: Text; readonly range: string };
  /** Structures that it has. The generated check replaces the others. */
  readonly natives: ReadonlySet<Structure>;
  /** True if schemas are made when the file is loaded, so that they follow those that they refer to. */
  readonly isEager?: true;
  /** Starts a file. Functions that its schemas share are declared by `helper` when they are needed. */
  printer(scope: FileScope, helper: DeclareHelper, terms: TermsByName): SchemaPrinter;
}

/** Prints the schemas of a file. */
export interface SchemaPrinter {
  /** Type of the schema of a type. */
  type(value: Name): Code;
  /** Value of a schema. */
  schema(schema: NamedSchema): Code;
  /** What schemas that refer to each other share, which is declared before them, if they are eager. */
  cycle?(members: readonly NamedSchema[]): Declaration;
}

/** A schema of a file. */
export interface NamedSchema {
  readonly identifier: Identifier;
  /** Name of the type of its values. */
  readonly value: Name;
  readonly term: SchemaTerm;
  /** The generated check, which the schema calls as well if the term does not express everything. */
  readonly check: Leaf | undefined;
}

/** Returns the name of a function of the file, which is declared after the schemas if it is used. */
export type DeclareHelper = (candidate: string, declare: (name: Name) => Declaration) => Name;

/** Terms of the schemas of the file, by the names of the schemas. */
export type TermsByName = ReadonlyMap<string, SchemaTerm>;
