import type { ProtoEnum, ProtoFile, ProtoMessage } from './syntax.js';

/** A message or an enum with its full name. */
export type ProtoType =
  | {
      readonly kind: 'message';
      readonly name: string;
      readonly message: ProtoMessage;
      readonly file: ProtoFile;
    }
  | {
      readonly kind: 'enum';
      readonly name: string;
      readonly enum: ProtoEnum;
      readonly file: ProtoFile;
    };

/** Types by full name. */
export type ProtoTypes = ReadonlyMap<string, ProtoType>;

/** Collects the types of files by full name. */
export function typesOf(files: readonly ProtoFile[]): ProtoTypes {
  const types = new Map<string, ProtoType>();
  const add = (file: ProtoFile, scope: string, message: ProtoMessage): void => {
    const name = joined(scope, message.name);
    types.set(name, { kind: 'message', name, message, file });
    for (const each of message.enums) addEnum(file, name, each);
    for (const each of message.messages) add(file, name, each);
  };
  const addEnum = (file: ProtoFile, scope: string, each: ProtoEnum): void => {
    const name = joined(scope, each.name);
    types.set(name, { kind: 'enum', name, enum: each, file });
  };
  for (const file of files) {
    for (const each of file.messages) add(file, file.package, each);
    for (const each of file.enums) addEnum(file, file.package, each);
  }
  return types;
}

export function joined(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`;
}

/** Full name of a type as it is written within a scope: the innermost that there is (Protocol Buffers Language Guide, "Packages and Name Resolution"). */
export function fullNameOf(
  written: string,
  scope: string,
  isType: (name: string) => boolean,
): string | undefined {
  if (written.startsWith('.')) return isType(written.slice(1)) ? written.slice(1) : undefined;
  for (let around = scope; ;) {
    const name = joined(around, written);
    if (isType(name)) return name;
    if (around === '') return undefined;
    around = around.slice(0, Math.max(0, around.lastIndexOf('.')));
  }
}
