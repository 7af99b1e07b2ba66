import { saysUsedUp } from "@holdfast/models";
import type { ModelFailure } from "@holdfast/schema";

/**
 * What an error means of which Pi tells only the text. Every provider, SDK and version of Pi words it in its own way: what is said counts
 * more than the HTTP status, which is often that of another trouble or missing. `stopped` is the provider's own word for why
 * it stopped, where Pi has it.
 */
export function failureOf(message: string, stopped = ""): ModelFailure {
  if (stopsRefused.test(stopped)) return "refused";
  const text = message.slice(0, longestRead).replace(retryNote, "");
  const status = statusIn(text);
  if (status === 402 || saysUsedUp(text)) return "quota";
  if (status === 413) return "truncated";
  const sign = firstOf(signs, text);
  if (sign !== undefined) return sign;
  return status === undefined ? (firstOf(outages, text) ?? "protocol") : kindOfStatus(status);
}

/** What comes later in an error only repeats what was sent or received. */
const longestRead = 2_000;

/** What Pi 1.x says before the error when the provider wants it to wait for too long. */
const retryNote = /^Server requested \d+s retry delay \(max: \d+s\)\. (?=\S)/;

/** As Anthropic, OpenAI, Bedrock and Google say it; Pi puts the status before OpenAI's. */
const stopsRefused =
  /^(?:incomplete\.)?(?:refusal|sensitive|content_filter(?:ed)?|guardrail_intervened|(?:image_)?(?:safety|recitation|prohibited_content)|blocklist|spii)$/i;

/** As SDKs, Pi and Google's JSON write it. */
function statusIn(text: string): number | undefined {
  const found =
    /^([45]\d\d)\b/.exec(text) ??
    /\b(?:API error|HTTP|status(?: code)?)[ :(]{1,3}([45]\d\d)\b/i.exec(text) ??
    /"(?:code|status)": ?([45]\d\d)\b/.exec(text);
  return found === null ? undefined : Number(found[1]);
}

function kindOfStatus(status: number): ModelFailure {
  if (status === 401 || status === 403) return "auth";
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "overloaded" : "protocol";
}

type Sign = readonly [failure: ModelFailure, ...patterns: RegExp[]];

function firstOf(all: readonly Sign[], text: string): ModelFailure | undefined {
  return all.find(([, ...patterns]) => patterns.some((pattern) => pattern.test(text)))?.[0];
}

/** Phrases that were seen in the wild, most telling first: add to them rather than widen one. */
const signs: readonly Sign[] = [
  ["protocol", /^Could not parse/, /\bis not valid JSON\b/, /^Unexpected (?:token|end of JSON)/],
  [
    "quota",
    /usage_limit|UsageLimitError|usage_not_included/,
    /\bbilling_(?:error|hard_limit)|\bout of budget\b/i,
  ],
  [
    "rate_limited",
    /\brate[ _-]?limit|\btoo many requests\b|\bthrottl|\bresource_?exhausted\b/i,
    /^Server requested \d+s retry delay/,
  ],
  [
    "truncated",
    /\b(?:prompt|input) (?:is )?too long\b|\bprompt exceeds max length\b|\btoo many tokens\b/i,
    /\bcontext[ _](?:length|size|window)|\brequest_too_large\b|\btoken limit\b/i,
    /\binput token count\b|\bmaximum (?:prompt|allowed input) length\b|\brange of input length\b/i,
    /\breduce the length of\b/i,
  ],
  [
    "refused",
    /\bcontent[ _](?:filter|policy|management)|\bprohibited_content\b|\bguardrail|\bflagged\b/i,
    /\brefus(?:al\b|ed to (?:complete|answer))|\bsafety (?:system|filter|setting|reason|polic)/i,
    /\bviolat\w+ .{0,40}\bpolic/i,
    /\bstopped with: (?:sensitive|(?:image_)?(?:safety|recitation)|blocklist|spii)\b/i,
    /^An unknown error occurred$/, // all that Pi 0.74 says of a refusal
  ],
  [
    "auth",
    /\b(?:invalid|incorrect|no|missing|expired) (?:x-)?api[ _-]?key\b/i,
    /\bapi[ _-]?key\b.{0,20}\b(?:invalid|incorrect|missing|required|expired|not (?:valid|found))\b/i,
    /\bauthentication_error\b|\bpermission_(?:error|denied)\b|\bunauth(?:orized|enticated)\b/i,
    /\b(?:oauth|access|refresh|security) token\b.{0,60}\b(?:expired|invalid|revoked)\b|\binvalid_grant\b/i,
    /\bprovider is not configured\b|\bcould not load credentials\b|\baccount ?id (?:from|in) token\b/i,
    /\b(?:ExpiredToken|UnrecognizedClient|AccessDenied)/,
  ],
];

/** Phrases of trouble on the way, looked for where nobody gave a status. */
const outages: readonly Sign[] = [
  [
    "overloaded",
    /\boverloaded|\bserver[ _](?:error|busy)|\binternal[ _](?:server )?error\b|\bapi_error\b/i,
    /\bservice.{0,16}unavailable\b|"UNAVAILABLE"|\bat capacity\b|\bhigh demand\b|\bbad gateway\b/i,
    /\bmodel stream error\b|\bprovider returned (?:an )?error\b/i,
  ],
  [
    "network",
    /\bE(?:CONN\w+|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH)\b|\bUND_ERR_|\bgetaddrinfo\b/,
  ],
  ["timeout", /\btimed? ?out\b|\btimeout\b|\bdeadline[ _]exceeded\b/i],
  [
    "network",
    /\bfetch failed\b|\bnetwork.?error\b|\bconnection.{0,12}(?:error|refused|reset|closed|lost)\b/i,
    /\bsocket (?:hang up|connection was closed)\b|\bother side closed\b|\bterminated\b|\bcertificate\b/i,
    /\bwebsocket\b|\bended (?:without|before)\b|\bcut short\b|\bdisconnected\b|\bpremature/i,
  ],
];
