/**
 * The name of the fence around memory that a host puts before the agent. It opens with a line `<holdfast-memory ...>` and
 * closes with a line `</holdfast-memory>`; what stands between is never extracted again.
 */
export const memoryFence = "holdfast-memory";

/** What every request of ours to an agent begins with: it is no word of a person, and teaches nothing. */
export const requestMark = "[holdfast]";
