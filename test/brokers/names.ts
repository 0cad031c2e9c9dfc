/** Start of all names, so that runs do not meet. */
export const run: string = `t${process.pid}-${Date.now().toString(36)}`;
let names = 0;
export const newName = (): string => `${run}-${++names}`;
