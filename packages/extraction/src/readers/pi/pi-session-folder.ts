/** The name of the folder in which Pi keeps the sessions started in `cwd`: `/home/ada/shop` is `--home-ada-shop--`. */
export function piSessionFolder(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}
