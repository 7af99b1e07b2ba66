import { forLongRuns } from "./for-long-runs.ts";
import { looksRandom } from "./looks-random.ts";
import { longestPointer } from "./looks-secret.ts";
import type { Place } from "./place.ts";

/** Providers whose keys have no form of their own: their name before one is what tells. */
const providers = [
  "adafruit|adobe|airtable|algolia|alibaba|artifactory|asana|atlassian|beamer|bintray|bitbucket|bittrex|cloudflare|codecov|cohere",
  "coinbase|confluence|confluent|contentful|contribsys|datadog|discord|drone|dropbox|etsy|facebook|fastly|finicity|finnhub|flickr",
  "freshbooks|gitter|gocardless|heroku|hubspot|intercom|jfrog|jira|kraken|kucoin|launchdarkly|linear|linked[_-]?in|lob|mailchimp",
  "mailgun|mapbox|mattermost|meraki|message[_-]?bird|netlify|new[_-]?relic|new[_-]?york[_-]?times|nytimes|okta|openai|plaid",
  "private[_-]?ai|rapidapi|sendbird|sentry|snyk|sonar|squarespace|sumo|telegr|travis|twilio|twitch|twitter|typeform|yandex|zendesk",
].join("|");

/** What follows a sign. It is looked for first, for few texts hold one this long. */
const value = forLongRuns(/(?:=>|:=|=|:)[ \t]{0,3}["'`]?(?<secret>[\w+/=.:%-]{15,})/g);
const nameBefore = new RegExp(
  String.raw`(?<![A-Za-z])(?:${providers})(?<rest>[\w.-]{0,20})["'\x60\]]{0,3}[ \t]{0,3}$`,
  "i",
);
const longestName = 60;

/** Secrets that look made by a machine, right after the name of a provider. */
export function* providerNamedSecretsIn(text: string): Generator<Place> {
  for (const match of text.matchAll(value)) {
    const whole = match.groups!.secret!;
    const name = nameBefore.exec(text.slice(Math.max(0, match.index - longestName), match.index));
    if (name === null || aboutOne.test(name.groups!.rest!)) continue;
    const secret = whole.replace(/[.=:]{1,8}$/, "");
    const start = match.index + match[0].length - whole.length;
    const isPointer = secret.length <= longestPointer && pointsSomewhere.test(secret);
    if (looksRandom(secret) && !isPointer) yield { start, end: start + secret.length, kind: "token" };
  }
}

/** What stands under a provider's name without being its key. */
const aboutOne =
  /(?:sha|hash|commit|digest|checksum|integrity|release|rev|revision|version|build|path|url|uri|public|dsn|id)$/i;

/** A path, an address, and what a provider calls public. */
const pointsSomewhere =
  /^(?:\.{0,2}\/|\w{2,12}:\/\/|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,4}(?:[/:]|$)|pk\.)|\/[a-z]{3,}\//i;
