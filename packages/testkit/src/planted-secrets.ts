/** A secret as people and tools write it down. */
export interface PlantedSecret {
  /** What it is. Each stands once in the table. */
  readonly kind: string;
  readonly secret: string;
  /** A line or a few that hold it, as they stand in a file, a command or its output. */
  readonly text: string;
}

/** What must not be found where the secret must not be: the secret, or each line of one that has several. */
export function tracesOf({ secret }: PlantedSecret): string[] {
  const lines = secret.split("\n").filter((line) => line.length >= 20 && !line.startsWith("-----"));
  return lines.length > 0 ? lines : [secret];
}

const digits = "0123456789";
const hex = `${digits}abcdef`;
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const alnum = lower + upper + digits;
const base64 = `${alnum}+/`;
const url64 = `${alnum}_-`;

/** Characters that look random and are the same each time; `seed` makes each stretch its own. */
type Some = (length: number, alphabet?: string) => string;

/** A made secret: whoever looks for secrets in this repository finds none, for it is put together when it is asked for. */
type Planted = readonly [kind: string, secret: (some: Some) => string, text: (secret: string) => string];

const dashes = "-".repeat(5);
const key = "KEY";
const uuid = (some: Some) => [8, 4, 4, 4, 12].map((length) => some(length, hex)).join("-");
/** As a person makes one: words, digits, a sign. */
const password = (some: Some) => `${some(1, upper)}${some(5, lower)}-${some(5, lower)}${some(3, digits)}`;
const basic = (some: Some) => base64Of(`deploy:${password(some)}`);
const jwt = (some: Some) =>
  [url64Of('{"alg":"HS256","typ":"JWT"}'), url64Of(`{"sub":"${some(10, digits)}"}`), some(43, url64)].join(
    ".",
  );

/** A private key in armour: `label` stands before `PRIVATE KEY`. */
function armoured(label: string, after = ""): (some: Some) => string {
  return (some) => {
    const name = [label, "PRIVATE", key + after].filter(Boolean).join(" ");
    const lines = [some(64, base64), some(64, base64), some(64, base64), `${some(39, base64)}=`];
    const head = after === "" ? [] : ["Version: GnuPG v2", ""];
    return [`${dashes}BEGIN ${name}${dashes}`, ...head, ...lines, `${dashes}END ${name}${dashes}`].join("\n");
  };
}

const providers: readonly Planted[] = [
  ["Anthropic API key", (some) => `sk-ant-api03-${some(93, url64)}AA`, (s) => `ANTHROPIC_API_KEY=${s}`],
  ["Anthropic OAuth token", (some) => `sk-ant-oat01-${some(93, url64)}AA`, (s) => `the token is ${s}`],
  [
    "OpenAI key of the old form",
    (some) => `sk-${some(20)}T3Blbk${"FJ"}${some(20)}`,
    (s) => `openai.api_key = "${s}"`,
  ],
  [
    "OpenAI project key",
    (some) => `sk-proj-${some(74, url64)}T3Blbk${"FJ"}${some(74, url64)}`,
    (s) => `client = OpenAI(api_key="${s}")`,
  ],
  [
    "OpenAI service account key",
    (some) => `sk-svcacct-${some(58, url64)}T3Blbk${"FJ"}${some(58, url64)}`,
    (s) => `use ${s} in CI`,
  ],
  ["OpenRouter key", (some) => `sk-or-v1-${some(64, hex)}`, (s) => `export OPENROUTER=${s}`],
  [
    "Google API key",
    (some) => `AIza${some(35, alnum)}`,
    (s) => `https://maps.googleapis.com/maps/api/js?key=${s}&libraries=places`,
  ],
  ["Google OAuth client secret", (some) => `GOCSPX-${some(28, url64)}`, (s) => `"client_secret": "${s}",`],
  [
    "Google access token",
    (some) => `ya29.${some(120, url64)}`,
    (s) => `{"access_token":"${s}","expires_in":3599}`,
  ],
  [
    "Hugging Face token",
    (some) => `hf_${some(34, lower + upper)}`,
    (s) => `huggingface-cli login --token ${s}`,
  ],
  ["Groq key", (some) => `gsk_${some(52)}`, (s) => `groq: ${s}`],
  ["xAI key", (some) => `xai-${some(80)}`, (s) => `XAI=${s}`],
  ["Perplexity key", (some) => `pplx-${some(48)}`, (s) => `perplexity ${s}`],
  ["Replicate token", (some) => `r8_${some(37)}`, (s) => `export REPLICATE_API_TOKEN=${s}`],
  [
    "GitHub personal token",
    (some) => `ghp_${some(36)}`,
    (s) => `git clone https://me:${s}@github.com/acme/shop.git`,
  ],
  ["GitHub OAuth token", (some) => `gho_${some(36)}`, (s) => `    oauth_token: ${s}`],
  ["GitHub user token", (some) => `ghu_${some(36)}`, (s) => `copilot answered with ${s}`],
  ["GitHub installation token", (some) => `ghs_${some(36)}`, (s) => `GITHUB_TOKEN=${s} gh release create`],
  [
    "GitHub refresh token",
    (some) => `ghr_${some(76)}`,
    (s) => `refresh_token=${s}&refresh_token_expires_in=15811200`,
  ],
  [
    "GitHub fine-grained token",
    (some) => `github_pat_${some(22)}_${some(59)}`,
    (s) => `gh auth login --with-token <<< ${s}`,
  ],
  [
    "GitLab token",
    (some) => `glpat-${some(20)}`,
    (s) => `curl --header "PRIVATE-TOKEN: ${s}" https://gitlab.example.com/api/v4`,
  ],
  ["GitLab runner token", (some) => `glrt-${some(20)}`, (s) => `gitlab-runner register --token ${s}`],
  ["Bitbucket app password", (some) => `ATBB${some(32)}`, (s) => `bitbucket app password ${s}`],
  [
    "Atlassian token",
    (some) => `ATATT3xFfGF0${some(171)}=${some(8, hex.toUpperCase())}`,
    (s) => `JIRA_API_TOKEN=${s}`,
  ],
  ["AWS access key id", (some) => `AKIA${some(16, `${upper}234567`)}`, (s) => `aws_access_key_id = ${s}`],
  ["AWS secret access key", (some) => some(40, base64), (s) => `AWS_SECRET_ACCESS_KEY=${s}`],
  [
    "AWS session token",
    (some) => `IQoJb3JpZ2luX2Vj${some(280, base64)}==`,
    (s) => `export AWS_SESSION_TOKEN="${s}"`,
  ],
  [
    "Azure client secret",
    (some) => `${some(3)}8Q~${some(34)}`,
    (s) => `az login --service-principal -u app -p ${s}`,
  ],
  [
    "Azure storage key",
    (some) => `${some(86, base64)}==`,
    (s) => `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${s};EndpointSuffix=core.windows.net`,
  ],
  [
    "Azure signed link",
    (some) => `${some(42)}%3D`,
    (s) => `https://acme.blob.core.windows.net/backup?sv=2024-11-04&se=2026-01-01&sig=${s}`,
  ],
  ["Azure DevOps token", (some) => `${some(76)}AZDO${some(4)}`, (s) => `echo ${s} | az devops login`],
  [
    "Slack bot token",
    (some) => `xoxb-${some(12, digits)}-${some(13, digits)}-${some(24)}`,
    (s) => `SLACK_BOT_TOKEN=${s}`,
  ],
  [
    "Slack app token",
    (some) => `xapp-1-A${some(10, upper + digits)}-${some(13, digits)}-${some(64, hex)}`,
    (s) => `socket mode uses ${s}`,
  ],
  [
    "Slack webhook",
    (some) => `T${some(8, upper + digits)}/B${some(10, upper + digits)}/${some(24)}`,
    (s) => `curl -X POST https://hooks.slack.com/services/${s}`,
  ],
  [
    "Discord bot token",
    (some) => `${url64Of(`1${some(17, digits)}`)}.${some(6)}.${some(38, url64)}`,
    (s) => `client.login("${s}")`,
  ],
  [
    "Discord webhook",
    (some) => some(68, url64),
    (s) => `https://discord.com/api/webhooks/112233445566778899/${s}`,
  ],
  [
    "Telegram bot token",
    (some) => `${some(10, "123456789")}:AA${some(33, url64)}`,
    (s) => `https://api.telegram.org/bot${s}/getMe`,
  ],
  ["Stripe secret key", (some) => `sk_live_${some(24)}`, (s) => `stripe.api_key = '${s}'`],
  ["Stripe restricted key", (some) => `rk_live_${some(99)}`, (s) => `stripe listen --api-key ${s}`],
  ["Stripe webhook secret", (some) => `whsec_${some(32)}`, (s) => `STRIPE_WEBHOOK_SECRET=${s}`],
  ["Square token", (some) => `sq0atp-${some(22)}`, (s) => `square ${s}`],
  ["Shopify token", (some) => `shpat_${some(32, hex)}`, (s) => `X-Shopify-Access-Token: ${s}`],
  ["npm token", (some) => `npm_${some(36)}`, (s) => `//packages.example.com/:_authToken=${s}`],
  [
    "PyPI token",
    (some) => `pypi-AgEIcHlwaS5vcmc${some(70, url64)}`,
    (s) => `twine upload -u __token__ -p ${s} dist/*`,
  ],
  ["RubyGems key", (some) => `rubygems_${some(48, hex)}`, (s) => `:rubygems_api_key: ${s}`],
  ["Docker token", (some) => `dckr_pat_${some(27, url64)}`, (s) => `docker login -u acme -p ${s}`],
  ["SendGrid key", (some) => `SG.${some(22, url64)}.${some(43, url64)}`, (s) => `SENDGRID_API_KEY='${s}'`],
  ["Twilio key", (some) => `SK${some(32, hex)}`, (s) => `twilio profile uses ${s}`],
  ["Twilio auth token", (some) => some(32, hex), (s) => `TWILIO_AUTH_TOKEN=${s}`],
  [
    "Mailgun key",
    (some) => `key-${some(32, hex)}`,
    (s) => `curl -s --user 'api:${s}' https://api.mailgun.net/v3/acme.example/messages`,
  ],
  [
    "Mailchimp key",
    (some) => `${some(32, hex)}-us12`,
    (s) => `mailchimp.setConfig({ apiKey: "${s}", server: "us12" })`,
  ],
  ["Cloudflare API token", (some) => some(40, url64), (s) => `CLOUDFLARE_API_TOKEN=${s} wrangler deploy`],
  ["Cloudflare origin key", (some) => `v1.0-${some(24, hex)}-${some(146, hex)}`, (s) => `origin ca: ${s}`],
  ["DigitalOcean token", (some) => `dop_v1_${some(64, hex)}`, (s) => `doctl auth init -t ${s}`],
  ["Heroku key", (some) => uuid(some), (s) => `HEROKU_API_KEY=${s}`],
  ["Heroku key of the new form", (some) => `HRKU-AA${some(58, url64)}`, (s) => `heroku answers with ${s}`],
  ["Netlify token", (some) => `nfp_${some(36)}`, (s) => `netlify deploy --auth ${s}`],
  ["Vercel token", (some) => `vcp_${some(56)}`, (s) => `vercel --token ${s} --prod`],
  ["Fly token", (some) => `fm2_lJPE${some(140, base64)}==`, (s) => `fly deploy with FlyV1 ${s}`],
  ["Supabase token", (some) => `sbp_${some(40, hex)}`, (s) => `supabase login --token ${s}`],
  ["PlanetScale password", (some) => `pscale_pw_${some(43)}`, (s) => `pscale password ${s}`],
  ["Vault token", (some) => `hvs.${some(95, url64)}`, (s) => `VAULT_TOKEN=${s} vault kv get secret/shop`],
  ["Vault token of the old form", (some) => `s.${some(24)}`, (s) => `vault login ${s}`],
  [
    "Terraform Cloud token",
    (some) => `${some(14)}.atlasv1.${some(67)}`,
    (s) => `credentials "app.terraform.io" { token = "${s}" }`,
  ],
  ["Pulumi token", (some) => `pul-${some(40, hex)}`, (s) => `PULUMI_ACCESS_TOKEN=${s}`],
  ["Doppler token", (some) => `dp.pt.${some(43)}`, (s) => `doppler configure set token ${s}`],
  [
    "Tailscale key",
    (some) => `tskey-auth-${some(12)}CNTRL-${some(32)}`,
    (s) => `tailscale up --authkey=${s}`,
  ],
  ["Databricks token", (some) => `dapi${some(32, hex)}`, (s) => `databricks token ${s}`],
  [
    "1Password service account token",
    (some) => `ops_eyJ${some(260)}`,
    (s) => `OP_SERVICE_ACCOUNT_TOKEN=${s}`,
  ],
  [
    "age key",
    (some) => `AGE-SECRET-KEY-1${some(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")}`,
    (s) => `# public key: age1qq\n${s}`,
  ],
  ["Linear key", (some) => `lin_api_${some(40)}`, (s) => `linear ${s}`],
  ["Notion token", (some) => `ntn_${some(11, digits)}${some(35)}`, (s) => `NOTION=${s}`],
  ["Notion token of the old form", (some) => `secret_${some(43)}`, (s) => `new Client({ auth: "${s}" })`],
  ["Figma token", (some) => `figd_${some(40, url64)}`, (s) => `X-Figma-Token: ${s}`],
  ["Airtable token", (some) => `pat${some(14)}.${some(64, hex)}`, (s) => `airtable ${s}`],
  ["Postman key", (some) => `PMAK-${some(24, hex)}-${some(34, hex)}`, (s) => `X-API-Key: ${s}`],
  ["Sentry token", (some) => `sntryu_${some(64, hex)}`, (s) => `sentry-cli --auth-token ${s} releases list`],
  ["Grafana token", (some) => `glsa_${some(32)}_${some(8, hex)}`, (s) => `grafana service account ${s}`],
  ["Datadog key", (some) => some(32, hex), (s) => `DD_API_KEY=${s}`],
  [
    "New Relic key",
    (some) => `NRAK-${some(27, upper + digits)}`,
    (s) => `newrelic profile add --apiKey ${s}`,
  ],
  ["PostHog key", (some) => `phx_${some(43)}`, (s) => `posthog ${s}`],
];

const keysAndTokens: readonly Planted[] = [
  ["private key", armoured(""), (s) => s],
  ["RSA private key", armoured("RSA"), (s) => `$ cat deploy.pem\n${s}`],
  ["EC private key", armoured("EC"), (s) => `tls.key: |\n${s}`],
  ["encrypted private key", armoured("ENCRYPTED"), (s) => s],
  ["OpenSSH private key", armoured("OPENSSH"), (s) => `$ cat ~/.ssh/id_ed25519\n${s}`],
  ["PGP private key", armoured("PGP", " BLOCK"), (s) => s],
  [
    "private key in JSON",
    armoured(""),
    (s) => JSON.stringify({ type: "service_account", private_key: `${s}\n` }),
  ],
  ["JWT", jwt, (s) => `the session cookie is ${s}`],
  ["password in a postgres URL", password, (s) => `postgres://shop:${s}@db.internal:5432/shop`],
  [
    "password in a MongoDB URL",
    password,
    (s) => `mongodb+srv://admin:${s}@cluster0.example.net/shop?retryWrites=true`,
  ],
  ["password in a Redis URL", password, (s) => `REDIS_URL=redis://:${s}@cache.internal:6379/0`],
  [
    "password in an https URL",
    password,
    (s) => `git remote add origin https://ci:${s}@git.example.com/shop.git`,
  ],
  ["password in an AMQP URL", password, (s) => `amqps://worker:${s}@queue.example.com/vhost`],
  ["basic auth header", basic, (s) => `Authorization: Basic ${s}`],
  [
    "bearer header",
    (some) => some(40, url64),
    (s) => `curl -H 'Authorization: Bearer ${s}' https://api.example.com`,
  ],
  ["session cookie", (some) => some(48, url64), (s) => `Cookie: theme=dark; session_token=${s}; lang=en`],
  ["password of curl -u", password, (s) => `curl -u admin:${s} https://jenkins.example.com/api/json`],
  ["password of mysql -p", password, (s) => `mysql -u root -p${s} shop < dump.sql`],
  ["password of sshpass", password, (s) => `sshpass -p '${s}' ssh deploy@10.0.0.5`],
  ["password of psql", password, (s) => `PGPASSWORD=${s} psql -h db.internal -U shop`],
  ["password in .netrc", password, (s) => `machine git.example.com login ci password ${s}`],
  [
    "password in .netrc on lines of its own",
    password,
    (s) => `machine git.example.com\n  login ci\n  password ${s}\n`,
  ],
  ["password in .pgpass", password, (s) => `$ cat ~/.pgpass\ndb.internal:5432:shop:shop:${s}`],
  ["token in a kubeconfig", (some) => some(64), (s) => `users:\n- name: admin\n  user:\n    token: ${s}`],
  [
    "key in a kubeconfig",
    (some) => `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ${some(120, base64)}==`,
    (s) => `    client-key-data: ${s}`,
  ],
  ["data of a Kubernetes secret", basic, (s) => `apiVersion: v1\nkind: Secret\ndata:\n  password: ${s}`],
  ["auth in docker's config.json", basic, (s) => `{"auths":{"https://index.docker.io/v1/":{"auth":"${s}"}}}`],
  ["_auth in .npmrc", basic, (s) => `//npm.example.com/:_auth=${s}`],
  ["password in .env", password, (s) => `DB_HOST=db.internal\nDB_PASSWORD=${s}\nDB_USER=shop`],
  [
    "quoted password in .env",
    (some) => `${some(5, lower)} ${some(4, lower)} ${some(3)}7${some(5)}`,
    (s) => `SMTP_PASSWORD="${s}"`,
  ],
  ["exported token", (some) => some(36), (s) => `export TOKEN=${s}`],
  ["secret of Rails", (some) => some(128, hex), (s) => `SECRET_KEY_BASE=${s}`],
  ["secret of Django", (some) => `${some(20)}!${some(15)}&${some(13)}`, (s) => `SECRET_KEY = '${s}'`],
  ["secret of NextAuth", (some) => `${some(43, base64)}=`, (s) => `NEXTAUTH_SECRET="${s}"`],
  ["password of Spring", password, (s) => `spring.datasource.password=${s}`],
  ["password of ADO.NET", password, (s) => `Server=db;Database=shop;User Id=sa;Password=${s};Encrypt=true`],
  ["password in YAML", password, (s) => `database:\n  user: shop\n  password: "${s}"`],
  ["password in JSON", password, (s) => `{"user":"shop","password":"${s}"}`],
  ["password in XML", password, (s) => `<server><username>ci</username><password>${s}</password></server>`],
  ["password in NuGet.config", password, (s) => `<add key="ClearTextPassword" value="${s}" />`],
  ["password that is told", password, (s) => `the staging password is ${s}`],
  ["password as a flag", password, (s) => `createuser --password=${s} shop`],
  ["signing key", (some) => some(44, base64), (s) => `webhook.signingKey = "${s}"`],
  ["encryption key", (some) => some(64, hex), (s) => `ENCRYPTION_KEY=${s}`],
  ["licence key beside its provider", (some) => some(40, hex), (s) => `okta_api_token: ${s}`],
];

/**
 * Secrets of every kind that redaction has to know, each as it is met: keys and tokens of providers, private keys, passwords in URLs,
 * headers, commands and settings. The same each time.
 */
export const plantedSecrets: readonly PlantedSecret[] = [...providers, ...keysAndTokens].map(
  ([kind, secretOf, textOf]) => {
    const secret = secretOf(seeded(kind));
    return { kind, secret, text: textOf(secret) };
  },
);

function seeded(seed: string): Some {
  let state = [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
  return (length, alphabet = alnum) =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
    }).join("");
}

function base64Of(text: string): string {
  return Buffer.from(text).toString("base64");
}

function url64Of(text: string): string {
  return Buffer.from(text).toString("base64url");
}
