import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { jsonSchemaOf } from "@holdfast/schema";
import { expect, test } from "vitest";
import parameters from "../src/save-parameters.json" with { type: "json" };
import { namingOnly } from "./naming-only.ts";

const path = fileURLToPath(new URL("../src/save-parameters.json", import.meta.url));

test("the tool's parameters are those of a proposal, named and typed (HOLDFAST_WRITE=1 writes them anew)", () => {
  const wanted = namingOnly(jsonSchemaOf("proposal"));
  if (process.env.HOLDFAST_WRITE === "1") writeFileSync(path, `${JSON.stringify(wanted, undefined, 2)}\n`);
  expect(parameters).toEqual(wanted);
});
