declare const TALLYSTICK_BUILD: string | undefined;

/** Version of the generator's package. */
export const generatorVersion = '0.1.0';

/**
 * Identifies the code of the generator beyond its version: empty in a release, a digest of the sources in a workspace build, and a random
 * value for each process that runs from source.
 */
export const buildId: string =
  typeof TALLYSTICK_BUILD === 'string'
    ? TALLYSTICK_BUILD
    : `source ${globalThis.crypto.randomUUID()}`;
