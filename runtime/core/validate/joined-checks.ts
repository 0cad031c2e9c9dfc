/** Tables of checks of several services as one, by operation id. */
export function joinedChecks<Checks>(tables: readonly { readonly [operation: string]: Checks }[]): {
  readonly [operation: string]: Checks;
} {
  return Object.fromEntries(tables.flatMap((table) => Object.entries(table)));
}
