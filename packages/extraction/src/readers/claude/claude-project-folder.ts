/** The name of the folder in which Claude Code keeps the sessions started in `cwd`: `/home/ada/my_shop` is `-home-ada-my-shop`. */
export function claudeProjectFolder(cwd: string): string {
  return cwd.replaceAll(/[^a-zA-Z0-9]/g, "-").slice(0, longestName);
}

/** A longer path is cut there and gets a hash. */
const longestName = 200;
