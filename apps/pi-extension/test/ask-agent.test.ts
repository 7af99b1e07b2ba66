import { describe, expect, test, vi } from "vitest";
import { type AgentRequest, agentRequest } from "../src/ask-agent.ts";
import type { PiContext, PiHost } from "../src/host.ts";

/** A Pi that tells what it is made to tell. */
function aPi({ settles }: { settles: boolean }) {
  const handlers = new Map<string, ((event: never, ctx: PiContext) => unknown)[]>();
  const sent: { text: string; queued: boolean }[] = [];
  let nudges = 0;
  let idle = true;
  const ctx = { isIdle: () => idle, hasUI: true } as PiContext;
  const emit = (name: string, event: object = {}) => {
    for (const handler of handlers.get(name) ?? []) handler(event as never, ctx);
  };
  const pi = {
    on: (name: string, handler: (event: never, ctx: PiContext) => unknown) =>
      void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
    sendUserMessage: (text: string, options?: object) =>
      void sent.push({ text, queued: options !== undefined }),
  } as unknown as PiHost;
  const request: AgentRequest = agentRequest(pi, { settles, nudge: () => nudges++ });
  const end = (stopReason: string) =>
    emit("agent_end", { messages: [{ role: "assistant", stopReason }, { role: "user" }] });
  return {
    request,
    ask: () => request.ask(ctx),
    sent,
    nudges: () => nudges,
    emit,
    end,
    streams: (now: boolean) => {
      idle = !now;
    },
    /** A run begins with these words of a person. */
    begins(text = sent.at(-1)?.text ?? "") {
      emit("before_agent_start");
      emit("agent_start");
      emit("message_end", { message: { role: "user", content: [{ type: "text", text }] } });
    },
    settled(stopReason = "stop", aborted = false) {
      end(stopReason);
      if (settles) emit("agent_settled", { aborted });
    },
  };
}

for (const settles of [true, false]) {
  describe(settles ? "where Pi says that it has settled" : "where a run only ends", () => {
    test("one notice for a request that ends without the call, and none ever after", () => {
      const pi = aPi({ settles });
      pi.ask();
      pi.begins();
      pi.settled();
      expect(pi.nudges()).toBe(1);
      pi.settled();
      pi.emit("agent_settled", { aborted: false });
      pi.begins("something else");
      pi.settled();
      expect(pi.nudges()).toBe(1);
    });

    test("none when the tool was called", () => {
      const pi = aPi({ settles });
      pi.ask();
      pi.begins();
      pi.request.saved();
      pi.settled();
      expect(pi.nudges()).toBe(0);
    });

    test.each(["aborted", "error"])(
      "none when it was %s, nor when another run ends well after it",
      (stop) => {
        const pi = aPi({ settles });
        pi.ask();
        pi.begins();
        pi.settled(stop, stop === "aborted");
        pi.begins("something else");
        pi.settled();
        expect(pi.nudges()).toBe(0);
      },
    );

    test("none when another run ends before the request has reached the agent, and a call of that run is not its", () => {
      const pi = aPi({ settles });
      pi.begins("something else");
      pi.streams(true);
      pi.ask();
      expect(pi.sent).toMatchObject([{ queued: true }]);
      pi.request.saved();
      pi.settled();
      expect(pi.nudges()).toBe(0);
      pi.streams(false);
      pi.begins(pi.sent[0]!.text);
      pi.settled();
      expect(pi.nudges()).toBe(1);
    });

    test("failures that are tried again: one notice, at the end", () => {
      const pi = aPi({ settles });
      pi.ask();
      pi.begins();
      pi.end("error");
      pi.emit("agent_start");
      pi.end("error");
      expect(pi.nudges()).toBe(0);
      pi.emit("agent_start");
      pi.settled();
      expect(pi.nudges()).toBe(1);
    });

    test("while one is on its way no other is sent, and its notice is not lost", () => {
      const pi = aPi({ settles });
      expect(pi.ask()).toBe(true);
      expect(pi.ask()).toBe(false);
      expect(pi.sent).toHaveLength(1);
      pi.begins();
      pi.settled();
      expect(pi.nudges()).toBe(1);
    });

    test("one that did not arrive is given up, and another can be asked for", () => {
      vi.useFakeTimers();
      try {
        const pi = aPi({ settles });
        pi.ask();
        vi.advanceTimersByTime(2_001);
        expect(pi.ask()).toBe(true);
        pi.begins();
        pi.settled();
        expect(pi.nudges()).toBe(1);
      } finally {
        vi.useRealTimers();
      }
    });

    test("none is sent while Pi compacts", () => {
      const pi = aPi({ settles });
      pi.emit("session_before_compact");
      expect(pi.ask()).toBe(false);
      pi.emit("session_compact");
      expect(pi.ask()).toBe(true);
    });

    test("none after the session is over", () => {
      const pi = aPi({ settles });
      pi.ask();
      pi.begins();
      pi.request.forget();
      pi.settled();
      expect(pi.nudges()).toBe(0);
    });

    test("between the start of a run and its first words it waits for the run", () => {
      const pi = aPi({ settles });
      pi.emit("before_agent_start");
      pi.ask();
      expect(pi.sent).toEqual([]);
      pi.emit("agent_start");
      expect(pi.sent).toMatchObject([{ queued: true }]);
    });
  });
}
