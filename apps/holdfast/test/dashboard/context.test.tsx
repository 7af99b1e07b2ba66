import { expect, test } from "vitest";
import { updateDashboard } from "../../src/dashboard/dashboard-state.ts";
import { wantsOf } from "../../src/dashboard/wants.ts";
import { dashboard, frame, hostile, pressed, sizes } from "./a-dashboard.tsx";

const block = {
  text: "<holdfast-memory>\n- [lesson] Seed the database first\n</holdfast-memory>\n",
  included: [{ id: "rec_1", tokens: 12 }],
  cut: [{ id: "rec_2", reason: "its 900 tokens no longer fit into the budget of 2000" }],
};
const here = [{ kind: "go", screen: "context" }] as const;

test("what every session starts with is read at once, then what is typed", () => {
  expect(wantsOf(dashboard(here)).prompt).toBe("");
  const read = dashboard([...here, { kind: "context", prompt: "", block }]);
  expect(wantsOf(read).prompt).toBeUndefined();
  const { state } = pressed(read, "enter", ..."fix 1?", "backspace");
  expect(state.context.prompt).toBe("fix 1");
  expect(wantsOf(state).prompt).toBe("fix 1");
  expect(updateDashboard(state, { kind: "context", prompt: "fix", block }).context.asked).toBe(""); // too late
  expect(wantsOf(updateDashboard(state, { kind: "context", prompt: "fix 1", block })).prompt).toBeUndefined();
  expect(pressed(state, "enter", "escape").state.context).toMatchObject({ prompt: "", typing: false });
});

test("what changes elsewhere is read again, on this screen alone", () => {
  const changed = dashboard([...here, { kind: "context", prompt: "", block }, { kind: "records_changed" }]);
  expect(wantsOf(changed).prompt).toBe("");
  expect(wantsOf(pressed(changed, "1").state).prompt).toBeUndefined();
});

test.each(sizes)(
  "at $columns x $rows what an agent would be given is seen, and what was cut and why",
  (size) => {
    const { state } = pressed(
      dashboard([...here, { kind: "context", prompt: "", block }], size),
      "enter",
      ..."seed",
    );
    const lines = frame(updateDashboard(state, { kind: "context", prompt: "seed", block }));
    expect(lines[2]).toBe("Prompt: seed\u2588");
    expect(lines[3]).toBe("1 memory, about 12 tokens; 1 cut.");
    const all = lines.join("\n");
    expect(all).toContain("- [lesson] Seed the database first");
    expect(all).toContain("- rec_2: its 900 tokens no longer fit into the budget of 2000");
  },
);

test.each(sizes)("at $columns x $rows nothing in the block or the prompt is alive or too wide", (size) => {
  for (const text of Object.values(hostile)) {
    const start = dashboard([...here, { kind: "context", prompt: "", block: { ...block, text } }], size);
    frame(start);
    frame(pressed(start, "enter", ...text).state);
  }
});
