import { forLongRuns } from "./for-long-runs.ts";
import { looksSecret } from "./looks-secret.ts";
import type { Place } from "./place.ts";

interface SecretForm {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly judge: (secret: string) => boolean;
}

/** What hands a secret to someone: a URL with a password, a header, a login. `secret` is what is taken out. */
const allForms: readonly SecretForm[] = [
  {
    kind: "password",
    pattern: /:\/\/[^\s:@/?#"'<>[\]`]{0,100}:(?<secret>[^\s@/"'<>`]+)(?=@[\w.[-])/g,
    judge: (secret) =>
      !/^(?:\[redacted|[$%{*]|\.{3}|x{3}|(?:pass|password|passwd|pwd|secret)$|\d{1,5}[?#])/i.test(secret),
  },
  {
    kind: "authorization",
    pattern:
      /authorization[\\"'`\]]{0,3}[ \t]{0,3}[:=][ \t]{0,3}[\\"'`]{0,2}(?:(?:bearer|basic|token|apikey|bot)[ \t]{1,3})?(?<secret>[\w.~+/=-]{8,})/gi,
    judge: (secret) => looksSecret(secret, "password", "bare"),
  },
  {
    kind: "authorization",
    pattern: /(?<![\w-])bearer[ \t]{1,3}(?<secret>[\w.~+/=-]{16,})/gi,
    judge: (secret) => looksSecret(secret, "token", "bare"),
  },
  {
    kind: "password",
    pattern: /(?<![\w-])(?:-u|--user)[ \t=]{1,3}["']?[\w.@-]{1,80}:(?<secret>[^\s"']{6,})/g,
    judge: (secret) => looksSecret(secret, "password", "bare"),
  },
  {
    kind: "password",
    pattern: /(?<![\w-])login\s{1,20}\S{1,80}\s{1,20}password\s{1,20}(?<secret>\S{4,})/g,
    judge: (secret) => looksSecret(secret, "password", "assigned"),
  },
  {
    kind: "password",
    pattern: /(?<![\w-])(?:password|passwd|passphrase|pwd)[ \t]{1,3}(?<secret>[^\s"'`,;()<>[\]{}]{8,})/gi,
    judge: (secret) => isStrong(secret) && looksSecret(secret, "password", "bare"),
  },
  {
    // .pgpass: host, port, database, user, password
    kind: "password",
    pattern:
      /:(?<=(?<![\w./:-])[A-Za-z*][\w.*-]{0,80}:)(?:\d{4,5}|\*):(?:[A-Za-z][\w-]{0,60}|\*):(?:[A-Za-z][\w-]{0,60}|\*):(?<secret>[^\s:"'<>\\]{6,})(?=\s|["'\\]|$)/g,
    judge: (secret) => looksSecret(secret, "password", "bare"),
  },
  {
    kind: "authorization",
    pattern:
      /(?<![\w.])_?auth[\\"']{0,2}[ \t]{0,3}[:=][ \t]{0,3}[\\"']{0,2}(?<secret>[A-Za-z0-9+/]{8,}={0,2})/gi,
    judge: isLogin,
  },
  {
    kind: "password",
    pattern:
      /<[\w.:-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api-?key)(?: [^<>]{0,80})?>(?<secret>[^<>\s]{6,})(?=<\/)/gi,
    judge: (secret) => looksSecret(secret, "password", "quoted"),
  },
  {
    kind: "password",
    pattern:
      /(?:key|name)=["'][\w.:-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api-?key)["']\s{1,10}value=["'](?<secret>[^"'\n]{6,})(?=["'])/gi,
    judge: (secret) => looksSecret(secret, "password", "quoted"),
  },
];

const forms = allForms.map((form) => ({ ...form, pattern: forLongRuns(form.pattern) }));

/** Of three sorts of characters, as rules for passwords ask for: after the bare word, what is less may be a word. */
function isStrong(secret: string): boolean {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]./].filter((sort) => sort.test(secret)).length >= 3;
}

/** A name and a password in base 64, as basic authentication sends them and package managers keep them. */
function isLogin(base64: string): boolean {
  return /^[!-9;-~]{1,100}:[!-~]{4}[!-~]*$/.test(Buffer.from(base64, "base64").toString("latin1"));
}

/** Secrets that their place gives away. */
export function* addressedSecretsIn(text: string): Generator<Place> {
  for (const { kind, pattern, judge } of forms) {
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups!.secret!;
      const end = match.index + match[0].length;
      if (judge(secret)) yield { start: end - secret.length, end, kind };
    }
  }
}
