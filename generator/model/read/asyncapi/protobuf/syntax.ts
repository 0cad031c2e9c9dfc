import type { Position } from '../../../../core/origin.js';

/** Contents of a `.proto` file, as far as payloads need them. */
export interface ProtoFile {
  readonly syntax: 'proto2' | 'proto3';
  readonly package: string;
  readonly imports: readonly ProtoImport[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
}

export interface ProtoImport {
  readonly path: string;
  readonly isPublic: boolean;
  readonly position: Position;
}

export interface ProtoMessage {
  readonly name: string;
  readonly fields: readonly ProtoField[];
  /** Names of the groups of fields of which at most one is set. */
  readonly oneofs: readonly string[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
  readonly position: Position;
}

export interface ProtoField {
  readonly name: string;
  readonly number: number;
  readonly label: 'optional' | 'required' | 'repeated' | undefined;
  /** Type as written, or the one of the values of a map. */
  readonly type: string;
  /** Type of the keys of a map. */
  readonly key?: string;
  readonly oneof?: string;
  readonly options: ReadonlyMap<string, string>;
  readonly position: Position;
}

export interface ProtoEnum {
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly number: number }[];
  readonly position: Position;
}
