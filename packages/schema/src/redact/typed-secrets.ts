import { forLongRuns } from "./for-long-runs.ts";
import { type Form, looksSecret } from "./looks-secret.ts";
import type { Place } from "./place.ts";

/** Clients that take a password on the command line: after which flag, and whether right after it or after a blank. */
const clients: readonly (readonly [names: string, flag: string, stands: "joined" | "apart" | "either"])[] = [
  ["mysql(?:dump|admin|import|check|show|sh)?|mariadb(?:-dump|-admin)?", "-p", "joined"],
  ["sshpass|7z[az]?", "-p", "either"],
  ["mongo(?:sh|dump|restore|export|import)?", "-p", "apart"],
  ["(?:docker|podman|buildah|skopeo|helm registry|az|oc) login", "-p", "apart"],
  ["redis-cli", "-a", "apart"],
  ["sqlcmd|bcp|unzip|zip|mosquitto_(?:pub|sub)", "-P", "apart"],
  ["ldap(?:search|modify|add|delete|whoami|passwd)", "-w", "apart"],
];

const between = { joined: "", apart: "[ =]", either: "[ =]?" };
/** Quoted, or up to a blank or what ends a command. */
const value = String.raw`(?:\\?"(?<double>[^"\n]{6,})"|\\?'(?<single>[^'\n]{6,})'|(?<bare>[^\s"'\x60;|&<>()-][^\s"'\x60;|&<>()]{5,}))`;
const forms = clients.map(([names, flag, stands]) => ({
  joined: stands === "joined",
  pattern: forLongRuns(
    new RegExp(
      String.raw`(?<![\w.-])(?:${names})(?![\w-])[^\n|;]{0,200}?\s${flag}${between[stands]}${value}`,
      "g",
    ),
  ),
}));

/** Passwords that someone types after a client of a server. What stands right after `mysql -p` can be nothing else. */
export function* typedSecretsIn(text: string): Generator<Place> {
  for (const { joined, pattern } of forms) {
    for (const match of text.matchAll(pattern)) {
      const { double, single, bare } = match.groups!;
      const quoted = double ?? single;
      const end = match.index + match[0].length - (quoted === undefined ? 0 : 1);
      const whole = quoted ?? bare!;
      const secret = whole.replace(/[.,:\\]{1,8}$/, "");
      const start = end - whole.length;
      const form: Form = joined ? "assigned" : quoted === undefined ? "bare" : "quoted";
      if (looksSecret(secret, "password", form))
        yield { start, end: start + secret.length, kind: "password" };
    }
  }
}
