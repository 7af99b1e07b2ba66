import { looksSecret } from "./looks-secret.ts";
import type { Place } from "./place.ts";

/** What hands a secret to someone: a URL with a password, a header, a login. `secret` is what is taken out. */
const forms: readonly {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly judge: (secret: string) => boolean;
}[] = [
  {
    kind: "password",
    pattern: /:\/\/[^\s:@/?#"'<>[\]`]{0,100}:(?<secret>[^\s@/"'<>`]{1,200})(?=@[\w.[-])/g,
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
    pattern: /(?<![\w-])login[ \t]{1,3}\S{1,80}[ \t]{1,3}password[ \t]{1,3}(?<secret>\S{4,})/g,
    judge: (secret) => looksSecret(secret, "password", "assigned"),
  },
];

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
