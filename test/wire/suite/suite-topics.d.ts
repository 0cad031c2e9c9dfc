/** What `bundleProgram` puts into a program. */
declare module 'suite:topics' {
  /** The cases of every topic and the options of its server, packed. */
  export const cases: string;
  /** What was generated for every topic, by its exported names. */
  export const modules: readonly Readonly<Record<string, unknown>>[];
}
