/**
 * The name of the fence around memory that a host puts before the agent. It opens with a line `<holdfast-memory ...>` and
 * closes with a line `</holdfast-memory>`; what stands between is never extracted again.
 */
export const memoryFence = "holdfast-memory";
