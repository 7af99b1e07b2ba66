import type { ModelReply, ModelRequest } from "@holdfast/schema";
import { labelsIn } from "./labels.ts";
import { anAnswer, type ScriptedModel, scriptedModel } from "./scripted-model.ts";

/** A turn of a window as a model is shown it. */
export interface ShownTurn {
  readonly label: string;
  /** `the person`, `the agent` or `a tool`. */
  readonly speaker: string;
  readonly isNew: boolean;
  readonly text: string;
}

/** What a model submits about a window; missing lists are empty. */
export interface Submission {
  readonly lessons?: readonly unknown[];
  readonly preferences?: readonly unknown[];
  readonly decisions?: readonly unknown[];
  readonly domain?: readonly unknown[];
}

/** The turns that stand in the prompt of a window. */
export function turnsIn(prompt: string): ShownTurn[] {
  const turns: { label: string; speaker: string; isNew: boolean; lines: string[] }[] = [];
  for (const line of prompt.split("\n")) {
    const heading = /^(T\d+): (the person|the agent|a tool)\b.*, (new|read before)$/.exec(line);
    if (heading !== null)
      turns.push({ label: heading[1]!, speaker: heading[2]!, isNew: heading[3] === "new", lines: [] });
    else if (line.startsWith("| ")) turns.at(-1)?.lines.push(line.slice(2));
  }
  return turns.map(({ lines, ...turn }) => ({ ...turn, text: lines.join("\n") }));
}

/**
 * A model that reads sessions: about each window it says what `read` says of its turns, or replies as `read` does. Asked to
 * judge candidates, it adds them all.
 */
export function readingModel(
  read: (turns: readonly ShownTurn[], nth: number) => Submission | ModelReply | Promise<Submission>,
  { id = "reading/model" } = {},
): ScriptedModel {
  let windows = 0;
  return scriptedModel(
    async ({ system, prompt, tool }: ModelRequest) => {
      if (tool.name !== "submit_candidates") {
        const { refs } = labelsIn(prompt);
        return anAnswer({ actions: refs.map((ref) => ({ ref, reason: "New.", action: "add" })) });
      }
      const said = await read(turnsIn(prompt), windows++);
      if ("kind" in said) return said;
      const asked = system.length + prompt.length + JSON.stringify(tool.input).length;
      return anAnswer(
        { lessons: [], preferences: [], decisions: [], domain: [], ...said },
        { input: Math.ceil(asked / 4), output: 50 },
      );
    },
    { id },
  );
}

/** A lesson with its quote, as such a model submits it. */
export function aLesson(summary: string, quote: string, over: object = {}): object {
  return { summary, source_evidence: { quote }, ...over };
}

const moods = ["plainly", "clearly", "truly", "surely", "really", "simply", "firmly", "always"];

/**
 * A model that learns a lesson from each new line that a person says, in other words every time it is asked: whoever asks it twice about the
 * same turn is found out.
 */
export function fickleReader(): ScriptedModel {
  return readingModel((turns, nth) => ({
    lessons: turns
      .filter(({ isNew, speaker }) => isNew && speaker === "the person")
      .flatMap(({ text }) => text.split("\n"))
      .map((line) => aLesson(`${line.replace(/[.]$/, "")}, ${moods[nth % moods.length]}`, line)),
  }));
}
