declare const TALLYSTICK_BUILD: string | undefined;

/** Version of the generator, as its package says. */
export const generatorVersion = '0.1.0';

/**
 * Which code this is, where the version alone does not say: nothing in a release, a digest of the
 * sources in a build of the workspace, and a name of its own for every process that runs from source.
 */
export const buildId: string =
  typeof TALLYSTICK_BUILD === 'string'
    ? TALLYSTICK_BUILD
    : `source ${globalThis.crypto.randomUUID()}`;
