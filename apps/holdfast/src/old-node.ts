import { ownPackage } from "./own-package.ts";

/** What to tell whoever starts the command on a Node that is too old for it; undefined on one that is not. Loads nothing that needs a newer one. */
export function oldNodeWords(running: string, wanted = ownPackage().engines.node): string | undefined {
  const [major = 0, minor = 0] = numbersIn(running);
  const [leastMajor = 0, leastMinor = 0] = numbersIn(wanted);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Holdfast needs Node.js ${leastMajor}.${leastMinor} or newer; this is ${running}. Nothing was changed. Newer ones: https://nodejs.org`;
}

function numbersIn(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number);
}
