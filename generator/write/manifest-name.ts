/** Name of the manifest in an output folder. It is committed with the output. */
export const manifestName = '.tallystick.json';
