/** Merges the check tables of several services. The keys are operation ids. */
export function joinedChecks<Checks>(tables: readonly { readonly [operation: string]: Checks }[]): {
  readonly [operation: string]: Checks;
} {
  return Object.fromEntries(tables.flatMap((table) => Object.entries(table)));
}
