import type { ProtoField } from './syntax.js';

/** Name of a field in JSON and in programs (ProtoJSON Format, "Field names"). */
export function jsonName({ name, options }: ProtoField): string {
  return (
    options.get('json_name') ??
    name.replace(
      /_+([a-zA-Z0-9])?/g,
      (_, letter: string | undefined) => letter?.toUpperCase() ?? '',
    )
  );
}
