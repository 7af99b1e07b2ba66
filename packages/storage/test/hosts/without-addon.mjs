// A Node on which better-sqlite3 was not installed, for this process and those it starts (by NODE_OPTIONS).
import { registerHooks } from "node:module";

registerHooks({
  resolve: (name, context, next) => {
    if (name.startsWith("better-sqlite3")) throw new TypeError(`${name} is not installed here`);
    return next(name, context);
  },
});
