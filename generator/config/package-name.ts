/** Whether npm takes this as the name of a package. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name);
}

/** Whether this is a version as npm wants it (semver.org 2.0.0). */
export function isVersion(version: string): boolean {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version);
}
