import { forLongRuns } from "./for-long-runs.ts";
import { looksRandom } from "./looks-random.ts";

/** A secret that its own form gives away. */
export interface ProviderRule {
  readonly kind: string;
  /** A text without it holds no such secret; looking for it is cheap. */
  readonly sign: string;
  /** Starts at a fixed sign and looks neither back nor ahead without bounds, so that time stays linear. */
  readonly pattern: RegExp;
  /** For forms that other texts may share. */
  readonly judge?: (secret: string) => boolean;
}

/**
 * A rule for secrets that begin with `sign`, not in the middle of a word. After `_` or `-` it may be the end of a name
 * (`my-xapp-for-the-office`), so there a digit has to follow. `rest` is what follows.
 */
function startingWith(sign: string, rest: string, kind: string, judge?: ProviderRule["judge"]): ProviderRule {
  const literal = sign.replace(/[$.+/]/g, "\\$&");
  const whole = `(?:(?<![_-]${literal})|(?=[A-Za-z_-]{0,80}\\d))`;
  return anywhere(sign, new RegExp(`(?<![A-Za-z0-9])${literal}${whole}${rest}`, "g"), kind, judge);
}

function anywhere(sign: string, form: RegExp, kind: string, judge?: ProviderRule["judge"]): ProviderRule {
  const pattern = forLongRuns(form);
  return judge ? { kind, sign, pattern, judge } : { kind, sign, pattern };
}

function decoded(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}

/** Strewn with digits, or with a digit and capitals where a name in code has none: two in a row. */
function isMixed(secret: string): boolean {
  return (
    looksRandom(secret) ||
    (/\d/.test(secret) && /[A-Z]/.test(secret.slice(2)) && /[a-z]{1,3}[A-Z]{2}/.test(secret))
  );
}

/**
 * The forms of keys and tokens as their providers write them. The comment on each group says where the form is laid down. The first rule
 * that finds a place names it. Two scanners' rule sets are held against these (docs/decisions/0008-redaction.md): a form that they know
 * and this list does not fails a test.
 */
export const providerRules: readonly ProviderRule[] = [
  // Anthropic: console, API keys; OAuth tokens of its command line
  startingWith("sk-ant-", "[\\w-]{20,}", "Anthropic key"),
  // OpenAI: project, service account and admin keys; OpenRouter and Langfuse use the same style; bare sk- is the old form
  startingWith("sk-or-", "[\\w-]{20,}", "OpenRouter key"),
  startingWith("sk-lf-", "[\\w-]{30,}", "Langfuse key"),
  startingWith("sk-", "(?:proj|svcacct|admin|None)-[\\w-]{20,}", "OpenAI key"),
  startingWith("sk-", "[A-Za-z0-9]{32,}", "OpenAI key"),
  // Model hosts: the prefixes their consoles give
  startingWith("hf_", "[A-Za-z0-9]{30,}", "Hugging Face token"),
  startingWith("api_org_", "[A-Za-z0-9]{30,}", "Hugging Face token"),
  startingWith("gsk_", "[A-Za-z0-9]{40,}", "Groq key"),
  startingWith("xai-", "[A-Za-z0-9]{60,}", "xAI key"),
  startingWith("pplx-", "[A-Za-z0-9]{40,}", "Perplexity key"),
  startingWith("r8_", "[A-Za-z0-9]{30,}", "Replicate token"),
  startingWith("csk-", "[a-z0-9]{40,}", "Cerebras key"),
  startingWith("tvly-", "[\\w-]{24,}", "Tavily key"),
  startingWith("lsv2_", "(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}", "LangSmith key"),
  startingWith("pcsk_", "\\w{40,}", "Pinecone key"),
  // AWS: IAM identifiers, "Understanding unique ID prefixes"; Bedrock API keys
  ...["AKIA", "ASIA", "ABIA", "ACCA"].map((sign) =>
    startingWith(sign, "[A-Z0-9]{16}(?![A-Z0-9])", "AWS access key"),
  ),
  startingWith("A3T", "[A-Z0-9][A-Z2-7]{16}(?![A-Z0-9])", "AWS access key", looksRandom),
  startingWith("ABSK", "[A-Za-z0-9+/]{80,}={0,2}", "AWS Bedrock key"),
  // Google Cloud: API keys, OAuth client secrets, access and refresh tokens
  startingWith("AIza", "[\\w-]{35}(?![\\w-])", "Google API key"),
  startingWith("GOCSPX-", "[\\w-]{24,}", "Google client secret"),
  startingWith("ya29.", "[\\w-]{20,}", "Google access token"),
  anywhere("1//0", /(?<![\w/:-])1\/\/0[\w-]{30,}/g, "Google refresh token"),
  // Azure: application secrets, signed storage links, DevOps personal access tokens
  anywhere("Q~", /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g, "Azure client secret"),
  anywhere("sig=", /(?<=[?&]sig=)[\w%+/=-]{30,}/g, "Azure signature"),
  anywhere("AZDO", /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/g, "Azure DevOps token"),
  // GitHub: "GitHub's token formats"
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((sign) =>
    startingWith(sign, "[A-Za-z0-9]{30,}", "GitHub token"),
  ),
  startingWith("github_pat_", "(?=[A-Za-z_]{0,80}\\d)\\w{22,}", "GitHub token"),
  // GitLab: "Token prefixes"; Bitbucket and Atlassian: API tokens
  ...[
    "glpat-",
    "gldt-",
    "glrt-",
    "glptt-",
    "glft-",
    "glsoat-",
    "glimt-",
    "glagent-",
    "glcbt-",
    "gloas-",
    "glffct-",
  ].map((sign) => startingWith(sign, "[\\w.-]{20,}", "GitLab token")),
  startingWith("GR1348941", "[\\w-]{20}", "GitLab token"),
  anywhere("_gitlab_session=", /(?<=_gitlab_session=)[0-9a-z]{32}/g, "GitLab session"),
  startingWith("ATBB", "[A-Za-z0-9]{32}(?![A-Za-z0-9])", "Bitbucket token"),
  startingWith("ATATT3", "[\\w=-]{50,}", "Atlassian token"),
  startingWith("ATCTT3", "[\\w=-]{50,}", "Atlassian token"),
  // Slack: "Token types"; incoming webhooks
  anywhere(
    "xox",
    /(?<![A-Za-z0-9])xox[abceoprs](?:\.xox[bp])?-(?=[A-Za-z_-]{0,40}\d)[\w-]{8,}/g,
    "Slack token",
  ),
  startingWith("xapp-", "\\d-[A-Z0-9]{1,20}-\\d{1,20}-\\w+", "Slack token"),
  startingWith("xapp-", "\\d-[\\w-]{18,}", "Slack token"),
  anywhere("hooks.slack.com", /(?<=hooks\.slack\.com\/\w{1,20}\/)[\w+/]{20,}/g, "Slack webhook"),
  // Discord: bot tokens begin with the bot's number in base 64; webhooks
  anywhere(".", /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w.-])/g, "Discord token", (token) =>
    /^\d{17,20}$/.test(Buffer.from(token.split(".")[0]!, "base64url").toString("latin1")),
  ),
  anywhere("/api/webhooks/", /(?<=\/api\/webhooks\/\d{17,20}\/)[\w-]{60,}/g, "Discord webhook"),
  // Telegram: bot tokens; Teams: incoming webhooks
  anywhere(":AA", /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g, "Telegram token"),
  anywhere("/webhookb2/", /(?<=\/webhookb2\/)[\w@/-]{50,}/g, "Teams webhook"),
  // Stripe: API keys (publishable pk_ ones are public), webhook secrets; Square, Shopify, Braintree
  ...["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"].map((sign) =>
    startingWith(sign, "[A-Za-z0-9]{10,}", "Stripe key"),
  ),
  startingWith("whsec_", "[A-Za-z0-9+/=]{24,}", "webhook secret"),
  startingWith("sq0", "(?:atp|csp)-[\\w-]{22,}", "Square token"),
  startingWith("EAAA", "[\\w-]{22,60}(?![\\w-])", "Square token", looksRandom),
  anywhere("shp", /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g, "Shopify token"),
  startingWith("access_token$production$", "[0-9a-z]{16}\\$[0-9a-f]{32}", "Braintree token"),
  // Package registries: their own documentation of token forms
  startingWith("npm_", "[A-Za-z0-9]{36}(?![A-Za-z0-9])", "npm token"),
  startingWith("pypi-", "AgE[\\w-]{50,}", "PyPI token"),
  startingWith("rubygems_", "[0-9a-f]{48}", "RubyGems key"),
  startingWith("cio", "(?=[A-Za-z]{0,31}\\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])", "crates.io token"),
  startingWith("oy2", "(?=[a-z]{0,42}\\d)[a-z0-9]{43}(?![a-z0-9])", "NuGet key"),
  startingWith("dckr_", "[a-z]{3}_[\\w-]{20,}", "Docker token"),
  // Mail and telephony: API keys
  startingWith("SK", "[0-9a-fA-F]{32}(?![0-9a-zA-Z])", "Twilio key", looksRandom),
  startingWith("SG.", "(?:[\\w-]{16,}\\.[\\w-]{16,}|[\\w.=-]{66})", "SendGrid key"),
  startingWith("xkeysib-", "[0-9a-f]{64}-[A-Za-z0-9]{16}", "Brevo key"),
  startingWith("re_", "[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}", "Resend key"),
  anywhere("-us", /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?!\w)/g, "Mailchimp key"),
  anywhere("api:key-", /(?<=api:)key-[0-9a-f]{32}/g, "Mailgun key"),
  // Hosting: tokens of the provider's API
  startingWith("HRKU-", "[\\w-]{30,}", "Heroku key"),
  anywhere("_v1_", /(?<![A-Za-z0-9])do[opr]_v1_[0-9a-f]{64}/g, "DigitalOcean token"),
  startingWith("nfp_", "[A-Za-z0-9]{36,}", "Netlify token"),
  startingWith("rnd_", "[A-Za-z0-9]{28,}", "Render key"),
  startingWith("fo1_", "[\\w-]{40,}", "Fly token"),
  ...["fm1a_", "fm1r_", "fm2_"].map((sign) => startingWith(sign, "[\\w+/-]{60,}={0,3}", "Fly token")),
  ...["vcp_", "vci_", "vca_", "vcr_", "vck_"].map((sign) =>
    startingWith(sign, "(?=[A-Za-z]{0,60}\\d)[A-Za-z0-9]{20,}", "Vercel token"),
  ),
  startingWith("v1.0-", "[0-9a-f]{24}-[0-9a-f]{100,}", "Cloudflare key"),
  startingWith("tk-us-", "[\\w-]{48}(?![\\w-])", "Scalingo token"),
  startingWith("vercel_blob_rw_", "\\w{20,}", "Vercel token"),
  startingWith("sbp_", "[0-9a-f]{40}", "Supabase token"),
  startingWith("sb_secret_", "[\\w-]{20,}", "Supabase key"),
  anywhere("pscale_", /(?<![A-Za-z0-9])pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/g, "PlanetScale token"),
  startingWith("LTAI", "(?=[A-Za-z]{0,19}\\d)[A-Za-z0-9]{16,20}(?![A-Za-z0-9])", "Alibaba access key"),
  startingWith("AKID", "[A-Za-z0-9]{32}(?![A-Za-z0-9])", "Tencent secret id"),
  // Infrastructure: token forms of each product
  anywhere("hv", /(?<![A-Za-z0-9])hv[sbr]\.[\w-]{24,}/g, "Vault token"),
  anywhere("s.", /(?<![\w.-])s\.[A-Za-z0-9]{24}(?![\w.(-])/g, "Vault token", isMixed),
  anywhere(".atlasv1.", /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}/g, "Terraform token"),
  anywhere("sha256~", /(?<![A-Za-z0-9])sha256~[\w-]{43}(?![\w-])/g, "OpenShift token"),
  startingWith("dt0c01.", "[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}", "Dynatrace token"),
  startingWith("pnu_", "[A-Za-z0-9]{36}(?![A-Za-z0-9])", "Prefect key"),
  startingWith("API-", "[A-Z0-9]{26}(?![A-Z0-9])", "Octopus key", looksRandom),
  anywhere("dnkey-", /(?<![A-Za-z0-9])dnkey-[\w=-]{26}-[\w=-]{52}/g, "Defined Networking key"),
  startingWith("pul-", "[0-9a-f]{40}", "Pulumi token"),
  anywhere("dp.", /(?<![\w.-])dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}/g, "Doppler token"),
  anywhere("tskey-", /(?<![A-Za-z0-9])tskey-[a-z]{3,10}-[\w-]{20,}/g, "Tailscale key"),
  startingWith("dapi", "[0-9a-f]{32}(?:-\\d)?(?!\\w)", "Databricks token"),
  startingWith("ops_eyJ", "[\\w+/=-]{50,}", "1Password token"),
  startingWith(
    "A3-",
    "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?!\\w)",
    "1Password key",
  ),
  startingWith("AGE-SECRET-KEY-1", "[0-9A-Z]{50,}", "age key"),
  // Observability and tools: token forms of each product
  startingWith("glsa_", "[A-Za-z0-9]{32}_[0-9a-fA-F]{8}", "Grafana token"),
  startingWith("glc_", "[A-Za-z0-9+/=]{32,}", "Grafana token"),
  startingWith("eyJrIjoi", "[A-Za-z0-9]{60,}={0,3}", "Grafana token"),
  startingWith("NRAK-", "[A-Za-z0-9]{27}", "New Relic key"),
  startingWith("NRJS-", "[a-f0-9]{19}", "New Relic key"),
  startingWith("NRII-", "[\\w-]{32}", "New Relic key"),
  anywhere("sq", /(?<![A-Za-z0-9])sq[upa]_[0-9a-f]{40}/g, "Sonar token"),
  anywhere("sntry", /(?<![A-Za-z0-9])sntry[su]_[\w+/=-]{40,}/g, "Sentry token"),
  startingWith("phx_", "[A-Za-z0-9]{40,}", "PostHog key"),
  startingWith("lin_api_", "[A-Za-z0-9]{32,}", "Linear key"),
  startingWith("ntn_", "[A-Za-z0-9]{40,}", "Notion token"),
  startingWith("secret_", "[A-Za-z0-9]{43}(?!\\w)", "Notion token"),
  startingWith("figd_", "[\\w-]{36,}", "Figma token"),
  anywhere("pat", /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g, "Airtable token"),
  startingWith("PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}", "Postman key"),
  startingWith("CCIPAT_", "\\w{30,}", "CircleCI token"),
  startingWith("bkua_", "[0-9a-f]{40}", "Buildkite token"),
  startingWith("sgp_", "\\w{40,}", "Sourcegraph token"),
  startingWith("CFPAT-", "[\\w-]{43}", "Contentful token"),
  startingWith("tfp_", "[\\w.=-]{40,}", "Typeform token"),
  anywhere("at.", /(?<![\w.-])[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/g, "Harness key"),
  startingWith("ico-", "[A-Za-z0-9]{32}(?![A-Za-z0-9])", "Infracost key", looksRandom),
  startingWith("rdme_", "[a-z0-9]{70}", "ReadMe key"),
  startingWith("4b1d", "[A-Za-z0-9]{38}(?![A-Za-z0-9])", "ClickHouse key"),
  anywhere("_mmk", /(?<![A-Za-z0-9_])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)/g, "MaxMind key"),
  startingWith("sm_", "[aps]at_[A-Za-z0-9]{16}(?!\\w)", "SettleMint token"),
  startingWith("p8e-", "[A-Za-z0-9]{32}(?![A-Za-z0-9])", "Adobe client secret"),
  startingWith("s-s4t2", "(?:ud|af)-[0-9a-f]{64}", "42 client secret"),
  startingWith("CLOJARS_", "[A-Za-z0-9]{60}", "Clojars token"),
  anywhere(
    ".acc",
    /(?<![A-Za-z0-9])(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][\w-]{10,32}\.[\w+/=-]{30,}/g,
    "Authress key",
  ),
  // Money and parcels: keys of their APIs
  anywhere("FLW", /(?<![A-Za-z0-9])FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?(?!\w)/g, "Flutterwave key"),
  startingWith("duffel_", "(?:test|live)_[\\w=-]{43}", "Duffel token"),
  anywhere("EZ", /(?<![A-Za-z0-9])EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9])/g, "EasyPost key"),
  startingWith("shippo_", "(?:live|test)_[0-9a-fA-F]{40}", "Shippo token"),
  startingWith("fio-u-", "[\\w=-]{64}", "Frame.io token"),
  // Facebook: access tokens
  ...["|", "%"].map((sign) =>
    anywhere(
      sign,
      new RegExp(`(?<!\\w)\\d{15,16}\\${sign}[\\w-]{27,40}(?![\\w-])`, "g"),
      "Facebook token",
      looksRandom,
    ),
  ),
  startingWith("EAA", "(?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{80,}", "Facebook token"),
  // RFC 7519: three parts in base 64, the first an object
  startingWith("eyJ", "[\\w-]{10,}\\.[\\w-]{10,}\\.[\\w-]{10,}(?:\\.[\\w-]+){0,2}", "JWT"),
  startingWith("ey", "[\\w-]{15,}\\.ey[\\w-]{15,}(?:\\.[\\w-]*)?", "JWT"),
  // The same, and private keys, in base 64 once more: as Kubernetes and CI keep them
  startingWith("ZXlK", "[\\w+/-]{60,}={0,2}", "JWT", (it) =>
    /^eyJ[\w-]{10}[\w-]*\.[\w-]{10}/.test(decoded(it)),
  ),
  startingWith("LS0tLS1CRUdJTi", "[\\w+/-]{40,}={0,2}", "private key", (it) =>
    decoded(it.slice(0, 120)).includes("PRIVATE KEY"),
  ),
];
