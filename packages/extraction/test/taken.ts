import type { Category } from "@holdfast/schema";

type Taken = readonly [said: string, category: Category, summary: string];

/** Sentences that lay something down, and how it is to be remembered. */
export const taken: readonly Taken[] = [
  // remember
  ["please remember that the API uses snake_case", "domain", "The API uses snake_case"],
  ["Remember: amounts are stored as integer cents.", "domain", "Amounts are stored as integer cents"],
  [
    "remember that the staging server listens on port 8444",
    "domain",
    "The staging server listens on port 8444",
  ],
  ["Remember, invoice numbers never have gaps.", "domain", "Invoice numbers never have gaps"],
  ["Two more things:\n\n- always use UTC", "lesson", "Always use UTC"],
  ["Rules for this repo:\n- no default exports", "lesson", "No default exports"],
  [
    "This is what I get:\n```\nboom\n```\nFrom now on run vitest with --run.",
    "lesson",
    "Run vitest with --run",
  ],
  ["ok, remember that we deploy on Tuesdays only", "domain", "We deploy on Tuesdays only"],
  [
    "Remember this: the tax rate belongs to the line, not to the invoice.",
    "domain",
    "The tax rate belongs to the line, not to the invoice",
  ],
  ["remember we never commit generated files", "lesson", "We never commit generated files"],
  ["Remember the CSV export uses semicolons", "domain", "The CSV export uses semicolons"],
  [
    "Please always remember to run the linter before every commit.",
    "lesson",
    "Run the linter before every commit",
  ],
  ["Remember to always run `pnpm check` before pushing", "lesson", "Always run `pnpm check` before pushing"],
  ["don't forget that customers in Switzerland pay in CHF", "domain", "Customers in Switzerland pay in CHF"],
  ["Remember that I prefer short answers.", "preference", "I prefer short answers"],
  [
    "Remember that we decided to keep PDFs for ten years because of the audit law.",
    "decision",
    "Keep PDFs for ten years",
  ],
  ["Note for the future: the sandbox resets every night.", "domain", "The sandbox resets every night"],
  [
    "For the future: use the fixtures in test/data, not real invoices.",
    "lesson",
    "Use the fixtures in test/data, not real invoices",
  ],
  ["Make a note that Stripe webhooks can arrive twice.", "domain", "Stripe webhooks can arrive twice"],
  // from now on
  ["From now on, use pnpm for everything.", "lesson", "Use pnpm for everything"],
  ["from now on please write commit messages in English", "lesson", "Write commit messages in English"],
  ["Use vitest instead of jest from now on.", "lesson", "Use vitest instead of jest"],
  [
    "Thanks, that works. From now on every migration gets a down script.",
    "lesson",
    "Every migration gets a down script",
  ],
  ["Nice - from now on don't touch the lock file by hand.", "lesson", "Don't touch the lock file by hand"],
  ["Going forward, we use ISO dates in all file names.", "lesson", "We use ISO dates in all file names"],
  [
    "In the future, run the type checker before you say it is done.",
    "lesson",
    "Run the type checker before you say it is done",
  ],
  [
    "Next time, check the schema before writing a migration.",
    "lesson",
    "Check the schema before writing a migration",
  ],
  ["from now on I want one commit per feature", "preference", "I want one commit per feature"],
  ["Henceforth no default exports.", "lesson", "No default exports"],
  // always, never
  ["Always run the tests with `--run`.", "lesson", "Always run the tests with `--run`"],
  ["always use UTC in the database!", "lesson", "Always use UTC in the database"],
  ["Never commit the .env file.", "lesson", "Never commit the .env file"],
  ["never push to main directly, please", "lesson", "Never push to main directly"],
  ["Don't ever edit files under src/generated.", "lesson", "Don't ever edit files under src/generated"],
  ["Please never ever log customer e-mail addresses.", "lesson", "Never ever log customer e-mail addresses"],
  ["Also, always escape user input in templates.", "lesson", "Always escape user input in templates"],
  [
    "When you add an endpoint, always add an integration test.",
    "lesson",
    "When you add an endpoint, always add an integration test",
  ],
  ["Before a release, always bump the changelog.", "lesson", "Before a release, always bump the changelog"],
  [
    "Make sure to always close the database handle in tests.",
    "lesson",
    "Always close the database handle in tests",
  ],
  ["You should always round half to even.", "lesson", "Always round half to even"],
  ["We never deploy on Fridays.", "lesson", "We never deploy on Fridays"],
  ["we always squash before merging", "lesson", "We always squash before merging"],
  ["Invoices must never be deleted.", "domain", "Invoices must never be deleted"],
  [
    "A failed payment should always keep its audit trail.",
    "domain",
    "A failed payment should always keep its audit trail",
  ],
  [
    "We should use the Money type instead of number wherever we can.",
    "lesson",
    "We should use the Money type instead of number wherever we can",
  ],
  [
    "Let's make sure we are using British spelling everywhere please",
    "preference",
    "Use British spelling everywhere",
  ],
  ["Update AGENTS.md that we should always run `make lint`", "lesson", "Always run `make lint`"],
  [
    "No. Good error messages must always name the file.",
    "domain",
    "Good error messages must always name the file",
  ],
  ["Important invoices should never be archived.", "domain", "Important invoices should never be archived"],
  ["Important: never archive invoices.", "lesson", "Never archive invoices"],
  ["Always put the imports first.", "lesson", "Always put the imports first"],
  [
    "Always check for a running server before you start another one.",
    "lesson",
    "Always check for a running server before you start another one",
  ],
  ["let's always use pnpm", "lesson", "Always use pnpm"],
  ["NEVER FORCE-PUSH!!!", "lesson", "NEVER FORCE-PUSH"],
  ["Always seed the database before tests", "lesson", "Always seed the database before tests"],
  ["never frobnicate the index twice", "lesson", "Never frobnicate the index twice"],
  ["If there is an error, always exit with 1.", "lesson", "If there is an error, always exit with 1"],
  [
    "yeah let's update AGENTS.md but make sure that agents should ask before they run the e2e tests",
    "lesson",
    "Agents should ask before they run the e2e tests",
  ],
  ["We've found that small commits are better for review.", "lesson", "Small commits are better for review"],
  // how to deal with the person
  ["Always answer in English.", "preference", "Always answer in English"],
  ["Never use emojis in commit messages.", "preference", "Never use emojis in commit messages"],
  ["Always ask me before you delete a file.", "preference", "Always ask me before you delete a file"],
  [
    "From now on, explain the plan in two sentences at most.",
    "preference",
    "Explain the plan in two sentences at most",
  ],
  // preferences
  ["I prefer tabs over spaces.", "preference", "I prefer tabs over spaces"],
  ["In general I prefer small functions.", "preference", "In general I prefer small functions"],
  ["I'd prefer plain SQL over an ORM", "preference", "I'd prefer plain SQL over an ORM"],
  [
    "i like named exports better than default exports",
    "preference",
    "I like named exports better than default exports",
  ],
  [
    "I always want you to show the failing test first and then the fix.",
    "preference",
    "Always show the failing test first and then the fix",
  ],
  ["I want you to never amend a pushed commit.", "preference", "Never amend a pushed commit"],
  [
    "I hate it when you rewrite files that I did not mention.",
    "preference",
    "I hate it when you rewrite files that I did not mention",
  ],
  [
    "My preference is early returns over nested ifs.",
    "preference",
    "My preference is early returns over nested ifs",
  ],
  ["please use the british spelling :)", "preference", "Use the british spelling"],
  ["Use American English in all texts.", "preference", "Use American English in all texts"],
  [
    "We don't want to prompt the user with heaps of choices during setup",
    "preference",
    "We don't want to prompt the user with heaps of choices during setup",
  ],
  // decisions
  ["We explicitly chose SQLite as the default.", "decision", "We explicitly chose SQLite as the default"],
  [
    "We deliberately kept the old parser, this shouldn't be an issue.",
    "decision",
    "We deliberately kept the old parser, this shouldn't be an issue",
  ],
  [
    "(we use the git library explicitly to not depend on a checkout)",
    "decision",
    "We use the git library explicitly to not depend on a checkout",
  ],
  [
    "let's use seconds and not minutes for the timeouts",
    "decision",
    "Use seconds and not minutes for the timeouts",
  ],
  ["We decided to use SQLite for storage because it needs no server.", "decision", "Use SQLite for storage"],
  ["Decision: invoices are numbered per year.", "decision", "Invoices are numbered per year"],
  ["Decision on the date library: Temporal, no moment.", "decision", "The date library: Temporal, no moment"],
  ["ok we've decided against multi-currency invoices", "decision", "Decided against multi-currency invoices"],
  ["We decided not to support fax.", "decision", "Do not support fax"],
  ["I decided that drafts expire after 30 days.", "decision", "Drafts expire after 30 days"],
  [
    "We agreed on semantic versioning for the public API.",
    "decision",
    "Decided on semantic versioning for the public API",
  ],
  [
    "Let's go with Fastify instead of Express because it validates schemas.",
    "decision",
    "Go with Fastify instead of Express",
  ],
  ["We chose Postgres over MySQL since we need partial indexes.", "decision", "Chose Postgres over MySQL"],
  ["We're switching to pnpm because npm is too slow.", "decision", "Switch to pnpm"],
  ["no, we dropped the import screen on purpose", "decision", "We dropped the import screen on purpose"],
  ["We'll stick with Node 20 since the customer runs it.", "decision", "Go with Node 20"],
  // facts
  ["FYI: the accountant needs the export by CSV.", "domain", "The accountant needs the export by CSV"],
  [
    "For context, a tenant is one company with its own database.",
    "domain",
    "A tenant is one company with its own database",
  ],
  [
    "Keep in mind that the billing day is always the first of the month.",
    "domain",
    "The billing day is always the first of the month",
  ],
  [
    "In this project a customer is called a debtor.",
    "domain",
    "In this project a customer is called a debtor",
  ],
  ["In this repo we use tabs, not spaces.", "domain", "In this repo we use tabs, not spaces"],
  [
    "By dunning we mean the three reminders after the due date.",
    "domain",
    "By dunning we mean the three reminders after the due date",
  ],
  [
    "When I say the ledger I mean the table journal_entries.",
    "domain",
    "When I say the ledger I mean the table journal_entries",
  ],
  // standing orders
  [
    "Don't push to the remote unless I ask you to.",
    "preference",
    "Don't push to the remote unless I ask you to",
  ],
  ["please do not add dependencies without asking", "preference", "Do not add dependencies without asking"],
  [
    "You should only run the load tests when I ask for them.",
    "preference",
    "You should only run the load tests when I ask for them",
  ],
  [
    "Whenever you touch the proto files, regenerate the clients.",
    "lesson",
    "Whenever you touch the proto files, regenerate the clients",
  ],
  [
    "Regenerate the clients every time you touch the proto files.",
    "lesson",
    "Regenerate the clients every time you touch the proto files",
  ],
  ["run `make fmt` before every commit", "lesson", "Run `make fmt` before every commit"],
  [
    "Before each release I want the changelog checked.",
    "preference",
    "Before each release I want the changelog checked",
  ],
  [
    "You need to start the emulator before the tests, otherwise they hang.",
    "lesson",
    "You need to start the emulator before the tests, otherwise they hang",
  ],
  ["I already told you not to edit the fixtures.", "lesson", "Do not edit the fixtures"],
  ["I told you to never squash my commits", "lesson", "Never squash my commits"],
  ["you keep forgetting to update the lock file", "lesson", "Always update the lock file"],
  // what a project calls its rules
  [
    "Can you add a note to AGENTS.md saying that the staging database is shared?",
    "domain",
    "The staging database is shared",
  ],
  ["put in docs/CONTRIBUTING.md: never rebase a shared branch", "lesson", "Never rebase a shared branch"],
  ["The convention is that handlers end in Handler.", "domain", "Handlers end in Handler"],
  ["Rule of thumb: one assertion per test.", "lesson", "One assertion per test"],
  ["Our policy is to support the last two majors.", "lesson", "Support the last two majors"],
  [
    "By convention we prefix internal packages with an underscore.",
    "lesson",
    "We prefix internal packages with an underscore",
  ],
  ["(note the workers are recycled every night)", "domain", "The workers are recycled every night"],
  ["Quick fact for the file: the trial period is 30 days.", "domain", "The trial period is 30 days"],
  // how things must be
  ["Controllers must not import repositories.", "domain", "Controllers must not import repositories"],
  [
    "Only the billing service may write to the ledger table.",
    "domain",
    "Only the billing service may write to the ledger table",
  ],
  [
    "This shouldn't be public, only the owner should see the draft.",
    "domain",
    "Only the owner should see the draft",
  ],
  [
    "There must always be exactly one primary address.",
    "domain",
    "There must always be exactly one primary address",
  ],
  [
    "I think the importer breaks the rule that every row must carry a tenant id.",
    "domain",
    "Every row must carry a tenant id",
  ],
  [
    "The OpenAPI file is the source of truth for the client.",
    "domain",
    "The OpenAPI file is the source of truth for the client",
  ],
  // how things are
  ["In this repo we don't mock the database.", "domain", "In this repo we don't mock the database"],
  ["This project targets Node 20 and up.", "domain", "This project targets Node 20 and up"],
  ["But this is a library, there is no config file.", "domain", "This is a library, there is no config file"],
  ["We use tabs, not spaces.", "domain", "We use tabs, not spaces"],
  ["Prices are kept in cents, never as floats.", "domain", "Prices are kept in cents, never as floats"],
  ["we don't use Redis anymore, remove the client", "domain", "We don't use Redis anymore"],
  ["We no longer support Node 18.", "domain", "We no longer support Node 18"],
  ["We don't support Windows.", "domain", "We don't support Windows"],
  [
    "we don't have a tenant entity in this service",
    "domain",
    "We don't have a tenant entity in this service",
  ],
  ["`fetchAll` is deprecated, use `fetchPage`.", "domain", "`fetchAll` is deprecated, use `fetchPage`"],
  [
    "Everything in src/gen is generated, so don't edit it.",
    "domain",
    "Everything in src/gen is generated, so don't edit it",
  ],
  ["Migrations go in db/migrations.", "domain", "Migrations go in db/migrations"],
  ["PSP is short for payment service provider.", "domain", "PSP is short for payment service provider"],
  ["Our customers are dentists.", "domain", "Our customers are dentists"],
  ["The sandbox is wiped every night.", "domain", "The sandbox is wiped every night"],
  ["Every export must carry a version.", "domain", "Every export must carry a version"],
  ["When in doubt, leave the old name.", "lesson", "When in doubt, leave the old name"],
  ["if you're not sure which one, ask me", "preference", "If you're not sure which one, ask me"],
  ["stop adding wrappers for trivial calls", "lesson", "Stop adding wrappers for trivial calls"],
  // wishes that last
  ["I like it when errors name the file.", "preference", "I like it when errors name the file"],
  ["please keep your answers short", "preference", "Keep your answers short"],
  ["I want all new endpoints to be documented.", "preference", "I want all new endpoints to be documented"],
  [
    "I'd rather have three plain functions than one clever class.",
    "preference",
    "I'd rather have three plain functions than one clever class",
  ],
  [
    "For every endpoint I'd like to see a contract test instead of snapshots.",
    "preference",
    "For every endpoint I'd like to see a contract test instead of snapshots",
  ],
  [
    "we don't want business logic in controllers",
    "preference",
    "We don't want business logic in controllers",
  ],
  [
    "I don't want to see stack traces in an error page.",
    "preference",
    "I don't want to see stack traces in an error page",
  ],
  [
    "The list should be open, we don't want to edit it every time a bank is added.",
    "preference",
    "We don't want to edit it every time a bank is added",
  ],
  // choices and their reasons
  ["The empty catch is on purpose.", "decision", "The empty catch is on purpose"],
  [
    "The reason we vendor the parser is that upstream is dead.",
    "decision",
    "The reason we vendor the parser is that upstream is dead",
  ],
  ["We use advisory locks because two workers share a queue.", "decision", "We use advisory locks"],
  ["We went with Kysely over Prisma.", "decision", "Chose Kysely over Prisma"],
  // someone else's
  [
    "Ada prefers short release notes over long ones.",
    "preference",
    "Ada prefers short release notes over long ones",
  ],
  ["Our customer strongly prefers e-mail.", "preference", "Our customer strongly prefers e-mail"],
  [
    "Ada decided to keep the old logo, not the new one.",
    "decision",
    "Ada decided to keep the old logo, not the new one",
  ],
  ["Context: a lease is one car for one driver.", "domain", "A lease is one car for one driver"],
  ["I've decided we're going to drop the beta channel.", "decision", "Drop the beta channel"],
  [
    "Grace told me she'd rather get one big PR than five small ones.",
    "preference",
    "Grace told me she'd rather get one big PR than five small ones",
  ],
  ["The team decided to ship weekly instead of daily.", "decision", "Ship weekly instead of daily"],
  // corrections
  [
    "No barrel files! Modules should import what they need directly.",
    "lesson",
    "No barrel files! Modules should import what they need directly",
  ],
  [
    "You removed the folder but that's not correct, we don't ignore all of it.",
    "lesson",
    "We don't ignore all of it",
  ],
  // other languages
  ["记住：金额以分为单位存储", "domain", "金额以分为单位存储"],
  ["以后都用 pnpm，不要用 npm。", "lesson", "都用 pnpm，不要用 npm"],
  ["Merk dir: Beträge werden in Cent gespeichert.", "domain", "Beträge werden in Cent gespeichert"],
  ["Ab jetzt bitte nur noch pnpm verwenden.", "lesson", "Bitte nur noch pnpm verwenden"],
  ["Recuerda que los importes se guardan en céntimos.", "domain", "Los importes se guardan en céntimos"],
  ["A partir de ahora usa pnpm.", "lesson", "Usa pnpm"],
  ["À partir de maintenant, utilise pnpm.", "lesson", "Utilise pnpm"],
];

/** Said right after a command failed. */
export const takenAfterFailure: readonly Taken[] = [
  ["Use pnpm instead of npm.", "lesson", "Use pnpm instead of npm"],
  ["no, run `pnpm vitest`, not `npm test`", "lesson", "Run `pnpm vitest`, not `npm test`"],
  ["Don't use npm. Use pnpm.", "lesson", "Don't use npm. Use pnpm"],
  ["don't use the default port, use 5433", "lesson", "Don't use the default port, use 5433"],
  [
    "The config is in config/app.yaml, not in the root.",
    "lesson",
    "The config is in config/app.yaml, not in the root",
  ],
];

/** Said as an objection, with no failure before. */
export const takenAsObjection: readonly Taken[] = [
  ["No, don't use var. Use const instead.", "lesson", "Don't use var. Use const instead"],
  ["Stop, don't run npm. Run pnpm instead!", "lesson", "Don't run npm. Run pnpm instead"],
  [
    "omfg use damn full paths in the imports, no barrel files!",
    "lesson",
    "Use full paths in the imports, no barrel files",
  ],
  [
    "The first part is not correct, both strategies write the trailer.",
    "lesson",
    "Both strategies write the trailer",
  ],
  ["That's wrong, we don't ignore the whole folder.", "lesson", "We don't ignore the whole folder"],
  ["No, use Decimal instead of number for money.", "lesson", "Use Decimal instead of number for money"],
  [
    "No. Use the repository class instead of raw queries.",
    "lesson",
    "Use the repository class instead of raw queries",
  ],
  [
    "That's wrong, the due date is 14 days after the issue date.",
    "lesson",
    "The due date is 14 days after the issue date",
  ],
  ["that's not right: VAT is rounded per line", "lesson", "VAT is rounded per line"],
];
