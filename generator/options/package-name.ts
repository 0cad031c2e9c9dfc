/** True if the text is a valid npm package name. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name);
}

/** True if the text is a semantic version (semver.org 2.0.0). */
export function isVersion(version: string): boolean {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version);
}
