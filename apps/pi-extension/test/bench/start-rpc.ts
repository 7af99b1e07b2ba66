import { createInterface } from "node:readline";
import { killGroup } from "@holdfast/testkit/terminal";
import type { PiHome } from "./a-pi-home.ts";
import type { PiHost } from "./pi-hosts.ts";
import { type PiEnded, startPi } from "./start-pi.ts";

/** A line that Pi wrote: an event of the session, a response to a command, or a question to the person. */
export interface RpcEvent {
  readonly type: string;
  /** What Pi writes has as many shapes as it has versions. */
  readonly [key: string]: unknown;
}

export interface PiRpc {
  /** All that Pi has written so far. */
  readonly events: readonly RpcEvent[];
  /** Sends a command and resolves with Pi's response to it. A prompt is responded to once it is taken, not when its turn is over. */
  send(command: RpcEvent): Promise<RpcEvent>;
  prompt(message: string): Promise<RpcEvent>;
  newSession(): Promise<RpcEvent>;
  /** The first event that matches, past or to come. Each event is given once: waiting again for the same is waiting for the next one. */
  next(matches: string | ((event: RpcEvent) => boolean), options?: { within?: number }): Promise<RpcEvent>;
  /** The next question to the person: `select`, `confirm`, `input` or `editor`. */
  question(method: string): Promise<RpcEvent>;
  /** The next `notify` whose message has this text. */
  notice(text: string): Promise<RpcEvent>;
  /** Answers a question with a value; a `confirm` with a boolean; with undefined, it is dismissed. */
  answer(question: RpcEvent, value: string | boolean | undefined): void;
  /** Ends Pi's input, and so Pi. A turn that is running is aborted. */
  end(): Promise<PiEnded>;
  /** Kills Pi at once. */
  kill(): Promise<PiEnded>;
}

interface Waiter {
  readonly matches: (event: RpcEvent) => boolean;
  readonly resolve: (event: RpcEvent) => void;
  readonly reject: (why: string) => void;
}

/** Starts Pi as a program that is driven by lines of JSON. */
export function startRpc(host: PiHost, home: PiHome, args: readonly string[] = []): PiRpc {
  const { child, ended, stderr } = startPi(host, home, ["--mode", "rpc", ...args]);
  const events: RpcEvent[] = [];
  const unread: RpcEvent[] = [];
  const waiters = new Set<Waiter>();
  let over = false;
  let sent = 0;

  createInterface({ input: child.stdout }).on("line", (line) => {
    const event: RpcEvent = JSON.parse(line);
    events.push(event);
    for (const waiter of waiters) if (waiter.matches(event)) return waiter.resolve(event);
    unread.push(event);
  });
  const closed = ended.finally(() => {
    over = true;
    for (const { reject } of waiters) reject("Pi ended");
  });

  const next: PiRpc["next"] = (wanted, { within = 40_000 } = {}) => {
    const matches = typeof wanted === "string" ? ({ type }: RpcEvent) => type === wanted : wanted;
    const at = unread.findIndex(matches);
    if (at >= 0) return Promise.resolve(unread.splice(at, 1)[0]!);
    const asked = new Error(`waiting for ${wanted}`);
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        finish();
        asked.message = `${host.name}: ${why} while ${asked.message}\n${lastOf(events)}\n${stderr()}`;
        reject(asked);
      };
      const timer = setTimeout(() => fail(`nothing came in ${within} ms`), within);
      const waiter: Waiter = {
        matches,
        reject: fail,
        resolve: (event) => {
          finish();
          resolve(event);
        },
      };
      const finish = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
      };
      waiters.add(waiter);
      if (over) fail("Pi had ended");
    });
  };
  const write = (command: object) => child.stdin.write(`${JSON.stringify(command)}\n`);
  const send = (command: RpcEvent) => {
    const id = `${command.type}-${sent++}`;
    write({ ...command, id });
    return next((event) => event.type === "response" && event.id === id);
  };
  const asks = (event: RpcEvent, method: string) =>
    event.type === "extension_ui_request" && event.method === method;

  return {
    events,
    send,
    prompt: (message) => send({ type: "prompt", message }),
    newSession: () => send({ type: "new_session" }),
    next,
    question: (method) => next((event) => asks(event, method)),
    notice: (text) => next((event) => asks(event, "notify") && String(event.message).includes(text)),
    answer: ({ id }, value) => {
      write({ type: "extension_ui_response", id, ...answered(value) });
    },
    end: () => {
      child.stdin.end();
      return closed;
    },
    kill: () => {
      killGroup(child);
      return closed;
    },
  };
}

function answered(value: string | boolean | undefined): object {
  if (value === undefined) return { cancelled: true };
  return typeof value === "boolean" ? { confirmed: value } : { value };
}

function lastOf(events: readonly RpcEvent[]): string {
  return events
    .slice(-10)
    .map((event) => JSON.stringify(event).slice(0, 300))
    .join("\n");
}
