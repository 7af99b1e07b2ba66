#!/usr/bin/env node
// Bundles every app, once the packages are compiled.
await Promise.all([import("../apps/holdfast/bundle.mjs"), import("../apps/pi-extension/bundle.mjs")]);
