import { exitCodes } from "./exit-codes.ts";

/** What a manual has besides options and commands: examples, environment, files and exit codes. Of at most 80 columns. */
export const manual = `
Example:
  holdfast remember "Always run pnpm fix before a commit"
  holdfast recall "before a commit"

Try it on an example session: holdfast demo

Environment:
  HOLDFAST_DIR         the project's memory folder
  ANTHROPIC_API_KEY    lets a model judge what resembles something known
                       and read sessions; without it, nobody is asked
  ANTHROPIC_BASE_URL   another server that speaks Anthropic's Messages API
  PERSISTENT_MEMORY_RECONCILIATION_MODEL, PERSISTENT_MEMORY_EXTRACTION_MODEL
                       which model that is
  VISUAL, EDITOR       what the dashboard opens a record with
  NO_COLOR             no colours

Files:
  .holdfast/           the project's memory: one Markdown file for each record
                       (.pi/memory/ where the project has a .pi folder)
  ~/.holdfast/         yours, in every project

Exit codes:
  ${exitCodes.done}    done
  ${exitCodes.failed}    failed, or something was refused, left or found
  ${exitCodes.usage}    wrong usage
  ${exitCodes.busy}    another writer is active; nothing that was staged is lost
  ${exitCodes.interrupted}  interrupted; what was settled before stays`;
