import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A package as a registry has it. */
export interface Published {
  /** Its package.json. */
  readonly manifest: { readonly name: string; readonly version: string; readonly [key: string]: unknown };
  /** The packed files; nothing where the registry has lost them. */
  readonly tarball: Buffer | undefined;
}

export interface LoopbackRegistry {
  readonly url: string;
  /** What was asked for, by path. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A registry of packages on 127.0.0.1 that has these, and nothing else. */
export async function loopbackRegistry(packages: readonly Published[]): Promise<LoopbackRegistry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://127.0.0.1").pathname).slice(1);
    asked.push(path);
    const [name = "", file] = path.split("/-/");
    const versions = packages.filter(({ manifest }) => manifest.name === name);
    const body =
      file === undefined
        ? packument(name, versions)
        : versions.find(({ manifest }) => file === fileOf(manifest))?.tarball;
    if (body === undefined) response.writeHead(404, { "content-type": "application/json" }).end("{}");
    else response.writeHead(200).end(body);
  });
  const url = await new Promise<string>((listening) => {
    server.listen(0, "127.0.0.1", () =>
      listening(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
  function packument(name: string, versions: readonly Published[]): string | undefined {
    const newest = versions.at(-1);
    if (newest === undefined) return undefined;
    const entry = ({ manifest, tarball }: Published) => ({
      ...manifest,
      dist: {
        tarball: `${url}/${name}/-/${fileOf(manifest)}`,
        ...(tarball && { integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}` }),
      },
    });
    return JSON.stringify({
      name,
      "dist-tags": { latest: newest.manifest.version },
      versions: Object.fromEntries(versions.map((one) => [one.manifest.version, entry(one)])),
    });
  }
  return {
    url,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function fileOf({ name, version }: { name: string; version: string }): string {
  return `${name.split("/").at(-1)}-${version}.tgz`;
}
